import type { ChangedFile } from '#shared/contract/changes.ts';
import type { DiffHunk } from '#shared/session/tool-view.ts';

const MAX_KEPT = 5000;

/** A change as a person has seen it: a file that changes again is to be looked at again. */
export function fileKey({ path, version }: Pick<ChangedFile, 'path' | 'version'>): string {
  return JSON.stringify([path, version]);
}

/** One place that changed, by what it was and has become: it stays the same while other places of the file are reverted. */
export function hunkKey({ path }: Pick<ChangedFile, 'path'>, { oldStart, oldLines, newLines, lines }: DiffHunk): string {
  return JSON.stringify([path, oldStart, oldLines, newLines, hashOf(lines.join('\n'))]);
}

/** Whether a key is that of a place in this file, not of the file. */
export function isPartOf(path: string, key: string): boolean {
  const start = `${JSON.stringify([path]).slice(0, -1)},`;
  return key.startsWith(start) && /^\d/u.test(key.slice(start.length));
}

/** 32 bits of a text (FNV-1a): to know it again, beside where it stands. */
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
    // No room: it is kept until the window closes.
  }
}

function place(sessionId: string): string {
  return `gatehouse.kept.${sessionId}`;
}
