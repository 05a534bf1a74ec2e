import type { CommandFact } from '#shared/permission/facts.ts';

/** With one of these, a test may not hold for all that is removed. */
const CHOICES: ReadonlySet<string | null> = new Set(['!', '-not', '-o', '-or', '(', ')', ',', null]);

/** What `find … -delete` takes from a folder: the tests before it choose a part of what is there. */
export function foundEffect({ argv }: CommandFact, folder: string): string {
  const action = argv.indexOf('-delete');
  const tests = argv.slice(0, Math.max(action, 0));
  const isClear = !argv.some((word) => CHOICES.has(word));
  const type = isClear ? valueOf(tests, '-type') : undefined;
  const name = isClear ? valueOf(tests, '-name', '-iname') : undefined;
  return `removes ${type === 'd' ? 'folders' : 'files'}${name === undefined ? '' : ` named ${name}`} that it finds in ${folder}`;
}

/** Of several, the first. */
function valueOf(words: CommandFact['argv'], ...tests: readonly string[]): string | undefined {
  const at = words.findIndex((word) => tests.includes(word ?? ''));
  return at < 0 ? undefined : (words[at + 1] ?? undefined);
}
