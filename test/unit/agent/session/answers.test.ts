import { describe, expect, test } from 'vitest';
import { toolUse, type Answer } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { TestSession } from '#test/support/test-session.ts';
import { testTool } from '#test/support/test-tools.ts';
import { conversationProblems } from '#test/support/valid-conversation.ts';
import { outline, reply } from '../short-conversations.ts';

const IMAGE = { type: 'image' as const, source: { type: 'base64' as const, media_type: 'image/png', data: 'iVBORw0KGgoAAAAN' } };

describe('answers of a person', () => {
  async function asked(server: MessagesServer) {
    const fixture = new TestSession({
      url: server.url,
      tools: [testTool('Write', { run: () => 'wrote' })],
      engine: fixedPermissionEngine({ Write: 'ask' }),
    });
    fixture.session.send('hi');
    const { ask } = await fixture.seen('call.asked');
    return { fixture, ask };
  }
  const call: Answer = { blocks: [toolUse('a', 'Write', { text: 'x' })] };

  test('allow: the call runs', async () => {
    await using server = await MessagesServer.start(call, reply('Done.'));
    const { fixture, ask } = await asked(server);
    await using _ = fixture;
    expect(fixture.session.answer(ask.askId, ask.digest, { type: 'allow_once' })).toBe('accepted');
    await fixture.session.idle();
    expect(server.requests[1]?.body.messages[2]?.content[0]?.content).toBe('wrote');
  });

  test('rejects an answer to something other than what was shown', async () => {
    await using server = await MessagesServer.start(call);
    const { fixture, ask } = await asked(server);
    await using _ = fixture;
    expect(fixture.session.answer(ask.askId, 'other', { type: 'allow_once' })).toBe('stale');
  });

  test('always allow: saves the rules to the chosen file and runs the call', async () => {
    await using server = await MessagesServer.start(call, reply('Done.'));
    const { fixture, ask } = await asked(server);
    await using _ = fixture;
    fixture.session.answer(ask.askId, ask.digest, { type: 'allow_always', rules: ['Write'], destination: 'local' });
    await fixture.session.idle();
    expect(fixture.saved).toEqual([{ type: 'add_rules', behavior: 'allow', rules: ['Write'], destination: 'local' }]);
    expect(fixture.all('call.finished')).toMatchObject([{ outcome: 'done' }]);
  });

  test('a mode change settles an ask that the new mode decides', async () => {
    await using server = await MessagesServer.start(call, reply('Done.'));
    const { fixture } = await asked(server);
    await using _ = fixture;
    fixture.session.choices.setMode('acceptEdits');
    await fixture.session.idle();
    expect(fixture.all('call.answered')).toMatchObject([{ by: 'rules' }]);
    expect(fixture.all('call.finished')).toMatchObject([{ outcome: 'done' }]);
  });

  test('deny without a message ends the turn; the next message continues from there', async () => {
    await using server = await MessagesServer.start(call, reply('ok'));
    const { fixture, ask } = await asked(server);
    await using _ = fixture;
    fixture.session.answer(ask.askId, ask.digest, { type: 'deny' });
    await fixture.session.idle();
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'denied' }]);
    expect(server.requests).toHaveLength(1);
    await fixture.say('do it like this');
    expect(outline(server.requests[1]?.body)[2]).toBe('user: result a, do it like this');
  });

  test('deny with a message: the model reads it and continues', async () => {
    await using server = await MessagesServer.start(call, reply('ok'));
    const { fixture, ask } = await asked(server);
    await using _ = fixture;
    fixture.session.answer(ask.askId, ask.digest, { type: 'deny', message: 'use tabs' });
    await fixture.session.idle();
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
    expect(JSON.stringify(server.requests[1]?.body.messages[2])).toContain('use tabs');
  });

  test.each([
    ['words and an image', 'like this', 'The user said:\nlike this\nThey attached an image, which follows the results.', ['image', 'text']],
    ['an image alone', undefined, 'They attached an image, which follows the results.', ['image']],
  ])('deny with %s: the model sees it after the results and continues', async (_name, message, said, parts) => {
    await using server = await MessagesServer.start(call, reply('ok'));
    const { fixture, ask } = await asked(server);
    await using _ = fixture;
    fixture.session.answer(ask.askId, ask.digest, { type: 'deny', ...(message !== undefined && { message }), images: [IMAGE] });
    await fixture.session.idle();
    const body = server.requests[1]?.body;
    expect(conversationProblems(body ?? { messages: [] })).toEqual([]);
    const [result, ...after] = body?.messages[2]?.content ?? [];
    expect(result).toMatchObject({ type: 'tool_result', tool_use_id: 'a', content: expect.stringContaining(said), is_error: true });
    expect(after.map(({ type }) => type)).toEqual(parts);
    expect(after[0]).toMatchObject(IMAGE);
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
    // The log has the image once, and the window shows it.
    expect(JSON.stringify(fixture.events).split(IMAGE.source.data)).toHaveLength(2);
    expect(fixture.session.view.items.findLast((item) => item.type === 'user')).toMatchObject({
      origin: 'feedback',
      text: message ?? '',
      images: [IMAGE.source],
    });
  });

  test('with nobody to ask, the model reads the denial and continues', async () => {
    await using server = await MessagesServer.start(call, reply('ok'));
    await using fixture = new TestSession({
      url: server.url,
      interactive: false,
      tools: [testTool('Write', { run: () => 'wrote' })],
      engine: fixedPermissionEngine({ Write: 'ask' }),
    });
    await fixture.say('hi');
    expect(fixture.all('call.finished')).toMatchObject([{ outcome: 'denied', isError: true }]);
    expect(server.requests).toHaveLength(2);
  });
});

describe('modes', () => {
  test('leaving plan mode restores the mode before it', async () => {
    await using fixture = new TestSession({ url: 'http://127.0.0.1:9' });
    fixture.session.choices.setMode('acceptEdits');
    expect(fixture.session.prePlanMode).toBe(undefined);
    fixture.session.choices.setMode('plan');
    expect(fixture.session.prePlanMode).toBe('acceptEdits');
    fixture.session.choices.setMode('default');
    expect(fixture.session.prePlanMode).toBe(undefined);
  });

  test.each(['bypassPermissions', 'auto', 'bubble'] as const)('rejects %s where it is not available', async (mode) => {
    await using fixture = new TestSession({ url: 'http://127.0.0.1:9' });
    expect(() => fixture.session.choices.setMode(mode)).toThrow(/available/);
    expect(fixture.session.view.mode).toBe('default');
  });
});
