import type { Word } from './word.ts';

/** They run scripts of the package file, each named by a word. */
const SCRIPTS: ReadonlySet<string> = new Set(['run-s', 'run-p', 'npm-run-all', 'npm-run-all2']);

/** Shell text that a program runs which starts several commands side by side or in turn; empty for any other. `null`: one is computed. */
export function groupedTasks(program: string, words: readonly Word[]): readonly (string | null)[] {
  const tasks = words.filter(({ value }) => value?.startsWith('-') !== true).map(({ value }) => value);
  if (program === 'concurrently') return tasks.map((task) => task?.replace(/^(npm|pnpm|yarn|bun):/u, '$1 run ') ?? null);
  if (!SCRIPTS.has(program)) return [];
  // A pattern names scripts that are judged where they are run by name.
  return tasks.filter((task) => task?.includes('*') !== true).map((task) => (task === null ? null : `npm run ${task}`));
}
