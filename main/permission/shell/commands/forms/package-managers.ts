import type { Word } from '../../parse/word.ts';
import { FINAL, RUNS, verbsOf } from './form.ts';

/** npm accepts abbreviated commands, and options may redirect any of them to another folder. Words after `--` belong to a script. */
export function packageManagerForms(program: string, words: readonly Word[]): string[] {
  const values = words.map((word) => word.value ?? '');
  const end = values.indexOf('--');
  const script = program === 'bun' ? values.findIndex((value) => /^[^-].*\.\w+$/u.test(value)) : -1;
  const ends = [end, script].filter((one) => one >= 0);
  const own = ends.length === 0 ? values : values.slice(0, Math.min(...ends));
  const found: string[] = [];
  if (own.some((value) => /^-[a-zA-Z]*C|^--(?:pref|cwd|dir|userc|globalc)/u.test(value))) found.push('it runs in another folder');
  const verbs = verbsOf(own);
  if (program === 'npm' && verbs.some((verb) => !NPM_COMMANDS.has(verb) && NPM_RUNS.some((name) => name.startsWith(verb))))
    found.push(RUNS);
  const last = verbs.at(-1);
  if (program === 'npm' && last !== undefined && !NPM_COMMANDS.has(last) && own[0] === last) found.push(RUNS);
  if (
    /^(?:c|config|conf|pkg)$/u.test(last ?? '') &&
    own.some((value) => /^(?:set|set-script|edit|fix|delete|rm)$/u.test(value) || (last === 'c' && value.includes('=')))
  )
    found.push(RUNS);
  if (
    program === 'npm' &&
    /^(?:owner|access|token|dist-tag|dist-tags|team|org|profile|hook)$/u.test(last ?? '') &&
    !own.some((value) => /^(?:ls|list|get)$/u.test(value))
  )
    found.push(FINAL);
  if (own.includes('store') && own.includes('prune')) found.push(FINAL);
  return found;
}

/** Words that may name the script which pnpm or bun runs, or else the program of that name anywhere on the `PATH`. */
export function fallbacks(program: string, words: readonly Word[]): readonly string[] {
  if (program !== 'pnpm' && program !== 'bun') return [];
  const values = words.map(({ value }) => value ?? '');
  // `pnpm run` knows scripts only.
  const verbs = verbsOf(program === 'bun' && values[0] === 'run' ? values.slice(1) : values);
  return verbs.some((verb) => OWN_COMMANDS.has(verb)) ? [] : verbs;
}

/** Their commands that are named like other programs. */
const OWN_COMMANDS: ReadonlySet<string> = new Set(
  'ln rm ls test env patch deploy install i add link find create exec run remove'.split(' '),
);

const NPM_RUNS: readonly string[] = 'exec explore init innit create edit publish unpublish deprecate'.split(' ');
/** Commands of npm 11, and their aliases, that a prefix rule may cover. */
const NPM_COMMANDS: ReadonlySet<string> = new Set(
  'access audit bugs issues c cache ci clean-install ic install-clean completion config conf dedupe ddp diff dist-tag dist-tags docs home doctor find-dupes fund get help help-search hlep install i in ins inst add install-ci-test cit install-test it link ln ll la list ls login adduser logout org outdated owner pack ping pkg prefix profile prune query rebuild rb repo restart root run run-script rum urn sbom search s se find set shrinkwrap star stars start stop team test t tst token undeprecate uninstall un unlink remove rm r update up upgrade udpate version v view info show whoami why explain'.split(
    ' ',
  ),
);
