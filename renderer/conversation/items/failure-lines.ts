/** Further up it is rarely the error that ended the program. */
const SEARCHED_LINES = 60;
/** What was expected, and where, is not further below the line that names an error. */
const NEAR_LINES = 25;
/** The test’s name stands at most so many lines above its error. */
const NAME_LINES = 4;

const STATES_ERROR = [
  // “TypeError: …” of most languages, “error: …” and “error[E0308]: …” of compilers, “fatal: …” of git, “panic: …” of Go.
  /^\s*(?:(?:Uncaught )?[\w$.]*(?:Error|Exception)(?: \[\w+\])?:|(?:error(?:\[\w+\])?|fatal|panic): )/u,
  // “a.ts(1,7): error TS2322: …”, “a.ts:1:7 - error TS2322: …”, “a.c:1:7: error: …”.
  /^\S.*?(?::| -) (?:fatal )?error(?: [A-Z]+\d+)?: /u,
  // “  1:7  error  …” of ESLint.
  /^\s+\d+:\d+\s+error\s/u,
  /^E {3,}\S/u,
];
/** The name of a test that failed, as test runners list it. */
const NAMES_TEST = /^\s*(?:FAIL |--- FAIL: |● |[✖✕×] )/u;
/** What only counts or repeats the errors above it. */
const SUMS_UP =
  /^\s*(?:error: (?:could not compile|aborting due to)|FAILED |✖ \d+ problems?|✖ failing tests|npm (?:error|ERR!)|Found \d+ errors?)|\b\d+ (?:failed|failures?|errors?|problems?)\b/u;
const TELLS_APART = /^\s*(?:Expected|Received|Actual|expected|actual|got|want)\b[^:]{0,40}: /u;
const DIFFERS = /^\s*[-+]\s+(?!Expected\b|Received\b|actual\b)\S/u;
/** A place in a stack, of JavaScript, Java or C#. */
const STACK_PLACE = /^\s*at (?:.+[:(].*\d+\)?(?: \{)?|.+\((?:<anonymous>|native|native code|Native Method)\))$/u;
/** Where compilers and test runners say that it is: “--> src/main.rs:2:5”, “❯ a.test.ts:5:13”, “test_a.py:5: AssertionError”, “/a/b.go:12 +0x1d”. */
const PLACE = /^\s*(?:-->|❯) \S+:\d+|^\s*\S+\.\w+:\d+(?::| \+0x)/u;
const FOREIGN_PLACE = /node_modules|\(?node:|<anonymous>\)$/u;
const MAX_STACK_PLACE = 500;

/** Indexes of the lines that say best why a program failed, in order: the end, and the error with what tells about it. */
export function failureLines(lines: readonly string[], count: number): readonly number[] {
  const tail = tailLines(lines, count);
  const at = statedError(lines) ?? lastIndex(lines, (line) => NAMES_TEST.test(line) || SUMS_UP.test(line));
  const shown = at === undefined ? new Set(tail) : around(lines, at, count + 1);
  return withSingleLines(lines, shown);
}

/** The one line that names the error; `undefined` without one. */
export function errorLine(lines: readonly string[]): number | undefined {
  return lastIndex(lines, statesError) ?? lastIndex(lines, (line) => NAMES_TEST.test(line) && !SUMS_UP.test(line));
}

/** The last lines with a letter or a number; a stack says little without the error above it. */
export function tailLines(lines: readonly string[], count: number): readonly number[] {
  const withText = lines.flatMap((line, at) => (carriesText(line) && !isStackPlace(line) ? [at] : []));
  if (withText.length > 0) return withText.slice(-count);
  return lines.flatMap((line, at) => (line.trim() === '' ? [] : [at])).slice(-count);
}

export function carriesText(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}

function statesError(line: string): boolean {
  return STATES_ERROR.some((pattern) => pattern.test(line)) && !SUMS_UP.test(line);
}

/** The last error; of several lines about one, the first. */
function statedError(lines: readonly string[]): number | undefined {
  let at = lastIndex(lines, (line) => statesError(line) || (NAMES_TEST.test(line) && !SUMS_UP.test(line)));
  while (at !== undefined && lines[at]?.startsWith('E  ') && lines[at - 1]?.startsWith('E  ')) at -= 1;
  return at;
}

function lastIndex(lines: readonly string[], isSought: (line: string) => boolean): number | undefined {
  const at = lines.findLastIndex(isSought);
  return at < 0 || at < lines.length - SEARCHED_LINES ? undefined : at;
}

/** At most `limit` lines, the most telling first until it is reached. */
function around(lines: readonly string[], error: number, limit: number): Set<number> {
  const all = [...lines.keys()];
  const near = all.slice(error + 1, error + 1 + NEAR_LINES);
  const below = near.filter((at) => carriesText(lines[at] ?? '') && !isStackPlace(lines[at] ?? ''));
  const pick = (from: readonly number[], pattern: RegExp) => from.filter((at) => pattern.test(lines[at] ?? ''));
  const told = pick(near, TELLS_APART).slice(0, 2);
  const place = near.find((at) => isPlace(lines[at] ?? ''));
  const end = tailLines(lines, 1);
  const sum = pick(all.slice(Math.max(error + 1, lines.length - 10)), SUMS_UP).slice(-1);
  const isName = NAMES_TEST.test(lines[error] ?? '');
  const name = isName ? [] : pick(all.slice(Math.max(0, error - NAME_LINES), error), NAMES_TEST).slice(-1);
  const differs = told.length > 0 ? [] : pick(below, DIFFERS).slice(0, 2);
  const more = all.slice(Math.max(0, lines.length - SEARCHED_LINES), error).filter((at) => statesError(lines[at] ?? ''));
  const ordered = [
    error,
    ...(sum.length > 0 ? sum : end),
    ...told,
    ...(place === undefined ? [] : [place]),
    ...differs,
    ...name,
    ...below.slice(0, 2),
    ...more.toReversed(),
    ...below.slice(2, 4),
    ...tailLines(lines, limit).toReversed(),
  ];
  return new Set([...new Set(ordered)].slice(0, limit));
}

function isPlace(line: string): boolean {
  return (PLACE.test(line) || isStackPlace(line)) && !FOREIGN_PLACE.test(line);
}

/** A line that is left out alone is shown: its note would take as much room. */
function withSingleLines(lines: readonly string[], shown: ReadonlySet<number>): readonly number[] {
  const all = new Set(shown);
  let hidden: number[] = [];
  for (const at of [...lines.keys(), lines.length]) {
    if (at < lines.length && !shown.has(at)) {
      if (carriesText(lines[at] ?? '')) hidden.push(at);
      continue;
    }
    const [alone] = hidden;
    if (alone !== undefined && hidden.length === 1) all.add(alone);
    hidden = [];
  }
  return [...all].toSorted((one, other) => one - other);
}

function isStackPlace(line: string): boolean {
  return line.length <= MAX_STACK_PLACE && STACK_PLACE.test(line);
}
