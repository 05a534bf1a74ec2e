import { readVariable } from '#main/environment.ts';
import { findTool } from '#main/tool/registry.ts';
import { createLogger } from '#main/log/logger.ts';
import { parseToolInput } from '#main/tool/schema.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { SiblingAbort } from '#shared/settings/settings-file.ts';
import type { QueuedCall } from './call-result.ts';

const log = createLogger('executor');

type Question = 'isConcurrencySafe' | 'isReadOnly' | 'isDestructive';

/** Asks a tool about parsed input; an exception counts as no (SPEC T5). */
export function answersYes(tool: Tool, question: Question, input: Record<string, unknown>): boolean {
  try {
    return tool[question](input);
  } catch (error) {
    log.debug('A tool failed to say how safe its call is', error);
    return false;
  }
}

/** What an MCP server claims about its own tools doesn't count. */
export function isProvenReadOnly(tool: Tool, input: Record<string, unknown>): boolean {
  return !tool.isMcp && answersYes(tool, 'isReadOnly', input);
}

/** Whether a call may run concurrently. `false` for unknown tools and invalid input. */
export function isConcurrencySafe(call: QueuedCall, pool: readonly Tool[]): boolean {
  const known = parsedCall(call, pool);
  return known !== undefined && answersYes(known.tool, 'isConcurrencySafe', known.input);
}

/** Whether a call can't have changed anything. */
export function isReadOnly(call: QueuedCall, pool: readonly Tool[]): boolean {
  const known = parsedCall(call, pool);
  return known !== undefined && answersYes(known.tool, 'isReadOnly', known.input);
}

/** What happens to this call when a message has to go out now (SPEC E7): calls that may have changed something finish. */
export function interruptBehavior(call: QueuedCall, pool: readonly Tool[]): 'cancel' | 'block' {
  const known = parsedCall(call, pool);
  if (!known) return 'block';
  try {
    return known.tool.interruptBehavior(known.input);
  } catch (error) {
    log.debug('A tool failed to say how it is interrupted', error);
    return 'block';
  }
}

function parsedCall(call: QueuedCall, pool: readonly Tool[]): { tool: Tool; input: Record<string, unknown> } | undefined {
  if (call.invalidJson !== undefined) return undefined;
  const tool = findTool(pool, call.block.name);
  const parsed = tool && parseToolInput(tool, call.block.input);
  return tool && parsed?.ok ? { tool, input: parsed.input } : undefined;
}

/** Whether a failed run of this tool cancels its sibling calls (SPEC E4). Never for other tools. */
export function failureAbortsSiblings(tool: Tool, isReadOnly: boolean, setting: SiblingAbort): boolean {
  if (!tool.abortsSiblings) return false;
  return setting === 'all' || (setting === 'writes' && !isReadOnly);
}

/** `GATEHOUSE_SIBLING_ABORT` if it is one of the three values, else the setting. */
export function siblingAbortFrom(env: NodeJS.ProcessEnv, setting: SiblingAbort): SiblingAbort {
  return readVariable(env, 'GATEHOUSE_SIBLING_ABORT') ?? setting;
}
