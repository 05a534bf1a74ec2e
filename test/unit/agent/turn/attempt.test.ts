import { expect, it } from 'vitest';
import { runAttempt } from '#main/agent/turn/attempt.ts';
import { plainView } from '#main/tool/present-call.ts';
import { noFrames } from '#main/session/frames.ts';
import type { QueuedCall } from '#main/executor/call-result.ts';
import type { ModelStreamEvent } from '#main/model/stream-event.ts';

it('an answer with thousands of calls is stored once, not once per call', async () => {
  const count = 5000;
  async function* stream(): AsyncGenerator<ModelStreamEvent, void> {
    for (let index = 0; index < count; index += 1) {
      yield await Promise.resolve({
        type: 'content_block_start',
        index,
        content_block: { type: 'tool_use', id: `c${index}`, name: 'Read', input: {} },
      });
      yield { type: 'content_block_stop', index };
    }
    yield { type: 'message_stop' };
  }
  const calls: QueuedCall[] = [];
  const result = await runAttempt({
    services: {
      client: { kind: 'scripted', stream },
      append: () => undefined,
      frames: noFrames,
      callIds: new Set(),
      permissionEngine: { ready: () => Promise.resolve() },
    },
    request: { model: 'm', maxTokens: 1, system: [], tools: [], messages: [], callOutcomes: new Map() },
    requestId: 'r',
    present: plainView,
    onCall: (call) => calls.push(call),
    signal: new AbortController().signal,
  });
  expect(result.calls).toBe(count);
  expect(new Set(calls.map(({ message }) => message.blocks)).size).toBe(1);
  expect(calls[0]?.message.blocks.map(({ id }) => id)).toEqual(calls.map(({ block }) => block.id));
});
