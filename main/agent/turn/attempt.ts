import type { AssistantBlock } from '#shared/session/content.ts';
import type { QueuedCall } from '#main/executor/call-result.ts';
import type { ModelRequest } from '#main/model/client.ts';
import { ModelError } from '#main/model/model-error.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import type { AgentServices } from '../agent-services.ts';
import { isToolUse } from '../request/blocks.ts';
import { LiveInputs, type PresentInput } from './live-input/live-inputs.ts';
import { StreamAssembler } from './stream-assembler.ts';

export interface AttemptOptions {
  readonly services: Pick<AgentServices, 'client' | 'append' | 'frames' | 'callIds' | 'callBegins'> & {
    readonly permissionEngine: Pick<PermissionEngine, 'ready'>;
  };
  readonly request: ModelRequest;
  readonly requestId: string;
  /** What a call looks like whose input is still arriving. */
  readonly present: PresentInput;
  /** A `tool_use` block is complete: the call may start while the rest still streams (SPEC E1). */
  readonly onCall: (call: QueuedCall) => void;
  readonly signal: AbortSignal;
  /** Requests a non-streamed answer, if the client supports it. */
  readonly unstreamed?: boolean;
}

export interface AttemptResult {
  /** Absent when the answer is complete. */
  readonly error?: ModelError;
  readonly stopReason: string | null;
  readonly calls: number;
  /** Calls whose input could not be parsed; with `max_tokens` that means it was cut off. */
  readonly invalidCalls: number;
  readonly usage: StreamAssembler['usage'];
}

/** One request and its stream: complete blocks go to the log, text and incomplete input to the frames, calls to `onCall`. Never rejects for model errors. */
export async function runAttempt(options: AttemptOptions): Promise<AttemptResult> {
  const { services, request, requestId, signal } = options;
  const { client, append, frames, callIds, permissionEngine, callBegins = () => permissionEngine.ready() } = services;
  // One list shared by all calls: copying it per call is quadratic in the number of calls.
  const blocks: AssistantBlock[] = [];
  let calls = 0;
  let invalidCalls = 0;
  const inputs = new LiveInputs(frames, requestId, options.present);
  const assembler = new StreamAssembler(
    {
      delta: (index, kind, offset, text) => frames.push({ type: 'text', messageId: requestId, index, kind, offset, text }),
      inputBegins: (index, toolName) => inputs.begin(index, toolName),
      inputGrows: (index, json) => inputs.add(index, json),
      block: (index, block, invalidJson, inputProblem) => {
        inputs.end(index);
        // The message id is our request id: servers' ids may repeat.
        append({ type: 'assistant.block', data: { requestId, messageId: requestId, index, block } });
        blocks.push(block);
        if (!isToolUse(block)) return;
        calls += 1;
        if (invalidJson !== undefined) invalidCalls += 1;
        options.onCall({
          block,
          message: { messageId: requestId, requestId, blocks },
          ...(invalidJson !== undefined && { invalidJson }),
          ...(inputProblem !== undefined && { inputProblem }),
        });
      },
    },
    callIds,
    request.maxTokens,
  );
  const result = () => ({ stopReason: assembler.stopReason, calls, invalidCalls, usage: assembler.usage });
  try {
    const events = options.unstreamed && client.complete ? client.complete(request, signal) : client.stream(request, signal);
    for await (const event of events) {
      // Only before a call, so that neither the request nor its text is delayed.
      if (event.type === 'content_block_start' && event.content_block.type === 'tool_use') {
        const { name } = event.content_block;
        await callBegins(typeof name === 'string' ? name : '');
      }
      assembler.take(event);
    }
    return result();
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (error.kind === 'aborted') assembler.closeText();
    return { ...result(), error };
  } finally {
    inputs.stop();
  }
}
