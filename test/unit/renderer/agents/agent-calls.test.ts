import { expect, it } from 'vitest';
import type { NewSessionEvent } from '#shared/session/event.ts';
import { foldSession } from '#shared/session/fold.ts';
import { finished, numbered } from '#test/support/session-events.ts';
import { callCount } from '../../../../renderer/agents/words.ts';

const view = { kind: 'command', title: 'Run', summary: 'npm test' } as const;
const started: NewSessionEvent = {
  type: 'agent.started',
  agentId: 'g',
  data: { parentCallId: 'p', agentType: 'general-purpose', description: 'test it', model: 'm', depth: 1, background: false },
};

function call(callId: string, isError: boolean): NewSessionEvent[] {
  return [
    {
      type: 'call.queued',
      agentId: 'g',
      data: { callId, messageId: 'm', requestId: 'r', toolName: 'Bash', view, parallel: false },
    },
    { ...finished(callId, 'out', isError), agentId: 'g' },
  ];
}

it('says how many calls of a sub-agent failed', () => {
  const words = (...calls: NewSessionEvent[][]) => {
    const agent = foldSession(numbered([started, ...calls.flat()])).agents['g'];
    return agent && callCount(agent);
  };
  expect(words(call('a', false))).toBe('1 call');
  expect(words(call('a', false), call('b', true), call('c', false))).toBe('3 calls, 1 failed');
});
