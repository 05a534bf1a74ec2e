import { describe, expect, test } from 'vitest';
import type { AskAnswer } from '#shared/session/ask.ts';
import { createAskUserQuestionTool } from '#main/tools/ask-user-question/ask-user-question-tool.ts';
import { toApiTool } from '#main/tool/schema.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { done, call, COLOUR, session, resultOf, ask } from './plan-and-questions-fixture.ts';

describe('AskUserQuestion', () => {
  test('returns the answers to the model, bound to what ran', async () => {
    await using server = await MessagesServer.start(call('AskUserQuestion', { questions: [COLOUR] }), done);
    await using fixture = session(server);
    await ask(fixture, { type: 'answer_questions', answers: { 'Which colour?': 'Blue', 'And another?': 'ignored' } });
    expect(resultOf(server.requests[1]?.body)).toEqual({
      content: 'The user has answered your questions: "Which colour?"="Blue". Go on with these answers in mind.',
      isError: false,
    });
    const [{ ask: asked } = { ask: undefined }] = fixture.all('call.asked');
    expect(asked?.view.detail).toMatchObject({ type: 'questions', questions: [COLOUR] });
    expect(fixture.all('call.decided')).toMatchObject([{ decision: { behavior: 'allow', reason: 'user' } }]);
    // Decided for the input with answers, not the one shown.
    expect(fixture.all('call.decided')[0]?.inputDigest).not.toBe(asked?.digest);
    expect(fixture.all('call.finished')[0]?.view).toMatchObject({ outcome: 'Blue', detail: { answers: { 'Which colour?': 'Blue' } } });
  });

  test.each<[string, AskAnswer]>([
    ['an allow without answers', { type: 'allow_once' }],
    ['a saved rule', { type: 'allow_always', rules: ['AskUserQuestion'], destination: 'session' }],
    ['an unanswered question', { type: 'answer_questions', answers: {} }],
    ['a blank answer', { type: 'answer_questions', answers: { 'Which colour?': '  ' } }],
    ['a plan', { type: 'accept_plan', mode: 'default', clearContext: false }],
  ])('%s is not an answer', async (_name, given) => {
    await using server = await MessagesServer.start(call('AskUserQuestion', { questions: [COLOUR] }), done);
    await using fixture = session(server);
    await ask(fixture, given);
    expect(resultOf(server.requests[1]?.body)).toMatchObject({ isError: true });
    expect(fixture.all('call.finished')).toMatchObject([{ outcome: 'denied' }]);
    expect(fixture.saved).toEqual([]);
  });

  test('ignores answers in the model’s input', async () => {
    const made = { questions: [COLOUR], answers: { 'Which colour?': 'Red' } };
    await using server = await MessagesServer.start(call('AskUserQuestion', made), done);
    await using fixture = session(server);
    fixture.session.send('go');
    const { ask: asked } = await fixture.seen('call.asked');
    expect(JSON.stringify(asked.view)).not.toContain('answers');
    fixture.session.answer(asked.askId, asked.digest, { type: 'deny', message: 'I don’t mind' });
    await fixture.session.idle();
    expect(resultOf(server.requests[1]?.body)).toMatchObject({ isError: true, content: expect.stringContaining('I don’t mind') });
    expect(JSON.stringify(toApiTool(createAskUserQuestionTool()))).not.toContain('"answers"');
  });

  test('reports an answer to something other than what is shown as stale', async () => {
    await using server = await MessagesServer.start(call('AskUserQuestion', { questions: [COLOUR] }), done);
    await using fixture = session(server);
    fixture.session.send('go');
    const { ask: asked } = await fixture.seen('call.asked');
    const given: AskAnswer = { type: 'answer_questions', answers: { 'Which colour?': 'Red' } };
    expect(fixture.session.answer(asked.askId, 'another', given)).toBe('stale');
    expect(fixture.session.answer(asked.askId, asked.digest, given)).toBe('accepted');
    expect(fixture.session.answer(asked.askId, asked.digest, given)).toBe('gone');
    await fixture.session.idle();
  });

  test('isn’t offered, and is denied, when nobody can be asked', async () => {
    expect(createAskUserQuestionTool({ isNonInteractive: true }).isEnabled()).toBe(false);
    await using server = await MessagesServer.start(call('AskUserQuestion', { questions: [COLOUR] }), done);
    await using fixture = session(server, { interactive: false });
    await fixture.say('go');
    expect(fixture.all('call.asked')).toEqual([]);
    expect(fixture.all('call.decided')).toMatchObject([{ decision: { behavior: 'deny', reason: 'promptsAvoided' } }]);
  });

  test.each(['dontAsk', 'bypassPermissions', 'acceptEdits'] as const)('in %s mode still asks', async (mode) => {
    await using server = await MessagesServer.start(call('AskUserQuestion', { questions: [COLOUR] }), done);
    await using fixture = session(server);
    fixture.session.log.append({ type: 'session.mode', data: { mode, by: 'user' } });
    if (mode === 'dontAsk') {
      await fixture.say('go');
      expect(fixture.all('call.decided')).toMatchObject([{ decision: { behavior: 'deny' } }]);
    } else {
      await ask(fixture, { type: 'deny' });
      expect(fixture.all('call.finished')).toMatchObject([{ outcome: 'denied' }]);
    }
  });

  test.each([
    ['no question', { questions: [] }],
    ['five', { questions: [1, 2, 3, 4, 5].map((n) => ({ ...COLOUR, question: `${n}?` })) }],
    ['the same twice', { questions: [COLOUR, COLOUR] }],
    ['one option', { questions: [{ ...COLOUR, options: COLOUR.options.slice(1) }] }],
    ['options of one name', { questions: [{ ...COLOUR, options: [COLOUR.options[0], COLOUR.options[0]] }] }],
  ])('rejects %s before asking', async (_name, input) => {
    await using server = await MessagesServer.start(call('AskUserQuestion', input), done);
    await using fixture = session(server);
    await fixture.say('go');
    expect(fixture.all('call.asked')).toEqual([]);
    expect(resultOf(server.requests[1]?.body)).toMatchObject({ isError: true, content: expect.stringContaining('AskUserQuestion') });
  });
});
