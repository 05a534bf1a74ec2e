import { type Word, unknownWord } from '../parse/word.ts';

/** The call of a program that runs the rest of its words: exactly these options, then a number of its own words. */
interface RunnerSpec {
  readonly flags?: string;
  readonly valued?: string;
  readonly own?: number;
  /** A word before the command. */
  readonly verb?: string;
  readonly assignments?: true;
  /** Its input is appended to the command. */
  readonly fed?: true;
  /** Without a command it only prints, or does nothing. */
  readonly bare?: true;
}

const RUNNER_SPECS: ReadonlyMap<string, RunnerSpec> = new Map<string, RunnerSpec>([
  ['env', { flags: '-i --ignore-environment -0', valued: '-u --unset', assignments: true, bare: true }],
  ['sudo', { flags: '-n -E -H -k --non-interactive --preserve-env', valued: '-u --user -g --group' }],
  ['time', { flags: '-p -v -l', valued: '-f --format' }],
  ['timeout', { flags: '--foreground --preserve-status -v --verbose', valued: '-k -s --kill-after --signal', own: 1 }],
  ['nice', { valued: '-n --adjustment' }],
  ['ionice', { flags: '-t', valued: '-c -n' }],
  ['nohup', {}],
  ['setsid', { flags: '-w --wait -f --fork -c' }],
  ['stdbuf', { valued: '-i -o -e' }],
  ['command', { flags: '-p' }],
  ['builtin', {}],
  ['exec', { bare: true }],
  ['!', {}],
  ['then', {}],
  ['do', {}],
  ['not', {}],
  ['caffeinate', { flags: '-i -d -s -m -u' }],
  [
    'xargs',
    {
      flags: '-0 -r -t -x --null --no-run-if-empty',
      valued: '-n -P -s -L -E -d --max-args --max-procs --delimiter',
      fed: true,
      bare: true,
    },
  ],
  ['npx', { flags: '-y --yes --no-install --no -q --quiet' }],
  ['bunx', { flags: '--bun' }],
  ['cross-env', { assignments: true }],
  ['uv', { verb: 'run', flags: '--frozen --locked --no-sync --all-extras --dev -q --quiet', valued: '--extra --group' }],
  ...['poetry', 'pipenv', 'pdm', 'hatch', 'rye'].map((name) => [name, { verb: 'run' }] as const),
  ['bundle', { verb: 'exec' }],
  ['pnpm', { verb: 'exec' }],
  ['yarn', { verb: 'exec' }],
  ['mise', { verb: 'exec' }],
]);

/**
 * The command that a runner runs, if all of its own words are understood. `undefined`: it runs none, or isn't a known runner. `unclear`:
 * which words are the command can't be determined.
 */
export function runnerInner(program: string, words: readonly Word[]): readonly Word[] | 'unclear' | undefined {
  const spec = RUNNER_SPECS.get(program);
  if (spec === undefined) return undefined;
  const flags = wordsIn(spec.flags);
  const valued = wordsIn(spec.valued);
  let at = 1;
  if (spec.verb !== undefined) {
    if (words[1]?.value !== spec.verb) return undefined;
    at = 2;
  }
  let replaced: string | undefined;
  for (; at < words.length; at++) {
    const value = words[at]?.value;
    if (value === null || value === undefined) return 'unclear';
    if (value === '--') {
      at++;
      break;
    }
    if (spec.assignments === true && /^[A-Za-z_]\w*=/u.test(value)) continue;
    if (!value.startsWith('-') || value === '-') break;
    if (program === 'xargs' && value.startsWith('-I')) {
      replaced = value.length > 2 ? value.slice(2) : (words[++at]?.value ?? undefined);
      if (replaced === undefined || replaced === '') return 'unclear';
    } else if (valued.includes(value)) at++;
    else if (!flags.includes(value) && !valued.some((name) => isJoined(value, name))) return 'unclear';
  }
  for (let own = 0; own < (spec.own ?? 0); own++, at++) if (typeof words[at]?.value !== 'string') return 'unclear';
  const inner = words.slice(at);
  if (inner.length === 0) return spec.bare === true ? undefined : 'unclear';
  if (spec.fed !== true) return inner;
  const mark = replaced;
  return mark === undefined
    ? [...inner, unknownWord('…')]
    : inner.map((word) => (word.text.includes(mark) ? unknownWord(word.text) : word));
}

const wordsIn = (text: string | undefined): readonly string[] => (text ?? '').split(' ').filter(Boolean);

/** `-n5`, `--signal=KILL`, `-5` for `nice`. */
function isJoined(value: string, name: string): boolean {
  return name.startsWith('--') ? value.startsWith(`${name}=`) : value.length > 2 && value.startsWith(name) && !value.startsWith('--');
}
