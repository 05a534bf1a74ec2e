import type { SessionEvent } from '#shared/session/event.ts';
import type { Slice } from './nested-slices.ts';

/** A model request as a slice, with the agent that made it (`undefined`: the main one). */
export interface RequestSlice extends Slice {
  readonly agentId: string | undefined;
}

/** When the model was called, and how many tokens it cost. */
export function requestSlices(events: readonly SessionEvent[], now: number): readonly RequestSlice[] {
  const open = new Map<string, RequestSlice>();
  const slices: RequestSlice[] = [];
  for (const event of events) {
    if (event.type === 'request.started') {
      const { requestId, model, attempt, purpose } = event.data;
      const name = purpose === 'compaction' ? 'summarise' : 'request';
      open.set(requestId, { agentId: event.agentId, name, category: 'model', start: event.at, end: now, args: { model, attempt } });
    } else if (event.type === 'request.ended') {
      const { requestId, outcome, usage } = event.data;
      const request = open.get(requestId);
      if (!request) continue;
      open.delete(requestId);
      const tokens = usage && {
        inputTokens: usage.input_tokens,
        outputTokens: usage.output_tokens,
        cacheReadTokens: usage.cache_read_input_tokens,
        cacheWriteTokens: usage.cache_creation_input_tokens,
      };
      slices.push({ ...request, end: event.at, args: { ...request.args, outcome, ...tokens } });
    }
  }
  return [...slices, ...open.values()];
}
