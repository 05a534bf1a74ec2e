import { headOf, isOfNpm, listsTest, namesTest, statesError, sumsUp, unmarked } from './failure-marks.ts';

/** Further up it is rarely the error that ended the program. */
const SEARCHED_LINES = 60;
/** What was expected, and where, is not further below the line that names an error. */
const NEAR_LINES = 25;
/** The test’s name stands at most so many lines above its error. */
const NAME_LINES = 4;

const TELLS_APART = /^\s*(?:(?:Expected|Received|Actual|expected|actual|got|want)\b[^:]{0,40}|Found|Missing|Invalid): /u;
const DIFFERS = /^\s*[-+]\s+(?!Expected\b|Received\b|actual\b)\S/u;
/** A place in a stack, of JavaScript, Java or C#. */
const STACK_PLACE = /^\s*at (?:.+[:(].*\d+\)?(?: \{)?|.+\((?:<anonymous>|native|native code|Native Method)\))$/u;
/** Where compilers and test runners say that it is: “--> src/main.rs:2:5”, “❯ a.test.ts:5:13”, “test_a.py:5: AssertionError”, “/a/b.go:12 +0x1d”. */
const PLACE = /^\s*(?:-->|❯) \S+:\d+|^\s*\S+\.\w+:\d+(?::| \+0x|$)/u;
/** A place that an error below it is about: “./src/app/page.tsx:14:9”. */
const STANDS_AT = /^\s*\S+\.\w+:\d+(?::\d+)?$/u;
const FOREIGN_PLACE = /node_modules|\(?node:|<anonymous>\)$|\/src\/(?:runtime|testing)\//u;
/** What a test says at a place: “    cart_test.go:9: got 4, want 5”. */
const SAID_AT_PLACE = /^\s+\S+\.\w+:\d+: \S/u;
/** Marks a part of the line above it. */
const POINTER = /^[\s\d|>]*[~^][\s~^-]*$/u;
const MAX_STACK_PLACE = 500;

/** Indexes of the lines that say best why a program failed, in order: the end, and the error with what tells about it. */
export function failureLines(lines: readonly string[], count: number): readonly number[] {
  const tail = tailLines(lines, count);
  const at = statedError(lines) ?? lastIndex(lines, (line) => listsTest(line) || sumsUp(line));
  const shown = at === undefined ? new Set(tail) : around(lines, at, count + 1);
  return withPointers(lines, withSingleLines(lines, shown));
}

/** The one line that names the error; `undefined` without one. */
export function errorLine(lines: readonly string[]): number | undefined {
  const at = lastIndex(lines, (_line, index) => statesError(lines, index)) ?? lastIndex(lines, namesTest);
  if (at === undefined || !isOfNpm(lines[at] ?? '')) return at;
  // The first names it, the others tell about it.
  return lines.findIndex((_line, index) => index >= npmStart(lines, at) && statesError(lines, index));
}

/** The last lines with a letter or a number; a stack says little without the error above it. */
export function tailLines(lines: readonly string[], count: number): readonly number[] {
  const withText = lines.flatMap((line, at) => (carriesText(line) && !isStackPlace(line) ? [at] : []));
  if (withText.length > 0) return withText.slice(-count);
  return lines.flatMap((line, at) => (line.trim() === '' ? [] : [at])).slice(-count);
}

export function carriesText(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(unmarked(line));
}

/** The last error; of several lines about one, the first. */
function statedError(lines: readonly string[]): number | undefined {
  let at = lastIndex(lines, (line, index) => statesError(lines, index) || namesTest(line));
  while (at !== undefined && lines[at]?.startsWith('E  ') && lines[at - 1]?.startsWith('E  ')) at -= 1;
  return at;
}

function lastIndex(lines: readonly string[], isSought: (line: string, at: number) => boolean): number | undefined {
  const from = searchedFrom(lines);
  const at = lines.findLastIndex((line, index) => index >= from && isSought(line, index));
  return at < 0 ? undefined : at;
}

/** What npm prints with an error is one thing, also with all of a command’s options. */
function searchedFrom(lines: readonly string[]): number {
  let left = SEARCHED_LINES;
  let at = lines.length;
  for (; at > 0 && left > 0; at -= 1) if (!isOfNpm(lines[at - 1] ?? '') || !isOfNpm(lines[at] ?? '')) left -= 1;
  return npmStart(lines, at);
}

/** Where the lines of npm around a place begin. */
function npmStart(lines: readonly string[], at: number): number {
  let start = at;
  while (start > 0 && isOfNpm(lines[start] ?? '') && isOfNpm(lines[start - 1] ?? '')) start -= 1;
  return start;
}

/** At most `limit` lines, the most telling first until it is reached. */
function around(lines: readonly string[], error: number, limit: number): Set<number> {
  const all = [...lines.keys()];
  const ofNpm = isOfNpm(lines[error] ?? '');
  const near = all.slice(error + 1, error + 1 + NEAR_LINES);
  const below = near.filter((at) => saysMore(lines[at] ?? '') && (!ofNpm || isOfNpm(lines[at] ?? '')));
  const pick = (from: readonly number[], pattern: RegExp) => from.filter((at) => pattern.test(unmarked(lines[at] ?? '')));
  const told = pick(ofNpm ? all.slice(npmStart(lines, error), error + NEAR_LINES) : near, TELLS_APART).slice(0, 2);
  const place = near.find((at) => isPlace(lines[at] ?? ''));
  // npm ends in help and in where its log is.
  const ends = tailLines(lines, lines.length).filter((at) => !ofNpm || (at > error && !isOfNpm(lines[at] ?? '')));
  const sum = all.slice(Math.max(error + 1, lines.length - 10)).filter((at) => sumsUp(lines[at] ?? ''));
  const head = headOf(lines, error);
  const names = all.slice(Math.max(0, error - NAME_LINES), error).filter((at) => listsTest(lines[at] ?? ''));
  const name = listsTest(lines[error] ?? '') ? [] : head === undefined ? names.slice(-1) : [head];
  const differs = told.length > 0 ? [] : pick(below, DIFFERS).slice(0, 2);
  const above = all.slice(searchedFrom(lines), error);
  const ordered = [
    error,
    ...(sum.length > 0 ? sum : ends).slice(-1),
    ...told,
    ...(place === undefined ? [] : [place]),
    ...(STANDS_AT.test(lines[error - 1] ?? '') ? [error - 1] : []),
    ...differs,
    ...name,
    ...above.flatMap((at) => (isSaidOfTest(lines, at) ? [at, at - 1] : [])),
    ...below.slice(0, 2),
    ...above.filter((at) => statesError(lines, at)).toReversed(),
    ...below.slice(2, 4),
    ...ends.slice(-limit).toReversed(),
  ];
  return new Set([...new Set(ordered)].slice(0, limit));
}

function isSaidOfTest(lines: readonly string[], at: number): boolean {
  return SAID_AT_PLACE.test(lines[at] ?? '') && namesTest(lines[at - 1] ?? '');
}

function saysMore(line: string): boolean {
  return carriesText(line) && !isStackPlace(line);
}

function isPlace(line: string): boolean {
  return (PLACE.test(line) || isStackPlace(line)) && !FOREIGN_PLACE.test(line);
}

/** What points into a shown line is shown with it. */
function withPointers(lines: readonly string[], shown: readonly number[]): readonly number[] {
  return shown.flatMap((at) => (POINTER.test(lines[at + 1] ?? '') && !shown.includes(at + 1) ? [at, at + 1] : [at]));
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
