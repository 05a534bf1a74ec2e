import type { ChangedFile } from '#shared/contract/changes.ts';

/** The calls that changed every one of several files; undefined where they differ. */
export function callsOfAll(files: readonly Pick<ChangedFile, 'calls'>[]): ChangedFile['calls'] | undefined {
  const [first, ...others] = files;
  if (!first || others.length === 0) return undefined;
  return others.every((other) => haveSameCalls(first, other)) ? first.calls : undefined;
}

/** Whether the same calls changed both files. */
export function haveSameCalls(a: Pick<ChangedFile, 'calls'>, b: Pick<ChangedFile, 'calls'>): boolean {
  return JSON.stringify(a.calls) === JSON.stringify(b.calls);
}
