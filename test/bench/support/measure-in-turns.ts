import { median } from './statistics.ts';

/**
 * Measures several ways to do the same in turns, so that other work on the machine slows all of them: the median time of each, in
 * milliseconds, after a warm-up round.
 */
export async function measureInTurns<Name extends string>(
  rounds: number,
  works: Readonly<Record<Name, () => Promise<unknown>>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(works) as Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const started = performance.now();
      await works[name]();
      if (round > 0) times.get(name)?.push(performance.now() - started);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<Name, number>;
}
