import { findTool } from '#main/tool/registry.ts';
import { parseToolInput } from '#main/tool/schema.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { QueuedCall } from './call-result.ts';

type Question = 'isConcurrencySafe' | 'isReadOnly' | 'isDestructive';

/** Asks a tool about parsed input; one that throws has said no (SPEC T5). */
export function answersYes(tool: Tool, question: Question, input: Record<string, unknown>): boolean {
  try {
    return tool[question](input);
  } catch {
    return false;
  }
}

/** A server's word about its own tool proves nothing. */
export function isProvenReadOnly(tool: Tool, input: Record<string, unknown>): boolean {
  return !tool.isMcp && answersYes(tool, 'isReadOnly', input);
}

/** Whether a call may run beside others. Unknown tools and input that doesn't parse may not. */
export function isConcurrencySafe(call: QueuedCall, pool: readonly Tool[]): boolean {
  const known = parsedCall(call, pool);
  return known !== undefined && answersYes(known.tool, 'isConcurrencySafe', known.input);
}

/** Whether a call can't have changed anything. */
export function isReadOnly(call: QueuedCall, pool: readonly Tool[]): boolean {
  const known = parsedCall(call, pool);
  return known !== undefined && answersYes(known.tool, 'isReadOnly', known.input);
}

/** What an impatient user means for this call (SPEC E7): what may have changed something is let finish. */
export function interruptBehavior(call: QueuedCall, pool: readonly Tool[]): 'cancel' | 'block' {
  const known = parsedCall(call, pool);
  if (!known) return 'block';
  try {
    return known.tool.interruptBehavior(known.input);
  } catch {
    return 'block';
  }
}

function parsedCall(call: QueuedCall, pool: readonly Tool[]): { tool: Tool; input: Record<string, unknown> } | undefined {
  if (call.invalidJson !== undefined) return undefined;
  const tool = findTool(pool, call.block.name);
  const parsed = tool && parseToolInput(tool, call.block.input);
  return tool && parsed?.ok ? { tool, input: parsed.input } : undefined;
}
