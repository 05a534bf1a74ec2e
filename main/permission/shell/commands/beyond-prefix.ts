import { programName } from './program-name.ts';
import { GlobSight } from '../glob-sight.ts';
import type { Word } from '../parse/word.ts';
import { isNetworkRead } from './network-reads.ts';
import { quietTest } from './test-expression.ts';
import { isQuietAwkProgram, isQuietJqProgram } from './languages/script-languages.ts';
import { isQuietSedScript } from './languages/quiet-sed-script.ts';
import { codeInWords } from './code-in-words.ts';
import { always, FINAL, type Form, hasForm, RUNS, upToOperand, verbsOf } from './forms/form.ts';
import { BUILD_FORMS } from './forms/builds.ts';
import { DATABASE_FORMS } from './forms/databases.ts';
import { DEVELOPMENT_FORMS, MODULES_THAT_RUN } from './forms/development.ts';
import { COMMAND_SCRIPT, destroyingWord } from './destroying-words.ts';
import { isExpandedAgain } from './expanded-again.ts';
import { GIT_FORMS } from '../git/git-forms.ts';
import { startsTransport, TALKING } from '../git/git-remotes.ts';
import { innerWords } from './named-runners.ts';
import { ENVIRONMENT_RUNNERS, INTERPRETERS, PROJECT_TOOLS } from './program-names.ts';
import { MIGRATION_FORMS } from './forms/migrations.ts';
import { fallbacks, packageManagerForms } from './forms/package-managers.ts';
import { hasTable } from './prefix-options.ts';
import { runnerUse } from './runner-forms.ts';
import { runsAnything } from './runs-anything.ts';
import { whySetsWhatRuns } from '../unseen/builtin-unseen.ts';
import { setsProgram } from './program-variables.ts';
import { SERVICE_FORMS } from './forms/services.ts';
import { SYSTEM_FORMS } from './forms/system.ts';

/** By program. */
const FORMS: ReadonlyMap<string, readonly Form[]> = new Map([
  ...SYSTEM_FORMS,
  ...DEVELOPMENT_FORMS,
  ...BUILD_FORMS,
  ...SERVICE_FORMS,
  ...DATABASE_FORMS,
  ...MIGRATION_FORMS,
]);

/** Options of git before the sub-command. `-C` only changes the folder, `--no-pager` only affects output. */
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

/** Programs whose dangerous words come first, so that unknown words after the name of a task are harmless. */
const TAME_TAILS = new Set(['npm', 'pnpm', 'yarn']);

const CONTAINERS: ReadonlySet<string> = new Set(['docker', 'podman']);

/** For server queries: none of their words is a pattern. */
const NOWHERE = new GlobSight(undefined);

/** Programs that take variables for another machine or a container. */
const TAKES_VARIABLES: ReadonlySet<string> = new Set(['git', ...[...SERVICE_FORMS, ...DATABASE_FORMS].map(([name]) => name)]);

const SETS = 'it says which program a build runs';

export interface Beyond {
  readonly reasons: readonly string[];
  readonly irreversible: boolean;
}

/** Why no prefix or wildcard rule covers these words; empty if one may. */
export function beyondPrefix(program: string, words: readonly Word[]): Beyond {
  const reasons = new Set<string>();
  let irreversible = false;
  const apply = (forms: readonly Form[] | undefined, rest: readonly Word[]): void => {
    for (const form of forms ?? []) {
      if (!hasForm(form, rest)) continue;
      reasons.add(form.why);
      if (form.irreversible === true) irreversible = true;
    }
    if (forms !== undefined && !(TAME_TAILS.has(program) && rest[0]?.value != null) && rest.some((word) => word.value === null))
      reasons.add('part of it is only known when it runs');
  };
  if (program.startsWith('mkfs.')) apply(always(FINAL, true), words);
  const runs = runnerUse(
    program,
    words.map((word) => word.value),
  );
  // The words after it are judged as a command of their own.
  const own = runs?.inner === undefined ? words : words.slice(0, runs.inner);
  apply(FORMS.get(program), program === 'cargo' ? upToDashes(own) : own);
  if (runs === undefined ? CONTAINERS.has(program) && words.some(({ value }) => value === 'run' || value === 'exec') : runs.risky)
    reasons.add(RUNS);
  if (['test', '[', '[['].includes(program) && quietTest(words, program !== '[[') === undefined) reasons.add('it evaluates names');
  if (program === 'git') {
    const rest = afterGitGlobals(words, reasons);
    apply(GIT_FORMS.get(rest[0]?.value ?? '') ?? [], rest.slice(1));
    if (rest.some((word) => word.value === null)) reasons.add('part of it is only known when it runs');
    const talks = TALKING.has(rest[0]?.value ?? '');
    if (rest.some(({ value }) => /^(?:ext|fd)::/u.test(value ?? '') || (talks && startsTransport(value ?? '')))) reasons.add(RUNS);
  }
  if (program === 'gh' && verbsOf(words.map(({ value }) => value ?? '')).includes('api') && !isNetworkRead('gh', words, NOWHERE))
    reasons.add('it may change what a server holds');
  if (['npm', 'pnpm', 'yarn', 'bun'].includes(program)) for (const reason of packageManagerForms(program, words)) reasons.add(reason);
  if (fallbacks(program, words).some(isOtherProgram)) reasons.add(RUNS);
  if (words.some(({ value }) => isExpandedAgain(program, value))) reasons.add(RUNS);
  const inner = innerWords(program, words);
  if (!hasTable(program)) {
    const values = words.map((word) => word.value);
    if (runsAnything(program, words.length)) reasons.add(RUNS);
    if (runs?.container !== true && !TAKES_VARIABLES.has(program) && values.some((value) => setsProgram(value ?? ''))) reasons.add(SETS);
    // All words before the command are in the table.
    const code =
      runs?.container === true
        ? undefined
        : codeInWords(program, ownWords(program, inner === undefined ? values : values.slice(0, values.length - inner.length)));
    if (code !== undefined) reasons.add(code);
    if (takesOptionsFromFile(program, values)) reasons.add('it takes its options from a file');
    if (destroyingWord(program, runs?.container === true ? values.slice(0, runs.inner) : values)?.always === true) {
      reasons.add(FINAL);
      irreversible = true;
    }
  }
  for (const reason of scripts(program, words)) reasons.add(reason);
  const whatRuns = whySetsWhatRuns(program, words);
  if (whatRuns !== undefined) reasons.add(whatRuns);
  if (inner !== undefined) {
    const name = inner[0]?.value ?? '';
    if (program.startsWith('python') && (MODULES_THAT_RUN.has(name) || startsTools(inner))) reasons.add(RUNS);
    // `npx nodemon@3`
    const within = beyondPrefix(programName(name).replace(/(?<=.)@.*$/u, ''), inner.slice(1));
    for (const reason of within.reasons) reasons.add(reason);
    if (within.irreversible) irreversible = true;
  }
  // The weightiest is said first.
  return { reasons: [...reasons].toSorted((one, other) => Number(other === FINAL) - Number(one === FINAL)), irreversible };
}

/** Programs that replace a word like `@args` by the words in that file (their manuals). */
const RESPONSE_FILES: ReadonlySet<string> = new Set(
  [
    'mypy pylint ruff tsc javac jar javadoc kotlinc scalac gfortran g77 gcc g++ cc c++ clang clang++ ld lld ar nm objcopy rustc swiftc',
    'nvcc csc vbc msbuild dotnet protoc bison armclang flatc dmypy stubgen java',
  ].flatMap((line) => line.split(' ')),
);

function takesOptionsFromFile(program: string, values: readonly (string | null)[]): boolean {
  const name = program.replace(/^(?:[\w.]+-)+(?=(?:gcc|g\+\+|cc|clang|ld|ar)\b)|-[\d.]+$/gu, '');
  if (!RESPONSE_FILES.has(name)) return false;
  const known = values.map((value) => value ?? '');
  return (name === 'java' ? upToMain(known) : known).some((value) => /(?:^|^-.*,)@./su.test(value));
}

/** Words after java's class or archive belong to that program. */
function upToMain(values: readonly string[]): readonly string[] {
  const archive = values.findIndex((value) => /^(?:-jar|-m|--module(?:=.*)?)$/u.test(value));
  return archive < 0 ? values.slice(0, upToOperand(values).length + 1) : values.slice(0, archive);
}

/** `python -m poetry run x`: a rule for python doesn't say which tools it means. */
function startsTools([module, ...rest]: readonly Word[]): boolean {
  return ENVIRONMENT_RUNNERS.includes(module?.value ?? '') && rest.some(({ value }) => /^(?:run|exec|shell|tool|x)$/u.test(value ?? ''));
}

/** Neither a script or tool of the project, as far as its name says. */
function isOtherProgram(name: string): boolean {
  return !PROJECT_TOOLS.has(name) && (FORMS.has(name) || name === 'git' || hasTable(name) || runsAnything(name, 1));
}

/** cargo passes the words after `--` to the program it builds and runs. */
function upToDashes(words: readonly Word[]): readonly Word[] {
  const end = words.findIndex((word) => word.value === '--');
  return end < 0 ? words : words.slice(0, end);
}

/** Words after an interpreter's script belong to the script. */
function ownWords(program: string, values: readonly (string | null)[]): readonly (string | null)[] {
  if (!INTERPRETERS.includes(program) || values.some((value) => COMMAND_SCRIPT.test(value ?? ''))) return values;
  return values.slice(0, upToOperand(values.map((value) => value ?? '')).length);
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

/** Scripts in an argument (sed, awk, jq and the like): their effects depend on their text. */
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
    return isQuietSedScript(texts.join('\n')) ? [] : ['its script may run commands or write files'];
  }
  return [];
}
