import { toolViewSchema, type ToolView } from '#shared/session/tool-view.ts';
import { createLogger } from '#main/log/logger.ts';
import { findTool } from './registry.ts';
import type { PresentStage, Tool } from './tool.ts';

const log = createLogger('executor');

/** Limit on the error text passed to a view, in characters; the model and the file have the rest. */
const MAX_SHOWN_ERROR_CHARS = 10_000;

/** The tool's own view, or just its name for people when the tool throws. The tool gets a copy, so that it can't change the model's input. */
export function presentCall(tool: Tool, stage: PresentStage<unknown, unknown>): ToolView {
  try {
    return toolViewSchema.parse(tool.present({ ...stage, input: structuredClone(stage.input), ...shownMessage(stage) }));
  } catch (error) {
    log.debug('A tool could not describe its call', error);
    return plainView(shownName(tool, stage.input));
  }
}

/** The view of what the model sent, which may be incomplete or name no tool. */
export function presentInput(tools: readonly Tool[], toolName: string, input: Readonly<Record<string, unknown>>): ToolView {
  const tool = findTool(tools, toolName);
  return tool ? presentCall(tool, { stage: 'input', input }) : plainView(toolName);
}

function shownName(tool: Tool, input: Readonly<Record<string, unknown>>): string {
  try {
    return tool.userFacingName(input);
  } catch {
    // The view that failed before it is logged.
    return tool.name;
  }
}

/** View for a call of an unknown tool. */
export function plainView(toolName: string): ToolView {
  return { kind: 'other', title: toolName, summary: '' };
}

function shownMessage(stage: PresentStage<unknown, unknown>): { readonly message?: string } {
  if (stage.stage !== 'error' || stage.message.length <= MAX_SHOWN_ERROR_CHARS) return {};
  return { message: `${stage.message.slice(0, MAX_SHOWN_ERROR_CHARS).toWellFormed()} …` };
}
