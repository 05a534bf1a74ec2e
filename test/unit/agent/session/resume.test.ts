import { describe, expect, test } from 'vitest';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { echoTool, endlessTool, testTool } from '#test/support/test-tools.ts';
import { outline, reply } from '../short-conversations.ts';

describe('a resumed session', () => {
  test('continues with identical earlier bytes', async () => {
    await using server = await MessagesServer.start({ blocks: [toolUse('a', 'Echo', { text: 'x' })] }, reply('Done.'), reply('More.'));
    await using fixture = new TestSession({ url: server.url, tools: [echoTool()] });
    await fixture.say('hi');
    const before = fixture.session.view;
    await fixture.reopen();
    expect(fixture.session.view.items).toEqual(before.items);
    await fixture.say('more');
    expect(outline(server.requests[2]?.body)).toEqual([
      'user: hi',
      'assistant: tool_use a',
      'user: result a',
      'assistant: Done.',
      'user: more',
    ]);
    expect(server.requests[2]?.body.system).toEqual(server.requests[0]?.body.system);
    expect(fixture.all('session.prompt')).toHaveLength(1);
  });
});

describe('after a failure of Gatehouse', () => {
  test('killed during a call: the next process answers the call and continues', async () => {
    const { promise: started, resolve } = Promise.withResolvers<void>();
    await using server = await MessagesServer.start({
      blocks: [text('I try.'), toolUse('a', 'Endless', { text: 'x' }), toolUse('b', 'Write', { text: 'y' })],
    });
    await using killed = new TestSession({
      url: server.url,
      tools: [endlessTool('Endless', resolve), testTool('Write', { run: () => 'never' })],
    });
    killed.session.send('hi');
    await started;
    await expect.poll(() => killed.all('call.queued').length).toBe(2);
    await using fixture = killed.asFoundOnDisk();
    expect(fixture.all('call.finished').map(({ callId, outcome }) => [callId, outcome])).toEqual([
      ['a', 'cancelled'],
      ['b', 'cancelled'],
    ]);
    server.push(reply('ok'));
    await fixture.say('go on');
    const last = server.requests.at(-1)?.body;
    expect(outline(last)).toEqual(['user: hi', 'assistant: I try., tool_use a, tool_use b', 'user: result a, result b, go on']);
    expect(JSON.stringify(last?.messages[2])).toContain('may have had some of its effects');
  });

  test('an unwritable log ends the turn instead of hanging it', async () => {
    await using server = await MessagesServer.start({ blocks: [toolUse('a', 'Break', { text: 'x' })], after: 'stall' });
    const breaking = testTool('Break', {
      run: () => {
        fixture.session.log.close();
        return 'ran';
      },
    });
    await using fixture = new TestSession({ url: server.url, tools: [breaking] });
    fixture.session.send('hi');
    await fixture.session.idle();
    expect(fixture.session.running).toBe(false);
    expect(() => fixture.session.send('again')).toThrow(/closed/);
  });
});
