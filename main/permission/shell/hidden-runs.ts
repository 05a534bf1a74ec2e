import { basename } from 'node:path';
import { isExpandedAgain, isPastedByOldOnes } from './commands/expanded-again.ts';
import { FINAL, RUNS, TRIES, UNLISTED, UNNAMES } from './commands/forms/form.ts';
import { awkMayRun, sedMayRun } from './commands/languages/script-languages.ts';
import { isHarmlessVariable } from './harmless-variables.ts';
import type { RawCommand } from './parse/raw-command.ts';
import { isRunner } from './runners.ts';
import type { Word } from './parse/word.ts';

/** What a command may run besides what its words say plainly. Checked for deny and ask rules; allow rules don't need it. */
export interface HiddenRuns {
  /** Parts of its words that may be commands: if one of them is denied, it may be run. */
  readonly suspects: readonly string[];
  /** Shell text passed to programs in variables. */
  readonly texts: readonly string[];
  readonly opaque: string | undefined;
}

/** Builtins that evaluate names, including substitutions in a subscript (bash manual, “Arrays”). */
const EVALUATES_NAMES: ReadonlySet<string> = new Set(
  '[ [[ declare export getopts let local mapfile printf read readarray readonly test typeset unset wait'.split(' '),
);

/** Variables whose value is run by a program (manuals of git, less, man, bash). */
const RUN_VARIABLES: ReadonlySet<string> = new Set(
  'BROWSER EDITOR GIT_ASKPASS GIT_EDITOR GIT_EXTERNAL_DIFF GIT_PAGER GIT_PROXY_COMMAND GIT_SEQUENCE_EDITOR GIT_SSH GIT_SSH_COMMAND LESSCLOSE LESSOPEN MANPAGER PAGER PROMPT_COMMAND RSYNC_RSH SSH_ASKPASS SUDO_ASKPASS VISUAL'.split(
    ' ',
  ),
);

/** Variables that name files of code. */
const CODE_VARIABLES: ReadonlySet<string> = new Set(['BASH_ENV', 'ENV', 'LD_PRELOAD', 'LD_AUDIT']);

/** Reasons for which a prefix rule doesn't cover a command, but which don't mean that it runs something else. */
const RUNS_NOTHING: ReadonlySet<string> = new Set([
  FINAL,
  TRIES,
  UNNAMES,
  UNLISTED,
  'part of it is only known when it runs',
  'it overwrites files',
  'it sends files',
  'it sends data',
]);

const HIDDEN = 'It may run a text that is spelled in a hidden way.';

export function hiddenRuns(
  program: string,
  words: readonly Word[],
  { assignments }: Pick<RawCommand, 'assignments'>,
  beyond: readonly string[],
): HiddenRuns {
  const rest = words.slice(1);
  const literals = rest.flatMap((word) => (word.value === null ? [] : [word.value]));
  const evaluates = EVALUATES_NAMES.has(program);
  const mayRun = evaluates || beyond.some((reason) => !RUNS_NOTHING.has(reason));
  const set = assignments.filter(({ name, value }) => !isHarmlessVariable(name) || value.expands);
  const values = set.flatMap(({ value }) => (value.value === null ? [] : [value.value]));
  const runVariables = set.filter(({ name }) => RUN_VARIABLES.has(name));
  return {
    suspects: [
      ...(mayRun || literals.some((value) => isPastedByOldOnes(program, value))
        ? rest.map((word) => word.value ?? word.text).flatMap(withJoinedValue)
        : []),
      ...set.map(({ value }) => value.value ?? value.text),
    ].flatMap(pieces),
    texts: runVariables
      .flatMap(({ value }) => (value.value === null ? [] : [value.value.replace(/^[|-]+/u, '')]))
      .filter((text) => text.trim() !== ''),
    opaque: reason(),
  };

  function reason(): string | undefined {
    if ([...values, ...(evaluates ? literals : [])].some((value) => /\$\(|`/u.test(value)))
      return 'It holds a substitution that may be evaluated later.';
    if (set.some(({ name }) => CODE_VARIABLES.has(name))) return 'It names a file of code to run first.';
    if (runVariables.some(({ value }) => value.value === null)) return 'It runs a computed text.';
    if (program === 'sed' && sedMayRun(rest)) return 'Its script may run commands.';
    if (literals.some((value) => isExpandedAgain(program, value))) return HIDDEN;
    if (/^[gmn]?awk$/u.test(program) && literals.some((value) => /^-f|^--file|^-[il]/u.test(value) || awkMayRun(value)))
      return 'Its program may run commands.';
    // Text it will run, quoted in a way that its parts don't show the command.
    if (beyond.includes(RUNS) && !isRunner(program) && literals.some((value) => /[\\'"$`*?[]/u.test(value))) return HIDDEN;
    return undefined;
  }
}

/** `-Oless` is `-O less` to the program. */
function withJoinedValue(text: string): string[] {
  return /^-[A-Za-z]./u.test(text) ? [text, text.slice(2)] : [text];
}

/** Every part that could be a command, also without its folder. */
function pieces(text: string): string[] {
  return text
    .slice(0, 10_000)
    .split(/[=;|&!()`$<>"'{}[\],:\n]+/u)
    .flatMap((piece) => {
      const plain = piece.trim();
      const [first = ''] = plain.split(/\s/u);
      if (plain === '') return [];
      return first.includes('/') ? [plain, basename(first) + plain.slice(first.length)] : [plain];
    });
}
