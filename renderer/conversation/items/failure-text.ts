import { agentErrorOf } from '#shared/session/agent-errors.ts';
import { withoutErrorMarks } from '#shared/session/content-text.ts';
import { AGENT_ERROR_WORDS } from './agent-error-words.ts';
import { carriesText, errorLine, failureLines, tailLines } from './failure-lines.ts';
import { unmarked } from './failure-marks.ts';

/** What a failed call printed, in a few lines: the error with what tells about it, and the end, where test runners and compilers sum up. */
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

/** The last `count` lines that carry text; with an error, one more, chosen to tell about it. */
export function failurePreview(printed: string, count: number): FailurePreview {
  const lines = printedText(printed).split('\n');
  const shown = failureLines(lines, count);
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
  const at = errorLine(lines) ?? tailLines(lines, 1).at(-1);
  return at === undefined ? '' : cutLine(unmarked(lines[at] ?? '')).trim();
}

function cutLine(line: string): string {
  const text = line.trimEnd();
  if (text.length <= LINE_START + LINE_END) return text;
  return `${text.slice(0, LINE_START).toWellFormed()} … ${text.slice(-LINE_END).toWellFormed()}`;
}
