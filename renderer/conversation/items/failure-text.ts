import { agentErrorOf } from '#shared/session/agent-errors.ts';
import { withoutErrorMarks } from '#shared/session/content-text.ts';
import { AGENT_ERROR_WORDS } from './agent-error-words.ts';

/** What a failed call printed, in a few lines: those at its end, where test runners and compilers sum up, and the error if it is further up. */
export interface FailurePreview {
  /** Lines that follow each other but for empty ones; between two parts `gap` lines are left out. */
  readonly parts: readonly { readonly gap: number; readonly text: string }[];
  /** Lines above the first part. */
  readonly above: number;
  /** Lines with text below the last part. */
  readonly below: number;
  /** Not everything is shown: lines are left out, or a long one is cut. */
  readonly isPart: boolean;
}

/** Longer lines are cut in the middle. */
const LINE_START = 240;
const LINE_END = 80;
/** Further up it is rarely the error that ended the program. */
const SEARCHED_LINES = 60;

/** “TypeError: …” of most languages, “error: …” and “error[E0308]: …” of compilers, “fatal: …” of git, “panic: …” of Go. */
const NAMES_ERROR = /^\s*(?:(?:Uncaught )?[\w$.]*(?:Error|Exception)(?: \[\w+\])?:|(?:error(?:\[\w+\])?|fatal|panic): )/u;
/** The name of a test that failed, as test runners list it. */
const NAMES_TEST = /^\s*(?:FAIL(?:ED)? |--- FAIL: |● |[✖✕×] )/u;
/** A place in a stack, of JavaScript, Java or C#. */
const STACK_PLACE = /^\s*at (?:.+[:(].*\d+\)?(?: \{)?|.+\((?:<anonymous>|native|native code|Native Method)\))$/u;
const MAX_STACK_PLACE = 500;
/** A terminal’s colours, titles and cursor moves. */
// oxlint-disable-next-line no-control-regex -- they are what is removed.
const ESCAPES = /\u001B(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001B]*(?:\u0007|\u001B\\)|[ -/]*[0-Z\\-~])/gu;
/** Added to the output for the model. The call’s own line shows the exit code. */
const EXIT_CODE = /^Exit code \d+(?:\n|$)/u;
const FRAME_OF_LARGE = /^(?:<|&lt;)\/?persisted-output>$/u;

/**
 * What was printed, as a terminal shows it: without escape sequences, and what a carriage return overwrote. An error that tells the agent what to
 * do is said to the person in other words.
 */
export function printedText(text: string): string {
  const unmarked = withoutErrorMarks(text);
  const error = agentErrorOf(unmarked);
  if (error !== undefined) return AGENT_ERROR_WORDS[error];
  return unmarked
    .replace(EXIT_CODE, '')
    .replaceAll(ESCAPES, '')
    .split('\n')
    .filter((line) => !FRAME_OF_LARGE.test(line))
    .map(lastDrawn)
    .join('\n')
    .replace(/^(?:[^\S\n]*\n)+/u, '')
    .trimEnd();
}

function lastDrawn(line: string): string {
  if (!line.includes('\r')) return line;
  return line.split('\r').findLast((drawn) => drawn !== '') ?? '';
}

/** The last `count` lines that carry text, with the error that they don’t name. */
export function failurePreview(printed: string, count: number): FailurePreview {
  const lines = printedText(printed).split('\n');
  const shown = shownLines(lines, count);
  const [first = 0] = shown;
  const parts: { gap: number; text: string }[] = [];
  let before = first - 1;
  for (const at of shown) {
    const gap = lines.slice(before + 1, at).filter(carriesText).length;
    const line = cutLine(lines[at] ?? '');
    const last = parts.at(-1);
    if (last && gap === 0) last.text += `\n${line}`;
    else parts.push({ gap, text: line });
    before = at;
  }
  const isAll = lines.every((line, at) => line.trim() === '' || (shown.includes(at) && line === cutLine(line)));
  const below = lines.slice(before + 1).filter(carriesText).length;
  return { parts, above: first, below, isPart: !isAll };
}

/** The one line that says best why a call failed. */
export function failureReason(printed: string): string {
  const lines = printedText(printed).split('\n');
  const at = errorLine(lines, (line) => NAMES_ERROR.test(line)) ?? tailLines(lines, 1).at(-1);
  return at === undefined ? '' : cutLine(lines[at] ?? '').trim();
}

/** Indexes of the shown lines, in order. */
function shownLines(lines: readonly string[], count: number): readonly number[] {
  const tail = tailLines(lines, count);
  const [first = 0] = tail;
  const at = errorLine(lines, (line) => NAMES_ERROR.test(line) || NAMES_TEST.test(line));
  return at === undefined || at >= first ? tail : [at, ...tail];
}

function errorLine(lines: readonly string[], isError: (line: string) => boolean): number | undefined {
  const at = lines.findLastIndex(isError);
  return at < 0 || at < lines.length - SEARCHED_LINES ? undefined : at;
}

/** The last lines with a letter or a number; a stack says little without the error above it. */
function tailLines(lines: readonly string[], count: number): readonly number[] {
  const withText = lines.flatMap((line, at) => (carriesText(line) && !isStackPlace(line) ? [at] : []));
  if (withText.length > 0) return withText.slice(-count);
  return lines.flatMap((line, at) => (line.trim() === '' ? [] : [at])).slice(-count);
}

function carriesText(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}

function isStackPlace(line: string): boolean {
  return line.length <= MAX_STACK_PLACE && STACK_PLACE.test(line);
}

function cutLine(line: string): string {
  const text = line.trimEnd();
  if (text.length <= LINE_START + LINE_END) return text;
  return `${text.slice(0, LINE_START).toWellFormed()} … ${text.slice(-LINE_END).toWellFormed()}`;
}
