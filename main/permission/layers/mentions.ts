import type { CommandFact, PathFact } from '#shared/permission/facts.ts';
import { isTextValue } from '../shell/commands/program-names.ts';
import { verbsOf } from '../shell/commands/forms/form.ts';
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
  const texts = new Set(args.filter((_, index) => isTextValue(command.program, args, index)));
  return command.paths.find((fact) => {
    if (fact.access !== 'mention' || fact.via === 'redirect' || DEVICE.test(fact.path)) return false;
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

/** Names of options whose value is a place to write to. */
const OUTPUT =
  /^(?:--?o[A-Z]?|-O|--?[\w.:-]*(?:out|dest|log|report|save|write|dump|trace|profile|junit|cache|buildinfo|durations|iidfile|metadata-file|html|debug|emit|event)[\w.:-]*)$/iu;
/** Letters that mean something else to most programs. */
const OUTPUT_LETTER: ReadonlyMap<string, string> = new Map([...['mvn', 'mvnw'].map((name) => [name, '-l'] as const), ['javac', '-d']]);

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
  return argv.some((arg, index) => {
    const [, name = argv[index - 1] ?? '', value = arg] = /^(--?[\w.:-]+(?==)|-o(?==?\S))=?(.*)$/su.exec(arg ?? '') ?? [];
    // `html:dir`, `type=local,dest=dir`
    return (
      (value === fact.spelled || (value ?? '').split(/[:=,]/u).at(-1) === fact.spelled) &&
      (OUTPUT.test(name) || OUTPUT_LETTER.get(program) === name)
    );
  });
}
