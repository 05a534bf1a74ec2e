import type { PresentStage } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';

/** A text field of input that may still be streaming in or be malformed: the text, or empty. */
export function textField(input: Readonly<Record<string, unknown>>, name: string): string {
  const value = input[name];
  return typeof value === 'string' ? value : '';
}

/** One line of at most `limit` characters, for summaries. */
export function oneLine(text: string, limit = 200): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ⏎ ').trim();
  return line.length <= limit ? line : `${line.slice(0, limit - 1).toWellFormed()}…`;
}

/** Made once, and only for a number that needs it: that takes longer than a whole call. */
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
 * How a call looks at each of its stages: `view` as it is proposed, with `ofResult` over it once it is done. That it was refused
 * (`rejected`) or failed looks the same for every tool.
 */
export function presentStages<Output>(
  stage: PresentStage<Output>,
  view: ToolView,
  ofResult: (output: Output) => Partial<ToolView>,
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
      return { ...view, ...ofResult(stage.output) };
  }
}
