import type { NewSessionEvent } from '#shared/session/event.ts';
import { replaceResult, resultChars, WORTH_REPLACING_CHARS } from '#main/executor/result-budget.ts';
import { findTool } from '#main/tool/registry.ts';
import type { Tool } from '#main/tool/tool.ts';
import { isToolUse } from './blocks.ts';
import type { Transcript } from './transcript.ts';

/** Characters of tool results that a conversation carries along. */
export const CONVERSATION_RESULT_CHARS = 400_000;

/** How much of the budget is left full when it was exceeded: were it all of it, the next result would change the prefix again. */
const REFILL = 0.75;

interface LiveResult {
  readonly callId: string;
  readonly chars: number;
  /** The model hasn't read it yet. */
  readonly fresh: boolean;
  readonly replaceable: boolean;
}

/**
 * Which results to replace so that the conversation fits its budget (SPEC B2): of those the model has read before the largest first,
 * down to three quarters of the budget (each change of the prefix costs the prompt cache), and only when the budget is still exceeded
 * then, those it hasn't read. Empty while it isn't exceeded. Results of tools without a limit neither count nor go, and one that was
 * shortened once stays as it is.
 */
export function resultsToReplace(transcript: Transcript, tools: readonly Tool[], budget: number): string[] {
  // Asked before every request, and mostly there is nothing to look for.
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

export interface BudgetedConversation {
  readonly transcript: Transcript;
  readonly tools: readonly Tool[];
  /** Characters. */
  readonly budget: number;
  readonly sessionDir: string;
  readonly append: (event: NewSessionEvent) => void;
}

/** Makes room before a request. A result that can't be saved stays whole: better a long conversation than one with holes. */
export async function fitResults({ transcript, tools, budget, sessionDir, append }: BudgetedConversation): Promise<void> {
  for (const callId of resultsToReplace(transcript, tools, budget)) {
    const result = transcript.results.get(callId);
    if (!result) continue;
    const short = await replaceResult(result.content, { sessionDir, toolUseId: callId }).catch(() => undefined);
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
