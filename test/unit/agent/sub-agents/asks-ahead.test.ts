import { expect, it } from 'vitest';
import { byPrompt } from '#test/support/by-prompt.ts';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { testTool } from '#test/support/test-tools.ts';
import { agent, agentTool } from './agents-at-work.ts';

it.each([
  ['of the main agent', ['Inner.'], 'inner'],
  ['that another sub-agent started', ['Outer.', 'Inner.'], 'inner'],
])(
  'every call of a sub-agent %s is asked about at once; a denial ends neither its work nor the other questions',
  async (_whose, chain, name) => {
    const [first = '', second] = chain;
    await using server = await MessagesServer.start(
      ...byPrompt(
        ['Please', { blocks: [agent('m1', first, { name: second === undefined ? name : 'outer' })] }, { blocks: [text('All told.')] }],
        ...(second === undefined
          ? []
          : [['Outer.', { blocks: [agent('o1', second, { name })] }, { blocks: [text('Outer is done.')] }] as const]),
        [
          'Inner.',
          {
            blocks: [
              toolUse('i1', 'Change', { text: '1' }),
              toolUse('i2', 'Change', { text: '2' }),
              toolUse('i3', 'Change', { text: '3' }),
            ],
          },
          { blocks: [text('Inner is done.')] },
        ],
      ),
    );
    const ran: string[] = [];
    const tool = testTool('Change', { run: ({ text: what }) => (ran.push(what), 'changed') });
    await using fixture = new TestSession({ url: server.url, tools: [agentTool, tool], engine: fixedPermissionEngine({ Change: 'ask' }) });
    fixture.session.send('Please.');
    await expect
      .poll(() => fixture.session.view.asks.map(({ callId, agentName }) => [callId, agentName]))
      .toEqual([
        ['i1', name],
        ['i2', name],
        ['i3', name],
      ]);
    const answer = (callId: string, type: 'allow_once' | 'deny') => {
      const ask = fixture.session.view.asks.find((one) => one.callId === callId);
      return ask && fixture.session.answer(ask.askId, ask.digest, { type });
    };
    expect([answer('i2', 'deny'), answer('i3', 'allow_once'), answer('i1', 'allow_once')]).toEqual(['accepted', 'accepted', 'accepted']);
    await fixture.session.idle();
    expect(ran).toEqual(['1', '3']);
    expect(fixture.all('call.asked')).toHaveLength(3);
    expect(fixture.session.view.lastTurn?.outcome).toBe('completed');
  },
);

it('a rule that is saved for one agent’s request settles what other agents ask', async () => {
  await using server = await MessagesServer.start(
    ...byPrompt(
      [
        'Please',
        { blocks: [agent('m1', 'Left.', { name: 'left' }), agent('m2', 'Right.', { name: 'right' })] },
        { blocks: [text('Both done.')] },
      ],
      ['Left.', { blocks: [toolUse('l1', 'Change', { text: 'left' })] }, { blocks: [text('Left is done.')] }],
      ['Right.', { blocks: [toolUse('r1', 'Change', { text: 'right' })] }, { blocks: [text('Right is done.')] }],
    ),
  );
  const ran: string[] = [];
  const tool = testTool('Change', { run: ({ text: what }) => (ran.push(what), 'changed') });
  const behaviors: Record<string, 'ask' | 'allow'> = { Change: 'ask' };
  await using fixture = new TestSession({ url: server.url, tools: [agentTool, tool], engine: fixedPermissionEngine(behaviors) });
  fixture.session.send('Please.');
  await expect.poll(() => new Set(fixture.session.view.asks.map(({ callId }) => callId))).toEqual(new Set(['l1', 'r1']));
  const ask = fixture.session.view.asks.find(({ callId }) => callId === 'l1');
  behaviors['Change'] = 'allow';
  expect(ask && fixture.session.answer(ask.askId, ask.digest, { type: 'allow_always', rules: ['Change'], destination: 'session' })).toBe(
    'accepted',
  );
  await fixture.session.idle();
  expect(ran.toSorted()).toEqual(['left', 'right']);
  const answeredBy = new Map(fixture.all('call.answered').map(({ callId, by }) => [callId, by]));
  expect(answeredBy).toEqual(
    new Map([
      ['l1', 'person'],
      ['r1', 'rules'],
    ]),
  );
});
