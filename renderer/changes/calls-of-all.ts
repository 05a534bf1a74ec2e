import type { ChangedFile } from '#shared/contract/changes.ts';

/** The calls that changed every one of several files; undefined where they differ. */
export function callsOfAll(files: readonly Pick<ChangedFile, 'calls'>[]): ChangedFile['calls'] | undefined {
  const [first, ...others] = files;
  if (!first || others.length === 0) return undefined;
  const key = JSON.stringify(first.calls);
  return others.every(({ calls }) => JSON.stringify(calls) === key) ? first.calls : undefined;
}
