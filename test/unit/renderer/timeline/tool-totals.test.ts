import { expect, it } from 'vitest';
import { emptySessionView } from '#shared/session/fold/empty-view.ts';
import type { AgentRow, CallRow, SessionView } from '#shared/session/view.ts';
import { toolTotals } from '../../../../renderer/timeline/tool-totals.ts';
import { totals } from '../../../../renderer/timeline/totals.ts';
import { ran, row } from './rows.ts';

const AGENT: Partial<CallRow> = { toolName: 'Agent', view: { kind: 'agent', title: 'Agent', summary: 'Look' } };

function agent(agentId: string, parentCallId: string, startedAt: number, endedAt?: number): AgentRow {
  const state = endedAt === undefined ? 'running' : 'completed';
  const rest = { agentType: 'general-purpose', description: 'Look', model: 'm', depth: 1, unreported: false, tokens: 0, calls: 0 };
  return { ...rest, agentId, parentCallId, background: true, state, startedAt, endedAt };
}

function viewOf(rows: readonly CallRow[], agents: readonly AgentRow[] = []): SessionView {
  return {
    ...emptySessionView(),
    calls: Object.fromEntries(rows.map((one) => [one.callId, one])),
    callOrder: rows.map(({ callId }) => callId),
    agents: Object.fromEntries(agents.map((one) => [one.agentId, one])),
  };
}

function totalsOf(rows: readonly CallRow[], agents?: readonly AgentRow[]) {
  const tools = toolTotals(viewOf(rows, agents), 100);
  return Object.fromEntries(tools.map(({ toolName, work, containsCalls }) => [toolName, { work, containsCalls }]));
}

it('sums up tools, the longest first', () => {
  const rows = [
    ran('a', 0, 10),
    ran('b', 0, 500, { toolName: 'Read', view: { kind: 'read', title: 'Read', summary: 'a' } }),
    ran('c', 50, 60, { state: 'failed', askedAt: 0, answeredAt: 40 }),
  ];
  expect(toolTotals(viewOf(rows), 1000)).toEqual([
    { toolName: 'Read', name: 'Read', calls: 1, failedOrDenied: 0, work: 500, ran: true, waiting: 0, containsCalls: false },
    { toolName: 'Bash', name: 'Run', calls: 2, failedOrDenied: 1, work: 20, ran: true, waiting: 40, containsCalls: false },
  ]);
});

it('tells a tool of which no call ever ran from one whose calls took no time', () => {
  const refused = row('a', { toolName: 'WebFetch', state: 'failed', finishedAt: 5 });
  expect(toolTotals(viewOf([refused, ran('b', 7, 7)]), 10)).toMatchObject([
    { toolName: 'WebFetch', work: 0, ran: false },
    { toolName: 'Bash', work: 0, ran: true },
  ]);
});

it('counts what several calls of a tool waited for at once a single time, as the totals do', () => {
  const rows = ['a', 'b', 'c'].map((callId) => row(callId, { askedAt: 0, state: 'waiting' }));
  expect(toolTotals(viewOf(rows), 1000)).toMatchObject([{ calls: 3, waiting: totals(rows, 1000).waiting }]);
});

it('an agent’s time is that from its start to its end, also with calls, without what they waited for the user', () => {
  const rows = [
    ran('a', 0, 50, AGENT),
    ran('a1', 5, 15, { parentCallId: 'a', agentId: 'x' }),
    ran('a2', 30, 40, { parentCallId: 'a', agentId: 'x', queuedAt: 20, askedAt: 20, answeredAt: 30 }),
  ];
  expect(totalsOf(rows, [agent('x', 'a', 1, 49)])).toEqual({
    Agent: { work: 40, containsCalls: true },
    Bash: { work: 20, containsCalls: false },
  });
});

it('an agent in the background outlasts the call that started it', () => {
  expect(totalsOf([ran('a', 0, 2, AGENT), ran('b', 0, 1, AGENT)], [agent('x', 'a', 1, 40), agent('y', 'b', 1)])).toEqual({
    Agent: { work: 140, containsCalls: true },
  });
});

it('other calls count their own time', () => {
  expect(totalsOf([ran('a', 0, 2), ran('b', 1, 3)])).toEqual({ Bash: { work: 4, containsCalls: false } });
});
