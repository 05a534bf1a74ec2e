import type { ChangedFile } from '#shared/contract/changes.ts';
import type { DiffHunk } from '#shared/session/tool-view.ts';

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
    const stored: unknown = JSON.parse(localStorage.getItem(place(sessionId)) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []);
  } catch {
    return new Set();
  }
}

export function storeKept(sessionId: string, kept: ReadonlySet<string>): void {
  try {
    if (kept.size === 0) localStorage.removeItem(place(sessionId));
    else localStorage.setItem(place(sessionId), JSON.stringify([...kept].slice(-MAX_KEPT)));
  } catch {
    // Storage is full or disabled: kept until the window closes.
  }
}

function place(sessionId: string): string {
  return `gatehouse.kept.${sessionId}`;
}
