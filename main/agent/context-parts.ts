import type { ContextPart } from '#shared/contract/context.ts';
import { isToolUse } from './blocks.ts';
import { contentTokens, estimateTokens } from './compaction/token-estimate.ts';
import type { RequestTools } from './request-tools.ts';
import type { Transcript } from './transcript.ts';

export interface MeasuredRequest {
  readonly transcript: Transcript;
  readonly tools: RequestTools['tools'];
  /** Characters of instruction files in the system prompt. */
  readonly instructionChars: number;
  /** Tokens of the next request, as reported with the last answer. */
  readonly tokens: number;
}

/** Parts of the next request, largest first: estimates scaled to the server's token count. */
export function contextParts({ transcript, tools, instructionChars, tokens }: MeasuredRequest): ContextPart[] {
  const sums = new Map<ContextPart['part'], number>();
  const add = (part: ContextPart['part'], more: number): void => void sums.set(part, (sums.get(part) ?? 0) + more);
  const prompt = estimateTokens(transcript.system);
  const instructions = Math.min(prompt, Math.round((prompt * instructionChars) / Math.max(1, transcript.system.length)));
  add('instructions', instructions);
  add('prompt', prompt - instructions);
  for (const tool of tools) add(tool.name.startsWith('mcp__') ? 'mcp_tools' : 'tools', estimateTokens(JSON.stringify(tool)));
  for (const entry of transcript.entries) {
    if (entry.role === 'user') {
      add(entry.id === transcript.summaryId ? 'summary' : 'messages', contentTokens(entry.content));
      continue;
    }
    for (const block of entry.blocks) {
      const size = estimateTokens(JSON.stringify(block));
      if (!isToolUse(block)) add(block.type === 'text' ? 'answers' : 'thinking', size);
      else add('calls', size + contentTokens(transcript.results.get(block.id)?.content ?? ''));
    }
  }
  const estimated = [...sums.values()].reduce((sum, part) => sum + part, 0);
  const scale = tokens > 0 && estimated > 0 ? tokens / estimated : 1;
  return [...sums]
    .map(([part, size]) => ({ part, tokens: Math.round(size * scale) }))
    .filter((each) => each.tokens > 0)
    .toSorted((a, b) => b.tokens - a.tokens);
}
