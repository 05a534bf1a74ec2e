import { describe, expect, it } from 'vitest';
import { byPrompt } from '#test/support/by-prompt.ts';
import { text, toolUse, type FixedAnswer } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { endlessTool } from '#test/support/test-tools.ts';
import { agentTool, agent } from './agents-at-work.ts';

it('a running agent accepts a limited number of messages, and rejects more with an error', async () => {
  const go = Promise.withResolvers<void>();
  await using server = await MessagesServer.start(
    ...byPrompt(
      ['Please', { blocks: [agent('m1', 'Look.', { name: 'finder' })] }, { blocks: [text('Done.')] }],
      ['Look.', { blocks: [text('Found.')], until: go.promise }, { blocks: [text('And all that.')] }],
    ),
  );
  await using fixture = new TestSession({ url: server.url, tools: [agentTool] });
  fixture.session.send('Please.');
  await server.received(2);
  const [agentId = ''] = Object.keys(fixture.session.view.agents);
  for (let sent = 0; sent < 50; sent += 1) expect(await fixture.session.controls.sendToAgent(agentId, `No. ${sent}`)).toBe(false);
  await expect(fixture.session.controls.sendToAgent(agentId, 'One more.')).rejects.toThrow('has 50 messages it hasn’t read yet');
  go.resolve();
  await fixture.session.idle();
  expect(JSON.stringify(server.requests.at(-2)?.body.messages)).toContain('No. 49');
  expect(await fixture.session.controls.sendToAgent(agentId, 'Now then.')).toBe(true);
});

describe('a person’s message to a sub-agent', () => {
  const start = (...more: FixedAnswer[]) =>
    MessagesServer.start(
      ...byPrompt(
        ['Please', { blocks: [agent('m1', 'Look.', { name: 'finder' })] }, { blocks: [text('Found.')] }, { blocks: [text('Thanks.')] }],
        ['Look.', ...more],
      ),
    );

  it('resumes a finished one, whose result is reported to the main agent', async () => {
    await using server = await start({ blocks: [text('Here.')] }, { blocks: [text('And there.')] });
    await using fixture = new TestSession({ url: server.url, tools: [agentTool] });
    await fixture.say('Please.');
    const [agentId = ''] = Object.keys(fixture.session.view.agents);
    expect(await fixture.session.controls.sendToAgent(agentId, 'Look again.')).toBe(true);
    await fixture.session.idle();
    const own = fixture.events.filter((event) => event.agentId === agentId && event.type === 'user.message');
    expect(own).toMatchObject([{ data: { origin: 'dispatch' } }, { data: { origin: 'prompt', content: [{ text: 'Look again.' }] } }]);
    expect(fixture.session.view.agents[agentId]).toMatchObject({ state: 'completed', background: true, unreported: false });
    // The main conversation gets the end, and not the person's message to another agent.
    expect(fixture.session.view.items.map((item) => item.type)).toEqual(['user', 'call', 'text', 'notice', 'text']);
    expect(fixture.session.view.items[3]).toMatchObject({ about: { type: 'agent', agentId } });
  });

  it('is read by a running one before its next request, and kept if it is stopped first', async () => {
    const started = Promise.withResolvers<undefined>();
    const endless = { ...endlessTool('Endless', () => started.resolve(undefined)), name: 'mcp__x__Endless', isMcp: true };
    await using server = await start({ blocks: [toolUse('s1', 'mcp__x__Endless', { text: 'x' })] });
    await using fixture = new TestSession({ url: server.url, tools: [agentTool, endless] });
    fixture.session.send('Please.');
    await started.promise;
    const [agentId = ''] = Object.keys(fixture.session.view.agents);
    expect(await fixture.session.controls.sendToAgent(agentId, 'Never mind.')).toBe(false);
    fixture.session.interrupt();
    await fixture.session.idle();
    expect(fixture.events.filter((event) => event.agentId === agentId && event.type === 'user.message')).toMatchObject([
      {},
      { data: { origin: 'interruption' } },
      { data: { origin: 'prompt', content: [{ text: 'Never mind.' }] } },
    ]);
  });

  it('is rejected for an unknown agent', async () => {
    await using server = await start();
    await using fixture = new TestSession({ url: server.url, tools: [agentTool] });
    await expect(fixture.session.controls.sendToAgent('toString', 'x')).rejects.toThrow('doesn’t have that agent');
  });
});
