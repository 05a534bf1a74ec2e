import { toolUseBlockSchema } from './content.ts';
import type { SessionEvent } from './event.ts';

/** A call's name and input as it was made: by the model in a block of its answer, or by a script. */
export interface CallInput {
  readonly callId: string;
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The input that this event holds, if any. It comes before or with the call's `call.queued`. */
export function callInput(event: SessionEvent): CallInput | undefined {
  if (event.type === 'call.queued') {
    const { callId, toolName, input } = event.data;
    return input && { callId, toolName, input };
  }
  if (event.type !== 'assistant.block' || event.data.block.type !== 'tool_use') return undefined;
  const { data } = toolUseBlockSchema.safeParse(event.data.block);
  return data && { callId: data.id, toolName: data.name, input: data.input };
}
