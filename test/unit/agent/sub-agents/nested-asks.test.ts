import { describe, expect, it } from 'vitest';
import type { Ask } from '#shared/session/ask.ts';
import { byPrompt } from '#test/support/by-prompt.ts';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { testTool } from '#test/support/test-tools.ts';
import { agentTool, agent } from './agents-at-work.ts';

describe('an ask of a nested sub-agent', () => {
  const nested = async (change: () => void, work: (fixture: TestSession, ask: Ask) => Promise<void>): Promise<void> => {
    await using server = await MessagesServer.start(
      ...byPrompt(
        ['Please', { blocks: [agent('m1', 'Outer.', { name: 'outer' })] }, { blocks: [text('All told.')] }],
        ['Outer.', { blocks: [agent('o1', 'Inner.', { name: 'inner' })] }, { blocks: [text('Outer is done.')] }],
        ['Inner.', { blocks: [toolUse('i1', 'Change', { text: 'x' })] }, { blocks: [text('Inner is done.')] }],
      ),
    );
    const tool = testTool('Change', { run: () => (change(), 'changed') });
    await using fixture = new TestSession({ url: server.url, tools: [agentTool, tool], engine: fixedPermissionEngine({ Change: 'ask' }) });
    fixture.session.send('Please.');
    const { ask } = await fixture.seen('call.asked');
    await work(fixture, ask);
  };

  it.each([
    ['allow_once', 1],
    ['deny', 0],
  ] as const)('is shown once, under the agent’s name; %s counts as the answer', async (type, runs) => {
    let ran = 0;
    await nested(
      () => (ran += 1),
      async (fixture, ask) => {
        expect(fixture.session.view.asks).toMatchObject([{ agentName: 'inner', callId: 'i1' }]);
        expect(fixture.session.answer(ask.askId, ask.digest, { type })).toBe('accepted');
        expect(fixture.session.answer(ask.askId, ask.digest, { type })).toBe('gone');
        await fixture.session.idle();
        expect(fixture.all('call.asked')).toHaveLength(1);
        expect(fixture.all('call.answered')).toMatchObject([{ by: 'person', callId: 'i1' }]);
        expect(ran).toBe(runs);
        const { calls, lastTurn } = fixture.session.view;
        expect([calls['o1']?.state, calls['m1']?.state, lastTurn?.outcome]).toEqual(['done', 'done', 'completed']);
      },
    );
  });

  it('is withdrawn when the agent in between stops, and nothing runs', async () => {
    let ran = 0;
    await nested(
      () => (ran += 1),
      async (fixture, ask) => {
        const outer = Object.values(fixture.session.view.agents).find(({ name }) => name === 'outer');
        expect(fixture.session.controls.stopAgent(outer?.agentId ?? '')).toBe(true);
        await fixture.session.idle();
        expect(fixture.session.answer(ask.askId, ask.digest, { type: 'allow_once' })).toBe('gone');
        const { calls, asks, lastTurn } = fixture.session.view;
        expect([calls['i1']?.state, calls['o1']?.state, calls['m1']?.state]).toEqual(['cancelled', 'cancelled', 'failed']);
        expect([asks, ran, lastTurn?.outcome]).toEqual([[], 0, 'completed']);
      },
    );
  });
});
