import type { ChangedFile } from '#shared/contract/changes.ts';

export type NamedCalls = Pick<ChangedFile, 'calls' | 'moreCalls' | 'perhapsByOthers'>;

/** The calls that changed every one of several files; undefined where they differ. */
export function callsOfAll(files: readonly NamedCalls[]): NamedCalls | undefined {
  const [first, ...others] = files;
  if (!first || others.length === 0) return undefined;
  return others.every((other) => haveSameCalls(first, other)) ? first : undefined;
}

/** Whether the same calls changed both files. */
export function haveSameCalls(a: NamedCalls, b: NamedCalls): boolean {
  return a.moreCalls === b.moreCalls && a.perhapsByOthers === b.perhapsByOthers && JSON.stringify(a.calls) === JSON.stringify(b.calls);
}
