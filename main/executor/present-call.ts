import type { ToolView } from '#shared/session/tool-view.ts';
import type { PresentStage, Tool } from '#main/tool/tool.ts';

/** A tool's own view; its name alone when it fails at making one. */
export function presentCall(tool: Tool, stage: PresentStage<unknown>): ToolView {
  try {
    return tool.present(stage);
  } catch {
    return plainView(tool.name);
  }
}

/** For a call of a tool nobody knows. */
export function plainView(toolName: string): ToolView {
  return { kind: 'other', title: toolName, summary: '' };
}
