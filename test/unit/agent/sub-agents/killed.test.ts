import { expect, it } from 'vitest';
import { createAgentTool } from '#main/tools/agent/agent-tool.ts';
import { createSendMessageTool } from '#main/tools/send-message/send-message-tool.ts';
import { byPrompt } from '#test/support/by-prompt.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { endlessTool } from '#test/support/test-tools.ts';

it('agents running when Gatehouse was killed are closed, each of their calls answered once', async () => {
  const started = Promise.withResolvers<undefined>();
  const endless = endlessTool('Endless', () => started.resolve(undefined));
  const agentTool = createAgentTool({ projectDir: '/p', isReadOnlyCommand: () => false });
  await using server = await MessagesServer.start(
    ...byPrompt(
      ['Please', { blocks: [toolUse('m1', 'Agent', { description: 'd', prompt: 'Endless.' })] }, { blocks: [text('Gone on.')] }],
      ['Endless.', { blocks: [toolUse('s1', 'Endless', { text: 'x' })] }],
    ),
  );
  await using fixture = new TestSession({ url: server.url, tools: [agentTool, endless] });
  fixture.session.send('Please.');
  await started.promise;
  await using found = fixture.asFoundOnDisk();

  expect(Object.values(found.session.view.agents)).toMatchObject([{ state: 'stopped', error: 'Gatehouse stopped.' }]);
  const answered = found.all('call.finished').map(({ callId, outcome }) => [callId, outcome]);
  expect(answered).toEqual([
    ['m1', 'cancelled'],
    ['s1', 'cancelled'],
  ]);
  await found.say('Go on.');
  expect(found.session.view.items.at(-1)).toMatchObject({ type: 'text', text: 'Gone on.' });
});

it('an agent killed before it got its task is not resumed without it', async () => {
  const tools = [createAgentTool({ projectDir: '/p', isReadOnlyCommand: () => false }), createSendMessageTool()];
  await using server = await MessagesServer.start(
    ...byPrompt(
      [
        'Please',
        { blocks: [toolUse('m1', 'Agent', { description: 'd', prompt: 'Look.', name: 'looker' })] },
        { blocks: [text('Seen.')] },
        { blocks: [toolUse('m2', 'SendMessage', { to: 'looker', message: 'And?' })] },
        { blocks: [text('It is gone.')] },
      ],
      ['Look.', { blocks: [text('Nothing.')] }],
    ),
  );
  await using fixture = new TestSession({ url: server.url, tools });
  await fixture.say('Please.');
  await using found = fixture.asFoundOnDisk('agent.started');
  await found.say('Ask it.');
  expect(found.session.view.calls['m2']).toMatchObject({ state: 'failed' });
  expect(JSON.stringify(found.all('call.finished'))).toContain('was stopped before it had begun');
});
