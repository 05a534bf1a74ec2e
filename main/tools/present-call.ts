import type { PresentStage } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { shorten, shortenInside } from '#shared/shorten.ts';

/** A text field of an input that may be incomplete or malformed; empty if it is missing or not text. */
export function textField(input: Readonly<Record<string, unknown>>, name: string): string {
  const value = input[name];
  return typeof value === 'string' ? value : '';
}

/** Of a summary. Characters. */
const MAX_SUMMARY = 200;

/** One line of at most `limit` characters, for summaries. */
export function oneLine(text: string, limit = MAX_SUMMARY): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ⏎ ').trim();
  return shorten(line, limit);
}

/**
 * The same of a command, which may write to a file at its very end: a long one is cut before that, and blanks that would push it out of the
 * line are left out. In a path they are part of the name.
 */
export function commandLine(command: string): string {
  return shortenInside(oneLine(command, Infinity).replaceAll(/\s{25,}/gu, ' … '), MAX_SUMMARY);
}

/** Created on first use, because that takes longer than a whole call. */
let numbers: Intl.NumberFormat | undefined;

/** "1 line", "1,204 lines". */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count < 1000 ? String(count) : grouped(count)} ${count === 1 ? singular : plural}`;
}

function grouped(count: number): string {
  numbers ??= new Intl.NumberFormat('en-US');
  return numbers.format(count);
}

/**
 * The view of a call at each stage: `view` for the input, overridden by `ofResult` for the result. A denial (`rejected`) and a failure
 * look the same for every tool.
 */
export function presentStages<Output, Details>(
  stage: PresentStage<Output, Details>,
  view: ToolView,
  ofResult: (output: Output, details: Details) => Partial<ToolView>,
  rejected = 'denied',
): ToolView {
  switch (stage.stage) {
    case 'input':
      return view;
    case 'rejection':
      return { ...view, outcome: rejected };
    case 'error':
      return { ...view, outcome: 'failed', detail: { type: 'text', text: stage.message, truncated: false } };
    case 'result':
      return { ...view, ...ofResult(stage.output, stage.details) };
  }
}
