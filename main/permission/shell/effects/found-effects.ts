import type { CommandFact, PathFact } from '#shared/permission/facts.ts';

/** With one of these, a test may not hold for all that is removed. */
const CHOICES: ReadonlySet<string | null> = new Set(['!', '-not', '-o', '-or', '(', ')', ',', null]);

const RUN = /^-(?:exec|execdir|ok|okdir)$/u;
const REMOVER = /(?:^|\/)(?:rm|rmdir|unlink|shred)$/u;
/** They pass on names from elsewhere to the command behind them. */
const GIVES_NAMES: ReadonlySet<string> = new Set(['find', 'fd', 'fdfind', 'xargs', 'parallel']);

/** Whether it removes files itself, or by a command for each. */
export function removesWhatItFinds({ argv }: CommandFact): boolean {
  return actionOf(argv) >= 0;
}

function actionOf(argv: CommandFact['argv']): number {
  return argv.findIndex((word, at) => word === '-delete' || (RUN.test(word ?? '') && REMOVER.test(argv[at + 1] ?? '')));
}

/**
 * What happens to the files whose names a command is given when it runs, `{}` of find and the input of xargs: they aren’t on the line, so a
 * sentence can’t spell them.
 */
export function givenNames(commands: readonly CommandFact[]): ReadonlyMap<PathFact, string | undefined> {
  const said = new Map<PathFact, string>();
  for (const { paths, runBy, text, program } of commands) {
    const from = runBy === undefined ? undefined : commands[runBy];
    for (const fact of paths) {
      if (!fact.unresolved || !/\{\}|^…$/u.test(fact.spelled)) continue;
      const giver = from?.program ?? /^\S+/u.exec(text)?.[0] ?? '';
      const sentence = fact.access === 'mention' || program === 'rmdir' ? passedTo(program, giver) : sentenceOf(fact, giver, from);
      if (sentence !== undefined) said.set(fact, sentence);
    }
  }
  return said;
}

const VERBS: Partial<Record<PathFact['access'], string>> = { read: 'reads', write: 'changes', delete: 'removes', list: 'lists' };

/** A program of which isn’t known what it does with its files, or that doesn’t remove all of them. */
function passedTo(program: string, giver: string): string | undefined {
  return giver === 'xargs' || giver === 'parallel' ? `runs ${program} with the files that its input names` : undefined;
}

function sentenceOf({ access }: PathFact, program: string, from: CommandFact | undefined): string | undefined {
  const verb = VERBS[access];
  if (verb === undefined || !GIVES_NAMES.has(program)) return undefined;
  if (program === 'xargs' || program === 'parallel') return `${verb === 'removes' ? 'deletes' : verb} the files that its input names`;
  if (program !== 'find' || from === undefined) return `${verb} the files that it finds`;
  const [folder] = from.paths;
  return folder === undefined ? `${verb} the files that it finds` : foundEffect(from, folder.spelled, verb);
}

/** What `find … -delete` or `-exec rm` takes from a folder: the tests before it choose a part of what is there. */
export function foundEffect({ argv }: CommandFact, folder: string, verb = 'removes'): string {
  const run = argv.findIndex((word) => RUN.test(word ?? ''));
  const action = Math.max(actionOf(argv), run);
  const tests = argv.slice(0, Math.max(action, 0));
  const isClear = !argv.some((word) => CHOICES.has(word));
  const type = isClear ? valueOf(tests, '-type') : undefined;
  const name = isClear ? valueOf(tests, '-name', '-iname') : undefined;
  return `${verb} ${type === 'd' ? 'folders' : 'files'}${name === undefined ? '' : ` named ${name}`} that it finds in ${folder}`;
}

/** Of several, the first. */
function valueOf(words: CommandFact['argv'], ...tests: readonly string[]): string | undefined {
  const at = words.findIndex((word) => tests.includes(word ?? ''));
  return at < 0 ? undefined : (words[at + 1] ?? undefined);
}
