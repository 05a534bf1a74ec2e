import type { ChangedFile, HunkRange } from '#shared/contract/changes.ts';

const MAX_KEPT = 5000;

/** A change as a person has seen it: a file that changes again is to be looked at again. */
export function fileKey({ path, version }: Pick<ChangedFile, 'path' | 'version'>): string {
  return JSON.stringify([path, version]);
}

export function hunkKey(file: Pick<ChangedFile, 'path' | 'version'>, { newStart, newLines }: HunkRange): string {
  return JSON.stringify([file.path, file.version, newStart, newLines]);
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
