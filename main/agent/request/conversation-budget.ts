import { replaceResult, resultChars, WORTH_REPLACING_CHARS } from '#main/executor/result-budget.ts';
import { findTool } from '#main/tool/registry.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { AgentServices } from '../agent-services.ts';
import { isToolUse } from './blocks.ts';
import type { Transcript } from './transcript.ts';

/** Default limit on the characters of tool results in a conversation. */
const CONVERSATION_RESULT_CHARS = 400_000;

/** Share of the budget to shrink to once it is exceeded. With the full budget, the next result would change the prefix again. */
const REFILL = 0.75;

interface LiveResult {
  readonly callId: string;
  readonly chars: number;
  /** The model hasn't read it yet. */
  readonly fresh: boolean;
  readonly replaceable: boolean;
}

/**
 * Chooses the results to replace so that the conversation fits its budget (SPEC B2): first those the model has read, largest first, down
 * to three quarters of the budget (each change of the prefix invalidates the prompt cache); only if the budget is still exceeded, unread
 * ones. Empty while within budget. Results of tools without a limit are neither counted nor replaced, and a shortened result isn't
 * shortened again.
 */
export function resultsToReplace(transcript: Transcript, tools: readonly Tool[], budget: number): string[] {
  // Fast path: this runs before every request, and the budget is rarely exceeded.
  if (transcript.resultChars <= budget) return [];
  const live = liveResults(transcript, tools);
  let total = live.reduce((sum, { chars }) => sum + chars, 0);
  if (total <= budget) return [];
  const chosen: string[] = [];
  const candidates = live.filter(({ replaceable }) => replaceable);
  for (const { callId, chars, fresh } of candidates.toSorted((a, b) => Number(a.fresh) - Number(b.fresh) || b.chars - a.chars)) {
    if (total <= (fresh ? budget : budget * REFILL)) break;
    chosen.push(callId);
    total -= chars;
  }
  return chosen;
}

/** Replaces results before a request. A result that can't be saved stays whole, so that nothing is lost. */
export async function fitResults({ transcript, tools, mcpTools, resultBudget, log, append }: AgentServices): Promise<void> {
  for (const callId of resultsToReplace(transcript, [...tools, ...mcpTools()], resultBudget ?? CONVERSATION_RESULT_CHARS)) {
    const result = transcript.results.get(callId);
    if (!result) continue;
    // What can't be moved to a file stays in the conversation.
    const short = await replaceResult(result.content, { sessionDir: log.sessionDir, toolUseId: callId }).catch(() => undefined);
    if (short) append({ type: 'result.replaced', data: { callId, ...short } });
  }
}

function liveResults(transcript: Transcript, tools: readonly Tool[]): LiveResult[] {
  const lastAnswer = transcript.entries.findLastIndex(({ role }) => role === 'assistant');
  return transcript.entries.flatMap((entry, index) => {
    if (entry.role === 'user') return [];
    return entry.blocks.filter(isToolUse).flatMap(({ id, name }): LiveResult[] => {
      const result = transcript.results.get(id);
      if (!result || findTool(tools, name)?.maxResultSizeChars === Number.POSITIVE_INFINITY) return [];
      const chars = resultChars(result.content);
      const replaceable = result.persistedPath === undefined && chars > WORTH_REPLACING_CHARS;
      return [{ callId: id, chars, fresh: index === lastAnswer, replaceable }];
    });
  });
}
