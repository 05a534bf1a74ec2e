import { programName } from '../shell/commands/program-name.ts';
import type { CommandFact } from '#shared/permission/facts.ts';
import { runnerUse } from '../shell/commands/runner-forms.ts';
import { addressRuleText } from './suggest-address.ts';
import { commandRuleTexts, INTERPRETER, isProgram, isScript, isSingleTool, TASK_LISTS } from './suggest-command-rule.ts';

/** Programs that build and test the project. */
const BUILDERS: ReadonlySet<string> = new Set('npm pnpm yarn bun deno go cargo mvn mvnw gradle gradlew dotnet swift mix'.split(' '));

/** What builders do with the project as it is: they install, publish and start nothing. */
const BUILDER_TASKS: ReadonlySet<string> = new Set('test t build check lint fmt format clippy vet typecheck'.split(' '));

/** They change the local repository only, and their arguments differ each time. */
const LOCAL_GIT: ReadonlySet<string> = new Set(['add', 'commit']);

/** They run a tool of the project, or one that they fetch. */
const FETCHERS: ReadonlySet<string> = new Set(['npx', 'bunx', 'pnpx', 'uvx']);

/** Sub-commands that show something. */
const SHOWING: ReadonlySet<string> = new Set('view list ls get status show logs diff describe ps checks'.split(' '));

/** A longer rule can't be read on a card, and such a command doesn't come a second time. */
const MAX_READABLE = 160;

/**
 * Candidate rules for a command, the narrowest that helps first. Where the words that say what is done leave open what is installed, sent,
 * started or changed, the command as it is comes before them. An address is narrow already.
 */
export function narrowRuleTexts(command: CommandFact): string[] {
  const texts = commandRuleTexts(command);
  const [first, exact] = texts;
  if (exact === undefined || first?.endsWith(' *') !== true || addressRuleText(command) !== undefined) return texts;
  const saysItAll = isTask(first.slice(0, -' *'.length).split(' ')) || exact.length > MAX_READABLE || exact.includes('\n');
  return saysItAll ? texts : [exact, first];
}

/** Whether these words are what a person means, whatever follows: a task of the project, a script, a tool with one purpose. */
function isTask(words: readonly string[]): boolean {
  const [first = '', ...args] = words;
  const program = programName(first);
  const last = args.at(-1) ?? '';
  if (TASK_LISTS.has([program, ...args.slice(0, -1)].join(' '))) return true;
  if (program === 'git') return args.length === 1 && LOCAL_GIT.has(last);
  if (SHOWING.has(last)) return true;
  const inner = runnerUse(program, args)?.inner;
  // What is fetched does anything that its options say.
  if (inner !== undefined) return !FETCHERS.has(program) && !/^(?:exec|x|dlx)$/u.test(args[0] ?? '') && isTask(args.slice(inner));
  if (BUILDERS.has(program)) return BUILDER_TASKS.has(last) || (program === 'bun' && isScript(last));
  if (INTERPRETER.test(program)) return args[0] === '-m' ? isSingleTool(last) : args.length === 1;
  return isSingleTool(program) && !args.some(isProgram);
}
