import { useRef, useState } from 'react';
import type { ChangedFile, HunkRange, RevertedFile } from '#shared/contract/changes.ts';
import type { DiffHunk } from '#shared/session/tool-view.ts';
import type { RestoreDiff } from '#shared/contract/restore.ts';

const MAX_KEPT = 5000;

/** Identifies a file's reviewed version: a file that changes again must be reviewed again. */
export function fileKey({ path, version }: Pick<ChangedFile, 'path' | 'version'>): string {
  return JSON.stringify([path, version]);
}

/** Identifies a hunk by its old and new text, so that it stays the same when other hunks of the file are reverted. */
export function hunkKey({ path }: Pick<ChangedFile, 'path'>, { oldStart, oldLines, newLines, lines }: DiffHunk): string {
  return JSON.stringify([path, oldStart, oldLines, newLines, hashOf(lines.join('\n'))]);
}

/** Whether a key belongs to a hunk of this file rather than to the file. */
export function isPartOf(path: string, key: string): boolean {
  const start = `${JSON.stringify([path]).slice(0, -1)},`;
  return key.startsWith(start) && /^\d/u.test(key.slice(start.length));
}

/** 32-bit hash (FNV-1a); combined with the position, enough to recognize a hunk. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

export function storedKept(sessionId: string): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(sessionId)) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []);
  } catch {
    // Storage is disabled or damaged: nothing counts as kept.
    return new Set();
  }
}

export function storeKept(sessionId: string, kept: ReadonlySet<string>): void {
  try {
    if (kept.size === 0) localStorage.removeItem(storageKey(sessionId));
    else localStorage.setItem(storageKey(sessionId), JSON.stringify([...kept].slice(-MAX_KEPT)));
  } catch {
    // Storage is full or disabled: kept until the window closes.
  }
}

function storageKey(sessionId: string): string {
  return `gatehouse.kept.${sessionId}`;
}

export interface Kept {
  readonly has: (key: string) => boolean;
  /** Whether any hunk of that file is or was kept. */
  readonly hasPartOf: (path: string) => boolean;
  readonly add: (keys: readonly string[]) => void;
  readonly remove: (keys: readonly string[]) => void;
}

/** Where changes aren’t kept. */
export const NOTHING_KEPT: Kept = { has: () => false, hasPartOf: () => false, add: () => undefined, remove: () => undefined };

/** The changes the user chose to keep, stored for the session. */
export function useKept(sessionId: string): Kept {
  const [kept, setKept] = useState(() => storedKept(sessionId));
  // What is undone later must not lose what was kept since.
  const latest = useRef(kept);
  const change = (edit: (keys: Set<string>) => void): void => {
    const next = new Set(latest.current);
    edit(next);
    latest.current = next;
    storeKept(sessionId, next);
    setKept(next);
  };
  return {
    has: (key) => kept.has(key),
    hasPartOf: (path) => [...kept].some((key) => isPartOf(path, key)),
    add: (keys) => change((next) => keys.forEach((key) => next.add(key))),
    remove: (keys) => change((next) => keys.forEach((key) => next.delete(key))),
  };
}

/**
 * What to revert of a file without its kept hunks: the whole file, some hunks, or nothing.
 * @param diffOf fetches the file's diff, which only a file with a kept hunk needs.
 */
export async function withoutKeptParts(
  file: ChangedFile,
  kept: Pick<Kept, 'has' | 'hasPartOf'>,
  diffOf: (path: string) => Promise<RestoreDiff>,
): Promise<RevertedFile[]> {
  const { path } = file;
  if (file.change === 'modify' && kept.hasPartOf(path)) {
    const diff = await diffOf(path);
    const hunks = diff.type === 'diff' && diff.detail.type === 'diff' && diff.detail.truncated !== true ? diff.detail.hunks : [];
    const open = hunks.filter((hunk) => !kept.has(hunkKey(file, hunk)));
    if (open.length < hunks.length) return open.length === 0 ? [] : [{ path, hunks: open.map(rangeOf) }];
  }
  return wholeFile(file);
}

/** A renamed file is reverted to its old name. */
export function wholeFile({ path, from }: ChangedFile): RevertedFile[] {
  return from === null ? [{ path }] : [{ path }, { path: from }];
}

export function rangeOf({ oldStart, oldLines, newStart, newLines }: HunkRange): HunkRange {
  return { oldStart, oldLines, newStart, newLines };
}
