import path from 'node:path';
import { isInside } from '#main/tool/is-inside.ts';
import { type CommandEffects, commandEffects } from '../command-effects.ts';
import type { EffectsContext } from '../effects-context.ts';
import { INTERPRETERS } from '../commands/program-names.ts';
import { ROLES } from '../commands/file-role-table.ts';
import { READ_ONLY_COMMANDS } from '../commands/read-only.ts';
import { mayBeRemote } from '../commands/prefix-use.ts';
import { readSedScript, sedScripts } from '../commands/languages/sed-script.ts';
import type { InnerScripts } from '../parse/inner-scripts.ts';
import type { RawCommand } from '../parse/raw-command.ts';
import { literalWord, type Word } from '../parse/word.ts';
import { builtinUnseen } from './builtin-unseen.ts';
import { gitUnseen } from './git-unseen.ts';
import { assignmentIn, namesWhatRuns } from './names-what-runs.ts';
import { mayLoad, QUIET_PROGRAMS } from './quiet-programs.ts';
import { mayBeOneOf } from './risky-options.ts';
import { runnerInner } from './runner-inner.ts';
import { toolUnseen } from './tool-unseen.ts';
import { mayRun, NOTHING_UNSEEN, type Unseen } from './unseen.ts';

/** Folders that contain the well-known programs. */
const SYSTEM_FOLDERS: ReadonlySet<string> = new Set(['/bin', '/usr/bin', '/sbin', '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin']);
/** Folders for tools listed in the project's manifest. */
const TOOL_FOLDERS = /^(?:\.\/)?(?:node_modules\/\.bin|\.?venv\/bin|vendor\/bin)$/u;
const PROJECT_WRAPPERS: ReadonlySet<string> = new Set(['./gradlew', './mvnw', 'gradlew', 'mvnw']);

/** `known`: the well-known program of that name. `tool`: one listed by the project. `other`: any file. */
function programOrigin(name: string, isShadowed: boolean): 'known' | 'tool' | 'other' {
  if (!name.includes('/')) return isShadowed ? 'tool' : 'known';
  if (PROJECT_WRAPPERS.has(name)) return 'tool';
  const folder = path.posix.dirname(name);
  if (SYSTEM_FOLDERS.has(folder)) return 'known';
  return TOOL_FOLDERS.test(folder) ? 'tool' : 'other';
}

export interface UnseenInput {
  readonly words: readonly Word[];
  readonly assignments: RawCommand['assignments'];
  readonly context: EffectsContext;
  /** What is already known of the innermost command, since determining it reads the disk. */
  readonly known: { readonly words: readonly Word[]; readonly effects: CommandEffects };
  /** Shell text that it runs, which is analysed separately. */
  readonly scripts: InnerScripts;
  /** Only wrappers precede it whose command can be determined for certain. */
  readonly behindWrappers?: boolean;
  isShadowed(name: string): boolean;
}

const MAX_DEPTH = 8;

/** What one command may do that its words don't show. Based on lists of what is known to be harmless: any other program may run anything. */
export function commandUnseen(input: UnseenInput): Unseen {
  const program = input.words[0]?.value ?? undefined;
  const set = input.assignments.find(({ name, value }) => namesWhatRuns(name, value, program));
  if (set !== undefined) return mayRun(`${set.name} may name a program or change which one runs.`);
  return input.words.length === 0 ? NOTHING_UNSEEN : wordsUnseen(input.words, input, 0);
}

function wordsUnseen(words: readonly Word[], input: UnseenInput, depth: number): Unseen {
  const name = words[0]?.value;
  if (depth > MAX_DEPTH || name === undefined || name === null || words[0]?.glob === true)
    return mayRun('What it runs is only known when it runs.');
  const program = path.posix.basename(name);
  const rest = words.slice(1);
  const origin = programOrigin(name, input.isShadowed(name));
  if (origin === 'other') return mayRun(`${name} is a file that may run anything.`);
  const tool = toolUnseen(program === 'gradlew' ? 'gradle' : program === 'mvnw' ? 'mvn' : program, rest, (file) => inProject(file, input));
  if (origin === 'tool') return tool ?? mayRun(`${name} is a file of the project that may run anything.`);
  const { known } = input;
  const isKnown = name === program && words[0] === known.words[0] && words.length === known.words.length;
  const effects = isKnown ? known.effects : commandEffects([literalWord(program), ...rest], input.context);
  if (effects.readOnly || effects.fileCommand) return NOTHING_UNSEEN;
  const inner = runnerInner(program, words);
  if (inner === 'unclear') return mayRun(`Which of its words ${program} runs is not known.`);
  if (inner !== undefined) {
    const changed = words.slice(1, words.length - inner.length).map(assignmentIn);
    const risky = changed.find((one) => one !== undefined && namesWhatRuns(one.name, literalWord(one.value)));
    const behindWrappers = input.behindWrappers !== false && PLAIN_WRAPPERS.has(program);
    return risky === undefined
      ? wordsUnseen(inner, { ...input, behindWrappers }, depth + 1)
      : mayRun(`${risky.name} may change which program runs.`);
  }
  if (tool !== undefined) return tool;
  return knownUnseen(program, rest, effects, input, depth);
}

function knownUnseen(program: string, rest: readonly Word[], effects: CommandEffects, input: UnseenInput, depth: number): Unseen {
  if (program === 'git') return gitUnseen(rest, (folder) => inProject(folder, input));
  if (asksForVersion(rest)) return NOTHING_UNSEEN;
  if (isInterpreter(program)) return interpreterUnseen(rest, input, depth);
  if (SCRIPT_RUNNERS.has(program) && readsScript(program, rest, input, depth))
    return rest.some(({ value }) => /^--(?!norc|noprofile|posix|login)/u.test(value ?? ''))
      ? mayRun('One of its options may run a file.')
      : NOTHING_UNSEEN;
  const builtin = builtinUnseen(program, rest);
  if (builtin !== undefined) return builtin;
  if (program === 'sed') return sedUnseen(rest);
  if (program === 'find' || program === 'fd' || program === 'fdfind') return findUnseen(program, rest, input, depth);
  const risky = QUIET_PROGRAMS.get(program);
  if (risky === undefined) return mayRun(`What ${program} runs is not known.`);
  if (rest.some((word) => mayBeOneOf(word, risky) || mayLoad(program, word) || mayBeRemote(program, word)))
    return mayRun('One of its options may run a program.');
  return filesUnseen(program, rest, effects);
}

/** Its files are known if its script is. */
function sedUnseen(rest: readonly Word[]): Unseen {
  const scripts = sedScripts(rest)?.map(readSedScript);
  return scripts?.every((one) => one?.runs === false) === true ? NOTHING_UNSEEN : mayRun('Its script may run commands.');
}

/** Known programs in unknown forms: which files they access can't be determined. */
function filesUnseen(program: string, rest: readonly Word[], effects: CommandEffects): Unseen {
  const has = (pattern: RegExp): boolean => rest.some(({ value }) => pattern.test(value ?? ''));
  if (program === 'wget' && has(/^-[a-zA-Z]*[rmpx]|^--(?:rec|mir|pag|force-d)/u))
    return { writes: 'It writes files that only the server names.' };
  // After its first operand nothing is an option.
  if (
    program === 'xxd' &&
    rest.slice(rest.findIndex(({ value }) => value?.startsWith('-') !== true)).some(({ value }) => value?.startsWith('-'))
  )
    return { writes: 'It may write a file that is named like an option.' };
  const reads = !['none', 'text', undefined].includes(READ_ONLY_COMMANDS.get(program)?.operands);
  const unclear = reads && !ROLES.has(program) && effects.paths.every((use) => use.value !== null);
  return unclear ? { reads: 'It may read files that no word names.' } : NOTHING_UNSEEN;
}

const FIND_RUNS: readonly string[] = '-exec -execdir -ok -okdir'.split(' ');
const FD_RUNS: readonly string[] = '-x -X --exec --exec-batch'.split(' ');

function findUnseen(program: string, rest: readonly Word[], input: UnseenInput, depth: number): Unseen {
  const runs = program === 'find' ? FIND_RUNS : FD_RUNS;
  const at = rest.findIndex((word) => mayBeOneOf(word, runs));
  if (at < 0)
    return rest.some(({ value }) => value?.startsWith('-files0') === true) ? { reads: 'It looks where a file says.' } : NOTHING_UNSEEN;
  if (!runs.includes(rest[at]?.value ?? '')) return mayRun('What it runs is only known when it runs.');
  const end = rest.findIndex(({ value }, index) => index > at && (value === ';' || value === '+'));
  const inner = rest
    .slice(at + 1, end < 0 ? undefined : end)
    .map((word) => (word.text.includes('{') ? { ...word, value: null, mayBeOption: false } : word));
  if (inner.length === 0) return mayRun('What it runs is only known when it runs.');
  const later = end < 0 ? NOTHING_UNSEEN : findUnseen(program, rest.slice(end + 1), input, depth + 1);
  // `fd` appends what it finds to the command's words.
  const fed = program === 'find' ? NOTHING_UNSEEN : { reads: 'It reads what is found.' };
  return { ...fed, ...later, ...wordsUnseen(inner, { ...input, behindWrappers: false }, depth + 1) };
}

/** Whether the shell text it runs is on the line, and so is analysed separately. */
function readsScript(program: string, rest: readonly Word[], { scripts, behindWrappers }: UnseenInput, depth: number): boolean {
  if (depth === 0) return scripts.texts.length > 0 && scripts.opaque === undefined;
  const at = rest.findIndex(({ value }) => value === null || !/^-[a-z]+$/u.test(value) || value.endsWith('c'));
  return (
    behindWrappers !== false &&
    SHELLS_OF_RUNNERS.has(program) &&
    /^-[a-z]*c$/u.test(rest[at]?.value ?? '') &&
    typeof rest[at + 1]?.value === 'string'
  );
}

const SHELLS_OF_RUNNERS: ReadonlySet<string> = new Set('bash sh zsh dash ksh'.split(' '));
/** Runners whose command, with the text it runs, is always found. */
const PLAIN_WRAPPERS: ReadonlySet<string> = new Set('timeout time nice nohup stdbuf command sudo env xargs'.split(' '));

const SCRIPT_RUNNERS: ReadonlySet<string> = new Set('bash sh zsh dash ksh eval trap watch'.split(' '));

function isInterpreter(program: string): boolean {
  return INTERPRETERS.includes(program.replace(/[\d.]+$/u, ''));
}

/** Python modules that only run what the project defines, like the tools of the same names. */
const MODULES: ReadonlySet<string> = new Set('pytest unittest pip mypy black ruff isort flake8 pylint tox nox pre_commit build'.split(' '));

function interpreterUnseen(rest: readonly Word[], input: UnseenInput, depth: number): Unseen {
  const at = rest.findIndex(({ value }) => value === null || !/^-[uBEsI]+$/u.test(value));
  const module = rest[at]?.value === '-m' ? rest[at + 1]?.value : undefined;
  if (module === 'venv' && rest.every(({ value }) => value !== null && !value.startsWith('/'))) return NOTHING_UNSEEN;
  if (module === undefined || module === null || !MODULES.has(module)) return mayRun('It runs code that is not on the line.');
  return wordsUnseen([literalWord(module.replaceAll('_', '-')), ...rest.slice(at + 2)], { ...input, isShadowed: () => false }, depth + 1);
}

function asksForVersion(rest: readonly Word[]): boolean {
  return rest.length === 1 && /^(?:--version|--help|-V)$/u.test(rest[0]?.value ?? '');
}

function inProject(file: string, { context }: UnseenInput): boolean {
  if (file.startsWith('~') || context.uncertain) return false;
  return isInside(path.resolve(context.dir, file), context.projectDir);
}
