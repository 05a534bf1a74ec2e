import { programName } from '../shell/commands/program-name.ts';
import { commandRuleTool } from '#shared/tool-table.ts';
import type { CommandFact } from '#shared/permission/facts.ts';
import { INTERPRETERS } from '../shell/commands/program-names.ts';
import { tasksOf } from '../shell/commands/named-tasks.ts';
import { runnerUse } from '../shell/commands/runner-forms.ts';
import { isFinalScript } from '../shell/script-risk.ts';
import { talksToNetwork } from '../shell/network-programs.ts';
import { runsAnother } from '../shell/runners.ts';
import { addressRuleText } from './suggest-address.ts';

/** Never suggested: what they run has another user's rights, or runs on another machine. */
const NEVER: ReadonlySet<string> = new Set('sudo doas su runuser pkexec chroot nsenter unshare'.split(' '));

const SHELLS: ReadonlySet<string> = new Set('bash sh zsh dash ksh fish csh tcsh'.split(' '));

export const INTERPRETER = new RegExp(`^(?:${[...INTERPRETERS, 'tsx', 'ts-node', 'awk', 'gawk', 'mawk'].join('|')})[\\d.]*$`, 'u');

/** The first word after these decides too little: `gh pr view`, not `gh pr`. */
const GROUPED: ReadonlySet<string> = new Set('gh glab gcloud az aws kubectl compose stash worktree remote submodule notes run'.split(' '));

/** Their name alone would cover too much: what they remove, end, change, reach or carry is only in the words after it. */
const NEEDS_MORE: ReadonlySet<string> = new Set([
  ...'git npm pnpm yarn bun docker podman kubectl gh glab aws gcloud az terraform rm rmdir mv cp dd ln shred truncate tee install touch mkdir'.split(
    ' ',
  ),
  ...'kill killall pkill chmod chown chgrp crontab systemctl launchctl service sqlite3 psql mysql redis-cli mongosh tmux screen sed'.split(
    ' ',
  ),
  ...'osascript open xdg-open make eval source exec export set unset alias trap find fd xargs tar zip unzip openssl gpg env'.split(' '),
]);

/** Programs whose names are often names of tasks. */
const TASK_WORDS: ReadonlySet<string> = new Set('open make install service set source node export'.split(' '));

const CONTAINERS: ReadonlySet<string> = new Set(['docker', 'podman']);

/** Options before the verb that take the next word as a value. */
const COMPOSE_VALUED: ReadonlySet<string> = new Set(
  '-f --file -p --project-name --profile --env-file --project-directory --ansi --progress --parallel'.split(' '),
);
const VALUED_BEFORE_VERB: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['cargo', new Set(['--color'])],
  ['docker-compose', COMPOSE_VALUED],
  ...['mvn', 'mvnw'].map((name) => [name, new Set(['-f', '-pl', '-P', '-s', '-T'])] as const),
  ...['gradle', 'gradlew'].map((name) => [name, new Set(['-p', '-x'])] as const),
  ['pnpm', new Set(['--filter', '-F'])],
  ['bun', new Set(['--filter', '-F'])],
]);

/** The words before the name of one of the project's tasks. */
export const TASK_LISTS: ReadonlySet<string> = new Set([
  'npm run',
  'pnpm run',
  'yarn run',
  'bun run',
  'deno task',
  'mise run',
  'rye run',
  'pdm run',
  'hatch run',
  'composer run',
  'make',
  'just',
  'task',
  'rake',
  'turbo',
  'nx',
  'poe',
  'grunt',
  'gulp',
]);

/** The words after which these run a script; any that are not listed run one that is their first word. */
const SCRIPT_AFTER: ReadonlyMap<string, readonly string[]> = new Map([
  ...'zx julia elixir raku kotlin groovy scala racket janet nu swift'.split(' ').map((name): [string, readonly string[]] => [name, []]),
  ['coverage', ['run']],
  ['crystal', ['run']],
  ['nim', ['r', 'c', 'run']],
  ['dart', ['run']],
]);

/** Their sub-commands install, publish or run anything. */
const TOOLCHAINS: ReadonlySet<string> = new Set(
  'go cargo rustup pip pip3 uv poetry conda brew apt apt-get gem bundle composer dotnet mvn mvnw gradle gradlew swift deno mix hg svn jj'.split(
    ' ',
  ),
);

/** A program with a single purpose: no shell, toolchain or runner, and none that accesses files and other machines through sub-commands. */
export function isSingleTool(program: string): boolean {
  const isKnownWide =
    NEEDS_MORE.has(program) || GROUPED.has(program) || NEVER.has(program) || SHELLS.has(program) || TOOLCHAINS.has(program);
  return !isKnownWide && !INTERPRETER.test(program) && runnerUse(program, []) === undefined && !talksToNetwork(program, []);
}

/** Runs commands as another user. */
export function hasOthersRights(program: string): boolean {
  return NEVER.has(program);
}

/** Candidate rules that could cover a command next time, most useful first. The caller checks whether they do. */
export function commandRuleTexts(command: CommandFact): string[] {
  if (command.program === '' || NEVER.has(command.program)) return [];
  const isWide =
    command.opaqueCode ||
    command.beyondPrefix.length > 0 ||
    isFinalScript(command.scriptRisk) ||
    replacesCommit(command) ||
    tasksOf(command.program, command.argv.slice(1)).length > 1;
  const prefix = isWide ? undefined : prefixOf(command);
  // A program that reads its code from elsewhere doesn't show it in its words.
  const exact = command.opaqueCode || command.argv.includes(null) ? undefined : exactText(command.strictText);
  return [prefix === undefined ? undefined : `${prefix} *`, addressRuleText(command), exact].filter((text) => text !== undefined);
}

/** A rule for `git commit` that is added for it would be read as one for new commits. */
function replacesCommit({ program, argv }: CommandFact): boolean {
  return program === 'git' && argv.includes('commit') && argv.includes('--amend');
}

/** The text of a rule for exactly this command; undefined where a `*` in it would match more. */
export function exactText(text: string): string | undefined {
  if (/(?<!\\)\*/u.test(text) || text.length > MAX_EXACT || text.trim() !== text || text.endsWith(':*')) return undefined;
  return text.replaceAll(/\\(?=[()])/gu, String.raw`\\`);
}

/** Whether these words before a final `*` say what runs, so that a rule with them is suggested. */
export function isSuggestedStart(text: string): boolean {
  if (TASK_LISTS.has(text)) return true;
  const words = text.split(' ');
  const length = text.includes('*') ? undefined : prefixLength(words);
  return length !== undefined && length <= words.length;
}

/** The rule that lets exactly this line run unseen; undefined where it can't be written. */
export function unseenRuleText(toolName: string, line: string): string | undefined {
  const text = exactText(line);
  return text === undefined ? undefined : `${commandRuleTool(toolName)}(${text})`;
}

const MAX_EXACT = 2000;

/** The fixed words of a prefix rule as written; undefined where no prefix is narrow enough. */
function prefixOf({ argv, strictText }: CommandFact): string | undefined {
  const length = prefixLength(argv);
  if (length === undefined) return undefined;
  const words = argv.slice(0, length);
  if (!words.every((word) => word !== null && /^[\w@%+=:,./-]+$/u.test(word))) return undefined;
  const prefix = words.join(' ');
  return strictText === prefix || strictText.startsWith(`${prefix} `) ? prefix : undefined;
}

/** How many words say what the command does; undefined where no prefix is narrow enough. */
function prefixLength([first, ...args]: readonly (string | null)[]): number | undefined {
  if (first === undefined || first === null) return undefined;
  const program = programName(first);
  if (SHELLS.has(program) || NEVER.has(program)) return undefined;
  const use = runnerUse(program, args);
  if (use !== undefined) {
    if (use.risky) return undefined;
    if (use.inner === undefined) return isVerb(args[use.verb + 1]) ? use.verb + 3 : undefined;
    return behind(use.inner + 1, args.slice(use.inner));
  }
  if (!CONTAINERS.has(program) && runsAnother(program, args)) return undefined;
  if (INTERPRETER.test(program) && program !== 'bun') return scriptLength(args);
  // An unknown program followed by a known one most likely runs it.
  if (!NEEDS_MORE.has(program) && isProgram(args[0])) return behind(1, args);
  const scriptAt = SCRIPT_AFTER.get(program)?.indexOf(args[0] ?? '') === -1 ? 0 : 1;
  if (SCRIPT_AFTER.has(program) && !isVerb(args[scriptAt])) {
    const length = scriptLength(args.slice(scriptAt));
    return length === undefined ? undefined : scriptAt + length;
  }
  const verbs = verbLength(program, args);
  const needsVerb = NEEDS_MORE.has(program) || TOOLCHAINS.has(program) || talksToNetwork(program, args);
  return verbs > 0 || !needsVerb ? 1 + verbs : undefined;
}

function behind(length: number, inner: readonly (string | null)[]): number | undefined {
  const more = prefixLength(inner);
  return more === undefined ? undefined : length + more;
}

export function isProgram(word: string | null | undefined): boolean {
  return (
    typeof word === 'string' &&
    (NEEDS_MORE.has(word) || NEVER.has(word) || SHELLS.has(word) || INTERPRETER.test(word)) &&
    !TASK_WORDS.has(word)
  );
}

/** An interpreter with a script of the project, or with a module. */
function scriptLength(args: readonly (string | null)[]): number | undefined {
  const [first, second] = args;
  if (first === '-m' && isVerb(second?.replaceAll('.', '_'))) return 3;
  return typeof first === 'string' && /^[\w@./-]*[\w-]\.[A-Za-z]{1,6}$/u.test(first) && !/^[-/~]|(?:^|\/)\.\.(?:\/|$)/u.test(first)
    ? 2
    : undefined;
}

/** How many of the arguments say what the command does, before those that vary. */
function verbLength(program: string, args: readonly (string | null)[]): number {
  // Git's folder is part of what is allowed.
  if (program === 'git' && args[0] === '-C') return isVerb(args[2]) ? 3 : 0;
  // Only the address distinguishes its forms.
  if (program === 'gh' && args[0] === 'api') return 0;
  const start = verbStart(args, VALUED_BEFORE_VERB.get(program));
  const verb = args[start];
  const named = TASK_LISTS.has(program) ? start : start + 1;
  // Whatever its name looks like: all tasks would be too many.
  if (TASK_LISTS.has(named === start ? program : `${program} ${verb ?? ''}`) && isTaskName(args[named]) && !GROUPED.has(args[named]))
    return named + 1;
  // `assembleDebug`
  if (/^(?:gradlew?|mvnw?)$/u.test(program) && isTaskName(verb)) return start + 1;
  if (!isVerb(verb)) return program === 'bun' && isScript(verb) ? start + 1 : 0;
  if (verb === 'compose' && args[start + 1]?.startsWith('-') === true) {
    const at = start + 1 + verbStart(args.slice(start + 1), COMPOSE_VALUED);
    return isVerb(args[at]) ? at + 1 : 0;
  }
  const isGroup = GROUPED.has(program) || GROUPED.has(verb);
  return start + (isGroup && isVerb(args[start + 1]) ? 2 : 1);
}

/** Where the options before the verb end, for programs whose options with values are known. */
function verbStart(args: readonly (string | null)[], valued: ReadonlySet<string> | undefined): number {
  if (valued === undefined) return 0;
  let start = 0;
  for (let word = args[0]; word !== undefined && word !== null && /^[-+]/u.test(word); word = args[start])
    start += valued.has(word) ? 2 : 1;
  return start;
}

export function isScript(word: string | null | undefined): boolean {
  return typeof word === 'string' && /^(?!\/|~|-|.*\.\.\/)[\w@./-]+\.[cm]?[jt]sx?$/u.test(word);
}

function isTaskName(word: string | null | undefined): word is string {
  return typeof word === 'string' && /^[\w@][\w@:./+-]*$/u.test(word);
}

/** A word that names an action, not a number, hash or file that differs between calls. */
function isVerb(word: string | null | undefined): word is string {
  return typeof word === 'string' && /^[a-z][a-z0-9:_-]*$/u.test(word) && !/\d{3}|^[0-9a-f]{7,}$/u.test(word);
}
