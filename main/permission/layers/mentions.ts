import type { CommandFact, PathFact } from '#shared/permission/facts.ts';
import { isTextValue } from '../shell/commands/program-names.ts';
import { verbsOf } from '../shell/commands/forms/form.ts';
import { isReadThere, runsElsewhere } from '../shell/effects/on-host.ts';
import { runnerUse } from '../shell/commands/runner-forms.ts';
import type { Case } from './case.ts';
import { coveringRule } from './file-rules.ts';
import { freeToRead } from './folders.ts';

/** Programs whose words starting with a slash are their own names: log groups, parameters, parts of an address, labels. */
const NAMES_WITH_SLASHES: ReadonlySet<string> = new Set(['aws', 'vault', 'consul', 'etcdctl', 'stripe', 'bazel', 'bazelisk']);

/** Devices without content. */
const DEVICE = /^\/dev\/(?:null|stdin|stdout|stderr|tty|zero|u?random)$/u;

/**
 * A word of the command that names a location outside the working directories that no file rule allows. What an unknown program does with
 * it isn't known, so a prefix rule for the program doesn't cover it.
 */
export function outsideMention(command: CommandFact, at: Case): PathFact | undefined {
  const args = command.argv.slice(1);
  if (command.paths.every((fact) => fact.access !== 'mention')) return undefined;
  // Paths behind a container's name are inside the container.
  if (runnerUse(command.program, args)?.container === true) return undefined;
  const isThere = runsElsewhere(command);
  const texts = new Set(args.filter((_, index) => isTextValue(command.program, args, index)));
  return command.paths.find((fact) => {
    if (fact.access !== 'mention' || fact.via === 'redirect' || DEVICE.test(fact.path)) return false;
    if (isThere && isReadThere(fact)) return false;
    if ([...texts].some((text) => text !== null && text.includes(fact.spelled))) return false;
    const elsewhere = /^(?:\/|~)/u.test(fact.spelled) || /(?:^|\/)\.\.(?:\/|$)/u.test(fact.spelled);
    if (fact.spelled.startsWith('/') && NAMES_WITH_SLASHES.has(command.program) && !isFileAddress(fact.spelled, args)) return false;
    // A name that is too long or known only at run time is judged by its form, not by its location.
    if (fact.unresolved && !elsewhere) return false;
    return !freeToRead(fact, at) && coveringRule(fact, ['Read', 'Edit'], at) === undefined;
  });
}

/** `file:///etc/hosts` */
function isFileAddress(spelled: string, args: CommandFact['argv']): boolean {
  return args.some((arg) => /fileb?:\/\//u.test(arg ?? '') && arg?.endsWith(spelled));
}

/** Names of options whose next word is a place to write to. A word after another option may be an operand, which is often only read. */
const OUTPUT =
  /^(?:--?o[A-Z]?|-[Od]|--?[\w.:-]*(?:out|dest|log|report|save|write|dump|trace|profile|junit|cache|buildinfo|durations|iidfile|metadata-file|html|debug|emit|event|json|xml|lcov|warnings|prof-name|storage|snapshot|result-file|artifacts-path|scratch-path|build-path|diag|rdb|record|export|archive|backup|data-file|index-o)[\w.:-]*|--?(?:manifest|prefix|targ?e?t?|tab))$/iu;
/** `--target-dir`, `--declarationDir`, but not the folders of sources. */
const OUTPUT_FOLDER =
  /^--?(?!-|(?:exclude|ignore|skip|root|project|work|working|current|config|conf|source|src|base|plugins?|modules?|include|tests?|packages?|schemas?|rules|git)[-_]?dir)[\w.:-]*[-_]?dir(?:ectory)?$/iu;
/** Options that mean something else, or nothing, to most programs (manuals). */
const OUTPUT_OPTIONS: ReadonlyMap<string, string> = new Map([
  ...['mvn', 'mvnw', 'mvnd'].map((name) => [name, '-l'] as const),
  ...['gcc', 'g++', 'cc', 'c++', 'clang', 'clang++'].map((name) => [name, '-MF -MJ'] as const),
  ...['pip', 'pip3'].map((name) => [name, '-t --root'] as const),
  ...['pg_dump', 'pg_dumpall'].map((name) => [name, '-f --file'] as const),
  ['psql', '-L'],
  ['javac', '-s -h'],
  ['cmake', '-B'],
  ['ninja', '-C'],
  ['ssh-keygen', '-f'],
  ['mysqldump', '-r -T'],
  ['bundle', '--path'],
]);
/** These write to their last operand, or to one that isn't the first. */
const WRITES_LAST: ReadonlySet<string> = new Set(['sphinx-build', 'ffmpeg', 'convert', 'magick', 'meson']);

/** Last parts of the names of options whose value, joined with them, is only read: settings, sources, what to leave out. */
const READS = new RegExp(
  `(?:^|[-_.])(?:${[
    'config conf cfg configuration file-path rc rcfile ignore include exclude filter filters glob pattern path paths input from project root rootdir',
    'cwd chdir relative source src schema settings tsconfig template workspace package require import load plugin plugins values only',
    'workflow workflows match list files ext spec test tests skip grep base lib key cert token location baseline select ignores package-name scope repo local',
    'project-directory working-directory project-dir root-dir work-dir working-dir config-dir source-dir config-file env-file ignore-file ignore-path body-file notes-file var-file',
    'rules-dir rulesdir rules git-dir work-tree exclude-dir exclude-dirs ignore-dir ignore-dirs skip-dir skip-dirs',
  ]
    .join(' ')
    .replaceAll(' ', '|')})$|^-{0,2}file$`,
  'iu',
);
const READING_LETTERS = /^[fcpCIFreixXmgkvVt]$/u;

/** Sub-commands that create what they name: `cargo new .vscode/x`. */
const MAKES = /^(?:new|init|create|create-project|vendor|venv|generate|scaffold|startproject|startapp)$/u;

/** The words after the program; those that start with a plus sign say which of its versions runs. */
function withoutToolchain(argv: CommandFact['argv']): readonly string[] {
  return argv.slice(1).flatMap((arg) => (arg?.startsWith('+') === true ? [] : [arg ?? '']));
}

/**
 * A path that the command may write to, although what the program does with it isn't known: it follows an option for output, or lies in the
 * folder of a repository, where only git has to do with anything.
 */
export function isOutput(fact: PathFact, { argv, program }: CommandFact): boolean {
  if (fact.access !== 'mention') return false;
  if (program !== 'git' && /(?:^|\/)\.git\/./iu.test(fact.spelled)) return true;
  if (argv.includes(fact.spelled) && verbsOf(withoutToolchain(argv)).some((verb) => MAKES.test(verb))) return true;
  if (
    WRITES_LAST.has(program) &&
    argv
      .slice(1)
      .filter((arg) => arg?.startsWith('-') !== true)
      .indexOf(fact.spelled) > 0
  )
    return true;
  return argv.some((arg, index) => index > 0 && givesOutput(program, arg ?? '', argv[index - 1] ?? '', fact.spelled));
}

/** Whether a word names the place for output, by itself or joined with its option. */
function givesOutput(program: string, arg: string, before: string, spelled: string): boolean {
  const own = OUTPUT_OPTIONS.get(program)?.split(' ') ?? [];
  const follows = OUTPUT.test(before) || OUTPUT_FOLDER.test(before) || own.includes(before);
  if (follows && endsWith(arg, spelled)) return true;
  // `host:file` is on another machine.
  const [, name, value] = /^(-{1,2}[A-Za-z][\w.:-]*?)[=:](.+)$/su.exec(arg) ?? /^([A-Za-z][\w.-]*)=(.+)$/su.exec(arg) ?? [];
  if (name !== undefined && value !== undefined && endsWith(value, spelled)) {
    const isOption = name.startsWith('-') || program !== 'git';
    return isOption && (OUTPUT.test(name) || own.includes(name) || !READS.test(name.replace(/([a-z])([A-Z])/gu, '$1-$2')));
  }
  if (own.some((option) => arg === `${option}${spelled}`)) return true;
  const letter = /^-[A-Za-z]{1,5}[^A-Za-z=]/u.test(arg) && arg.endsWith(spelled) ? arg.at(-spelled.length - 1) : undefined;
  return letter !== undefined && /[A-Za-z]/u.test(letter) && !READING_LETTERS.test(letter);
}

/** `html:dir`, `type=local,dest=dir` */
function endsWith(value: string, spelled: string): boolean {
  return value === spelled || value.split(/[:=,]/u).at(-1) === spelled;
}
