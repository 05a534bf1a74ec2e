import type { PresentStage } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { plainLine } from './plain-text.ts';

const MAX_VIEW_CHARS = 20_000;

/** A field of an input that may be malformed, on one line. */
export function shownField(value: unknown): string {
  return typeof value === 'string' ? plainLine(value) : '';
}

/** How a call of a tool about servers looks: its text below what it is about. */
export function presentServerCall<Output, Details>(
  title: string,
  summary: string,
  stage: PresentStage<Output, Details>,
  textOfResult: (output: Output, details: Details) => string,
): ToolView {
  const view = { kind: 'mcp' as const, title, summary };
  if (stage.stage === 'result' || stage.stage === 'error') {
    const text = stage.stage === 'result' ? textOfResult(stage.output, stage.details) : stage.message;
    return { ...view, detail: { type: 'text', text: text.slice(0, MAX_VIEW_CHARS), truncated: text.length > MAX_VIEW_CHARS } };
  }
  return view;
}
