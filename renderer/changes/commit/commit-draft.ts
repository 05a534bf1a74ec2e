import { useState } from 'react';
import type { ChangedFile, ChangesSince } from '#shared/contract/changes.ts';
import { storedList, storeList } from '../../store/stored-list.ts';

/** What the person has entered for the next commit. */
interface CommitDraft {
  readonly message: string;
  /** Paths of files that stay out of it. */
  readonly left: ReadonlySet<string>;
}

type Stored = readonly [sessionId: string, message: string, left: readonly string[]];

const EMPTY: CommitDraft = { message: '', left: new Set() };
const KEY = 'gatehouse.commit-drafts';

/** Those that aren’t committed yet, by session: closing the form, or loading the window again, loses nothing. */
const drafts = new Map(storedList(KEY, isStored).map(([sessionId, message, left]) => [sessionId, { message, left: new Set(left) }]));

/** The draft of the next commit, and how to change it. */
export function useCommitDraft(sessionId: string): readonly [CommitDraft, (change: Partial<CommitDraft>) => void] {
  const [draft, setDraft] = useState(() => drafts.get(sessionId) ?? EMPTY);
  const change = (entered: Partial<CommitDraft>): void => {
    const { message, left } = { ...draft, ...entered };
    const next = { message, left: new Set(left) };
    drafts.set(sessionId, next);
    store();
    setDraft(next);
  };
  return [draft, change];
}

/** The files that stay out, of those that still differ. A list of the last turn doesn’t say what else does. */
export function stillLeft(left: ReadonlySet<string>, files: readonly ChangedFile[] | undefined, since: ChangesSince): ReadonlySet<string> {
  if (files === undefined || since === 'turn' || left.size === 0) return left;
  return new Set(files.flatMap(({ path }) => (left.has(path) ? [path] : [])));
}

export function forgetCommitDraft(sessionId: string): void {
  drafts.delete(sessionId);
  store();
}

function store(): void {
  storeList(
    KEY,
    [...drafts].map(([sessionId, { message, left }]): Stored => [sessionId, message, [...left]]),
  );
}

function isStored(value: unknown): value is Stored {
  return Array.isArray(value) && value.length === 3 && typeof value[0] === 'string' && typeof value[1] === 'string' && isPaths(value[2]);
}

function isPaths(value: unknown): boolean {
  return Array.isArray(value) && value.every((path) => typeof path === 'string');
}
