import { useState } from 'react';
import type { ChangedFile, ChangesSince } from '#shared/contract/changes.ts';

/** What the person has entered for the next commit. */
interface CommitDraft {
  readonly message: string;
  /** Paths of files that stay out of it. */
  readonly left: ReadonlySet<string>;
}

const EMPTY: CommitDraft = { message: '', left: new Set() };

/** Those that aren’t committed yet, by session: closing the form loses nothing. */
const drafts = new Map<string, CommitDraft>();

/** The draft of the next commit, and how to change it. */
export function useCommitDraft(sessionId: string): readonly [CommitDraft, (change: Partial<CommitDraft>) => void] {
  const [draft, setDraft] = useState(() => drafts.get(sessionId) ?? EMPTY);
  const change = (entered: Partial<CommitDraft>): void => {
    const next = { ...draft, ...entered };
    drafts.set(sessionId, next);
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
}
