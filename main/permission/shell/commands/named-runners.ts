import { literalWord, type Word } from '../parse/word.ts';
import { ENVIRONMENT_RUNNERS, PROJECT_TOOLS } from './program-names.ts';
import { runnerUse } from './runner-forms.ts';

/** Programs that run what their arguments name: a prefix rule must name it, directly or after a verb like `run`. */
const NAMED_RUNNERS: ReadonlySet<string> = new Set([
  ...'npx bunx pnpx uvx pipx cross-env dotenv hyperfine nocorrect rlwrap faketime caffeinate systemd-run firejail bwrap'.split(' '),
  ...'fakeroot prlimit cpulimit setarch taskset chrt chronic valgrind unbuffer tmux screen'.split(' '),
]);
const PACKAGE_RUNNERS: ReadonlySet<string> = new Set('npx bunx pnpx uvx pipx'.split(' '));
const VERB_RUNNERS: ReadonlySet<string> = new Set([...ENVIRONMENT_RUNNERS, 'nix-shell', 'kubectl']);
const RUN_VERB = /^(?:run|exec|x|shell|develop|tool)$/u;

/** Programs that work on the project; their own words are judged. */
const PROJECT_PROGRAMS: ReadonlySet<string> = new Set(
  'alembic uvicorn gunicorn flask fastapi celery streamlit mkdocs sphinx-build bandit rake rails deptry vulture'.split(' '),
);

/** Interpreters running a script of the project; no prefix rule covers their other forms anyway. */
const SCRIPTS_OF_PROJECT: ReadonlySet<string> = new Set('python python3 node'.split(' '));

/** Whether the fixed part of a rule names what a runner runs; true for programs that run nothing, and for tools of the project. */
export function namesWhatRuns(program: string, values: readonly (string | null)[], fixed: string): boolean {
  const words = fixed.trim().split(/\s+/u).length;
  if (NAMED_RUNNERS.has(program)) return words > 1;
  const use = runnerUse(program, values);
  // Commands in one of the project's containers, and tasks named by the project, as in `npm run`.
  if (use?.container === true || (use?.ownTools === true && use.inner === undefined)) return words > 1;
  if (!VERB_RUNNERS.has(program) || !RUN_VERB.test(values[0] ?? '') || words > 2) return true;
  const inner = innerStart(program, values);
  const name = inner === undefined ? undefined : values[inner];
  return (
    typeof name === 'string' &&
    words > 1 &&
    (PROJECT_TOOLS.has(name) || PROJECT_PROGRAMS.has(name) || (SCRIPTS_OF_PROJECT.has(name) && values.length > (inner ?? 0) + 1))
  );
}

/** The words that a runner runs, or the module given to an interpreter by name; undefined when it runs none. */
export function innerWords(program: string, words: readonly Word[]): readonly Word[] | undefined {
  const values = words.map((word) => word.value);
  const module = PYTHON.test(program) ? pythonModule(values) : undefined;
  if (module?.joined !== undefined) return [literalWord(module.joined), ...words.slice(module.at)];
  const start = innerStart(program, values);
  return start === undefined ? undefined : words.slice(start);
}

/** Options of `uv run` and similar that take the next word. */
const VALUED: ReadonlySet<string | null> = new Set([
  '--group',
  '--extra',
  '--only-group',
  '--no-group',
  '--package',
  '--env-file',
  '-e',
  '--env',
]);

const PYTHON = /^python[\d.]*$/u;

/** The module that Python runs, behind its options: `-m x`, `-Im x`, `-mx`. `at`: the index of its name, or of the word after it if it is joined. */
function pythonModule(values: readonly (string | null)[]): { readonly at: number; readonly joined?: string } | undefined {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? '';
    if (value === '--check-hash-based-pycs') i++;
    if (value.startsWith('--')) continue;
    const [, valued, rest = ''] = /^-[^-mcWX]*([mcWX])?(.*)$/su.exec(value) ?? [];
    if (!/^-./su.test(value) || valued === 'c') return undefined;
    if (valued === 'm') return rest !== '' ? { at: i + 1, joined: rest } : i + 1 < values.length ? { at: i + 1 } : undefined;
    if (valued !== undefined && rest === '') i++;
  }
  return undefined;
}

/** Index of the first word that a runner runs. */
export function innerStart(program: string, values: readonly (string | null)[]): number | undefined {
  if (PYTHON.test(program)) {
    const found = pythonModule(values);
    return found?.joined === undefined ? found?.at : undefined;
  }
  const use = runnerUse(program, values);
  if (use !== undefined) return use.inner;
  const verb = PACKAGE_RUNNERS.has(program) ? -1 : values.findIndex((value) => RUN_VERB.test(value ?? ''));
  if (!PACKAGE_RUNNERS.has(program) && (verb < 0 || !ENVIRONMENT_RUNNERS.includes(program) || program === 'mise')) return undefined;
  const start = values.findIndex(
    (value, index) =>
      index > verb && (value === null || !value.startsWith('-')) && !(index > verb + 1 && VALUED.has(values[index - 1] ?? '')),
  );
  return start < 0 ? undefined : start;
}
