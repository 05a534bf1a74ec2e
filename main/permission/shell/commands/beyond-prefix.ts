import type { Word } from '../word.ts';
import { quietTest } from './test-expression.ts';
import { isQuietAwkProgram, isQuietJqProgram, isQuietSedScript } from './script-languages.ts';
import { ENVIRONMENT_RUNNERS } from './program-names.ts';
import { always, FINAL, type Form, FORMS, GIT_FORMS, RUNS } from './dangerous-forms.ts';

/** Options of git itself, before the sub-command. `-C` only moves, `--no-pager` only prints. */
const GIT_TAME_GLOBALS = new Set([
  '-C',
  '--no-pager',
  '-P',
  '--paginate',
  '--no-optional-locks',
  '--literal-pathspecs',
  '--no-replace-objects',
  '--version',
  '--help',
  '-v',
  '-h',
]);

/** Programs whose dangerous forms come first, so that unknown words behind the name of a task are harmless. */
const TAME_TAILS = new Set(['npm', 'pnpm', 'yarn']);

/** Programs that run what they are told to: a prefix rule must name it, directly or after a verb like `run`. */
const NAMED_RUNNERS: ReadonlySet<string> = new Set([
  ...'npx bunx pnpx uvx pipx cross-env dotenv hyperfine nocorrect rlwrap faketime caffeinate systemd-run firejail bwrap'.split(' '),
  ...'fakeroot prlimit cpulimit setarch taskset chrt chronic valgrind unbuffer tmux screen'.split(' '),
]);
const VERB_RUNNERS: ReadonlySet<string> = new Set([...ENVIRONMENT_RUNNERS, 'nix-shell', 'kubectl']);

/** Whether the fixed part of a rule says what a runner runs; true for programs that run nothing. */
export function namesWhatRuns(program: string, verb: string | null | undefined, fixed: string): boolean {
  const words = fixed.trim().split(/\s+/u).length;
  if (NAMED_RUNNERS.has(program)) return words > 1;
  return !VERB_RUNNERS.has(program) || !/^(?:run|exec|x|shell|develop|tool)$/u.test(verb ?? '') || words > 2;
}

export interface Beyond {
  readonly reasons: readonly string[];
  readonly irreversible: boolean;
}

/** Why no prefix or wildcard rule covers these words; empty when one may. */
export function beyondPrefix(program: string, words: readonly Word[]): Beyond {
  const reasons = new Set<string>();
  let irreversible = false;
  const apply = (forms: readonly Form[] | undefined, rest: readonly Word[]): void => {
    for (const form of forms ?? []) {
      if (!applies(form, rest)) continue;
      reasons.add(form.why);
      if (form.irreversible === true) irreversible = true;
    }
    if (forms !== undefined && !(TAME_TAILS.has(program) && rest[0]?.value != null) && rest.some((word) => word.value === null))
      reasons.add('part of it is only known when it runs');
  };
  if (program.startsWith('mkfs.')) apply(always(FINAL, true), words);
  apply(FORMS.get(program), words);
  if (['test', '[', '[['].includes(program) && quietTest(words, program !== '[[') === undefined) reasons.add('it evaluates names');
  if (program === 'git') {
    const rest = afterGitGlobals(words, reasons);
    apply(GIT_FORMS.get(rest[0]?.value ?? '') ?? [], rest.slice(1));
    if (rest.some((word) => word.value === null)) reasons.add('part of it is only known when it runs');
    if (rest.some((word) => /^(?:ext|fd)::/u.test(word.value ?? ''))) reasons.add(RUNS);
  }
  if (
    ['npm', 'pnpm', 'yarn', 'bun'].includes(program) &&
    /^(?:--prefix|-C|--cwd|--dir|--userconfig|--globalconfig)(?:=|$)/u.test(words[0]?.value ?? '')
  ) {
    reasons.add('it runs in another folder');
  }
  for (const reason of scripts(program, words)) reasons.add(reason);
  return { reasons: [...reasons], irreversible };
}

function afterGitGlobals(words: readonly Word[], reasons: Set<string>): readonly Word[] {
  let i = 0;
  for (; i < words.length; i++) {
    const value = words[i]?.value;
    if (value === null || value === undefined || !value.startsWith('-')) break;
    if (!GIT_TAME_GLOBALS.has(value)) {
      reasons.add('it sets up git differently for this call');
      if (value === '-c' || /^--(?:git-dir|work-tree|namespace|exec-path|config-env)$/u.test(value)) i++;
    }
    if (value === '-C') i++;
  }
  return words.slice(i);
}

/** Little languages in an argument: what they can do depends on the program text. */
function scripts(program: string, words: readonly Word[]): string[] {
  const values = words.map((word) => word.value ?? '');
  if (['awk', 'gawk', 'mawk', 'nawk'].includes(program)) {
    return values.every(isQuietAwkProgram) && !values.some((value) => /^-f|^--file|^-i|^-l/u.test(value))
      ? []
      : ['its program may run commands or write files'];
  }
  if (program === 'jq')
    return values.every(isQuietJqProgram) && !values.includes('-f') ? [] : ['its program looks at the environment or other files'];
  if (program === 'sed') {
    const operands = values.filter((value) => !value.startsWith('-'));
    const given = values.flatMap((value, index) =>
      /^-[nErsuz]*e$|^--expression$/u.test(value) ? [values[index + 1] ?? ''] : value.startsWith('--expression=') ? [value.slice(13)] : [],
    );
    const texts = given.length > 0 ? given : operands.slice(0, 1);
    return texts.every(isQuietSedScript) ? [] : ['its script may run commands or write files'];
  }
  return [];
}

function applies(form: Form, words: readonly Word[]): boolean {
  if (form.options === undefined && form.operand === undefined && form.verbs === undefined) return true;
  const values = words.flatMap((word) => (word.value === null ? [] : [word.value]));
  if (form.options !== undefined && values.some((value) => hasOption(value, form.options ?? []))) return true;
  if (form.verbs !== undefined && verbsOf(values).some((verb) => form.verbs?.includes(verb))) return true;
  const pattern = form.operand;
  return pattern !== undefined && values.some((value) => pattern.test(value));
}

/** The first operand; where an option stands before it, it may be that option's value, so the next one counts as well. */
function verbsOf(values: readonly string[]): string[] {
  const isOption = (value: string): boolean => value.startsWith('-') && value !== '-';
  const end = values.findIndex((value, at) => !isOption(value) && !isOption(values[at - 1] ?? ''));
  return values.slice(0, end < 0 ? values.length : end + 1).filter((value) => !isOption(value));
}

function hasOption(value: string, names: readonly string[]): boolean {
  if (names.includes(value)) return true;
  if (value.startsWith('--')) {
    const name = value.split('=')[0] ?? value;
    return name.length > 2 && names.some((option) => option.startsWith(name));
  }
  if (!/^[-+][A-Za-z]/u.test(value)) return false;
  if (names.some((option) => !option.startsWith('--') && option.length > 2 && value.split('=')[0] === option)) return true;
  return names.some((option) => /^-[A-Za-z]$/u.test(option) && value.slice(1).includes(option.slice(1)));
}
