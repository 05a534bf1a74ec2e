import { programName } from './commands/program-name.ts';
import { SHELLS } from './parse/inner-scripts.ts';
import { leadsWords } from './parse/later-meaning.ts';
import type { RawAssignment } from './parse/raw-command.ts';
import type { Word } from './parse/word.ts';

/** Builtins whose text the shell runs that they stand in. */
const SAME: ReadonlySet<string> = new Set('eval trap mapfile readarray compgen complete'.split(' '));

/**
 * Whether the shell that a program starts reads a text as bash does, which is how it is read here. POSIX shells such as dash, which is
 * `sh` on many systems, lack many of bash's words; zsh and ksh have others.
 *
 * @param programs The program that runs the text, and those that run it, the innermost first.
 */
export function readsLikeBash(text: string, programs: readonly string[]): boolean {
  const program = programs.find((one) => !SAME.has(one));
  if (program === undefined || program === 'bash' || program === 'rbash') return true;
  const odd = SHELLS.has(program) && program !== 'sh' && program !== 'dash' ? [...OF_BASH, ...OF_OTHERS] : OF_BASH;
  return !odd.some((pattern) => pattern.test(text));
}

/** What dash reads otherwise: as plain text, as another operator, or as a program that isn't there (its manual; POSIX 2). */
const OF_BASH: readonly RegExp[] = [
  /\$["'[]/u,
  /\[\[|(?<!\$)\(\(/u,
  /&>|>&(?![\d-])|<<<|[<>]\(/u,
  /(?:^|[\s;|&(){}])\d{2,}[<>]/u,
  /[=:]~|~[-+]/u,
  /\{-?\w+\.\./u,
  /(?<![\w./-])(?:builtin|pushd|popd|declare|typeset|local|noglob|time|let|function|select|coproc|shopt)(?![\w./-])/u,
  // Without quotes the value is split, and may assign further variables.
  /(?<![\w./-])(?:export|readonly)(?![\w./-])[^\n;|&]*=[^\s"';|&]*[$`]/u,
];

/** What only zsh or ksh read otherwise: indexes and modifiers behind a variable, files of programs, patterns, the end of a pipeline (zsh manual, “Expansion”). */
const OF_OTHERS: readonly RegExp[] = [
  /\$\w+[[:]/u,
  /\$[#+=^~]\w/u,
  /\*\*|<\d*-\d*>/u,
  /(?:^|[\s;|&(){}])=/u,
  />!/u,
  /(?<!\|)\|(?!\|)[&\s]*(?:cd|read|export|command|eval|set|unset|\{|[A-Za-z_]\w*=)/u,
];

/** Programs that run others as another user, who has another home folder. */
export const OF_OTHER_USERS: ReadonlySet<string> = new Set('sudo doas su runuser pkexec'.split(' '));

/**
 * The variable that a command sets for what it runs, if words of a text may depend on it: `HOME=x bash -c '…'`, `env -i bash -c 'cat ~/x'`.
 * Words of the line itself have been read before.
 */
export function changesForText(assignments: readonly RawAssignment[], words: readonly Word[]): string | undefined {
  const set = assignments.find(({ name }) => leadsWords(name));
  if (set !== undefined) return set.name;
  const program = programName(words[0]?.value ?? '');
  const values = words.slice(1).map(({ value }) => value ?? '');
  const shell = values.findIndex((value) => SHELLS.has(programName(value)) || value === 'watch');
  if (shell < 0) return undefined;
  const before = values.slice(0, shell);
  const usesHome = values.some((value) => /~|\bHOME\b/u.test(value));
  if (OF_OTHER_USERS.has(program)) return usesHome ? 'HOME' : undefined;
  if (program !== 'env') return undefined;
  const named = before.flatMap((value) => value.match(/[A-Z_]{2,}/gu) ?? []).find(leadsWords);
  if (named !== undefined) return named;
  return usesHome && before.some((value) => /^-(?:$|[a-z]*i)|^--ig/u.test(value)) ? 'HOME' : undefined;
}
