import { expect, it } from 'vitest';
import { agentConversation } from '#main/engine/agent-conversation.ts';
import { createAgentTool } from '#main/tools/agent/agent-tool.ts';
import { agentConversationSchema } from '#shared/contract/commands/agent-commands.ts';
import { waitsForPerson } from '#shared/session/fold/fold-agents.ts';
import { byPrompt } from '#test/support/by-prompt.ts';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { testTool } from '#test/support/test-tools.ts';

const agentTool = createAgentTool({ projectDir: '/p', isReadOnlyCommand: () => false });

it('an agent’s conversation is separate, bounded, and counts what was left out', async () => {
  const long = 'x'.repeat(30_000);
  await using server = await MessagesServer.start(
    ...byPrompt(
      ['Please', { blocks: [toolUse('m1', 'Agent', { description: 'd', prompt: 'Find it.' })] }, { blocks: [text('Found.')] }],
      ['Find it.', { blocks: [text('I look.'), toolUse('s1', 'Look', { text: 'x' })] }, { blocks: [text(long)] }],
    ),
  );
  await using fixture = new TestSession({ url: server.url, tools: [agentTool, testTool('Look', { run: () => 'found' })] });
  await fixture.say('Please.');
  const { events } = fixture.session.log;
  const [agentId = ''] = Object.keys(fixture.session.view.agents);
  const whole = agentConversation(events, agentId, 100);
  expect(agentConversationSchema.parse(whole)).toEqual(whole);
  expect(whole).toMatchObject({
    earlier: 0,
    items: [
      { type: 'message', text: 'Find it.', origin: 'dispatch' },
      { type: 'text', text: 'I look.' },
      { type: 'call', callId: 's1' },
      { type: 'text', text: `${'x'.repeat(20_000)}\n[10000 more characters]` },
    ],
  });
  expect(agentConversation(events, agentId, 1)).toMatchObject({ earlier: 3, items: [{ type: 'text' }] });
  expect(() => agentConversation(events, 'nobody', 1)).toThrow('This session has no agent nobody.');
});

it('an ask of a nested agent marks all its ancestors as waiting', async () => {
  await using server = await MessagesServer.start(
    ...byPrompt(
      ['Please', { blocks: [toolUse('m1', 'Agent', { description: 'd', prompt: 'Outer.' })] }, { blocks: [text('Done.')] }],
      ['Outer.', { blocks: [toolUse('o1', 'Agent', { description: 'd', prompt: 'Inner.' })] }, { blocks: [text('Done.')] }],
      ['Inner.', { blocks: [toolUse('i1', 'Change', { text: 'x' })] }, { blocks: [text('Done.')] }],
    ),
  );
  const change = testTool('Change', { run: () => 'ran' });
  await using fixture = new TestSession({ url: server.url, tools: [agentTool, change], engine: fixedPermissionEngine({ Change: 'ask' }) });
  fixture.session.send('Please.');
  const { ask } = await fixture.seen('call.asked');
  const { view } = fixture.session;
  const waiting = (): boolean[] => Object.keys(view.agents).map((agentId) => waitsForPerson(view, agentId));
  expect(waiting()).toEqual([true, true]);
  fixture.session.answer(ask.askId, ask.digest, { type: 'allow_once' });
  await fixture.session.idle();
  expect(waiting()).toEqual([false, false]);
});
