import { toolViewSchema, type ToolView } from '#shared/session/tool-view.ts';
import type { PresentStage, Tool } from '#main/tool/tool.ts';

/** Of an error, what a view is given to show; the model and the file have the rest. Characters. */
const MAX_SHOWN_ERROR_CHARS = 10_000;

/** A tool's own view; its name alone when it fails at making one. The tool gets a copy: what the model sent stays as it is. */
export function presentCall(tool: Tool, stage: PresentStage<unknown>): ToolView {
  try {
    return toolViewSchema.parse(tool.present({ ...stage, input: structuredClone(stage.input), ...shownMessage(stage) }));
  } catch {
    return plainView(tool.name);
  }
}

/** For a call of a tool nobody knows. */
export function plainView(toolName: string): ToolView {
  return { kind: 'other', title: toolName, summary: '' };
}

function shownMessage(stage: PresentStage<unknown>): { readonly message?: string } {
  if (stage.stage !== 'error' || stage.message.length <= MAX_SHOWN_ERROR_CHARS) return {};
  return { message: `${stage.message.slice(0, MAX_SHOWN_ERROR_CHARS).toWellFormed()} …` };
}
