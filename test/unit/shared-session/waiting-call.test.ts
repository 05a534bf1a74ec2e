import { expect, it } from 'vitest';
import { waitingCall, waitsForPerson } from '#shared/session/fold/fold-agents.ts';
import type { AgentRow, PendingAsk } from '#shared/session/view.ts';

const agent = (agentId: string, parentAgentId?: string): AgentRow => ({
  agentId,
  parentCallId: `call-${agentId}`,
  parentAgentId,
  agentType: 'general-purpose',
  description: 'd',
  model: 'm',
  depth: 1,
  background: false,
  state: 'running',
  unreported: false,
  startedAt: 0,
  tokens: 0,
  calls: 0,
});
const agents = { outer: agent('outer'), inner: agent('inner', 'outer'), other: agent('other') };
const ask = (askId: string, agentId?: string): PendingAsk => ({
  askId,
  callId: `call-${askId}`,
  ...(agentId !== undefined && { agentId }),
  toolName: 'Bash',
  sentence: 'wants to run a command',
  view: { kind: 'command', title: 'Run', summary: 'npm test' },
  cwd: '/p',
  reason: 'needsApproval',
  message: 'Nothing allows it.',
  parts: [],
  effects: [],
  risk: 'execute',
  suggestions: [],
  digest: askId,
  askedAt: 0,
});

it('names the first call of an agent that waits, or that started an agent whose call does', () => {
  const asks = [ask('own'), ask('second', 'inner'), ask('third', 'inner')];
  expect(['outer', 'inner', 'other'].map((agentId) => waitingCall({ agents, asks }, agentId))).toEqual([
    'call-inner',
    'call-second',
    undefined,
  ]);
  // Once that is answered, the next.
  expect(waitingCall({ agents, asks: asks.slice(2) }, 'inner')).toBe('call-third');
  expect(waitsForPerson({ agents, asks: asks.slice(0, 1) }, 'inner')).toBe(false);
});
