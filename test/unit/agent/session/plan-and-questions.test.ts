import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { AskAnswer } from '#shared/session/ask.ts';
import type { ConfiguredHook } from '#shared/settings/hook-config.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { createAskUserQuestionTool } from '#main/tools/ask-user-question/ask-user-question-tool.ts';
import { createEnterPlanModeTool } from '#main/tools/enter-plan-mode/enter-plan-mode-tool.ts';
import { createExitPlanModeTool } from '#main/tools/exit-plan-mode/exit-plan-mode-tool.ts';
import { planFilePath } from '#main/tools/exit-plan-mode/plan-file.ts';
import { toApiTool } from '#main/tool/schema.ts';
import { text, toolUse, type Answer } from '#test/support/messages-answer.ts';
import { MessagesServer, type RequestBody } from '#test/support/messages-server.ts';
import { TestSession, type TestSessionOptions } from '#test/support/test-session.ts';
import { testTool } from '#test/support/test-tools.ts';

const engine = await createPermissionEngine();
const tools = [createAskUserQuestionTool(), createEnterPlanModeTool(), createExitPlanModeTool()];
const done: Answer = { blocks: [text('Done.')] };
const call = (name: string, input: Record<string, unknown> = {}): Answer => ({ blocks: [toolUse('a', name, input)] });

const COLOUR = {
  question: 'Which colour?',
  header: 'Colour',
  options: [
    { label: 'Red', description: 'Warm' },
    { label: 'Blue', description: 'Cold' },
  ],
  multiSelect: false,
};
const PLAN = '# Rename it\n\n1. Change `a.ts`.';

function session(server: MessagesServer, more: Partial<TestSessionOptions> = {}): TestSession {
  return new TestSession({ url: server.url, tools, engine, ...more });
}

/** The result of the last call as the model read it. */
function resultOf(body: RequestBody | undefined): { content: string; isError: boolean } {
  const results = body?.messages.flatMap(({ content }) => content.filter(({ type }) => type === 'tool_result')) ?? [];
  const last = results.at(-1);
  return { content: typeof last?.content === 'string' ? last.content : '', isError: last?.is_error === true };
}

function allText(body: RequestBody | undefined): string {
  return JSON.stringify(body?.messages);
}

/** Waits for the ask and answers it. */
async function answer(it: TestSession, given: AskAnswer): Promise<string> {
  const { ask } = await it.seen('call.asked');
  return it.session.answer(ask.askId, ask.digest, given);
}

/** Sends a message, answers its one ask, and waits for the end of the turn. */
async function ask(it: TestSession, given: AskAnswer): Promise<void> {
  it.session.send('go');
  await answer(it, given);
  await it.session.idle();
}

describe('AskUserQuestion', () => {
  test('returns the answers to the model, bound to what ran', async () => {
    await using server = await MessagesServer.start(call('AskUserQuestion', { questions: [COLOUR] }), done);
    await using it = session(server);
    await ask(it, { type: 'answer_questions', answers: { 'Which colour?': 'Blue', 'And another?': 'ignored' } });
    expect(resultOf(server.requests[1]?.body)).toEqual({
      content: 'The user has answered your questions: "Which colour?"="Blue". Go on with these answers in mind.',
      isError: false,
    });
    const [{ ask: asked } = { ask: undefined }] = it.all('call.asked');
    expect(asked?.view.detail).toMatchObject({ type: 'questions', questions: [COLOUR] });
    expect(it.all('call.decided')).toMatchObject([{ decision: { behavior: 'allow', reason: 'user' } }]);
    // Decided for the input with answers, not the one shown.
    expect(it.all('call.decided')[0]?.inputDigest).not.toBe(asked?.digest);
    expect(it.all('call.finished')[0]?.view).toMatchObject({ outcome: 'Blue', detail: { answers: { 'Which colour?': 'Blue' } } });
  });

  test.each<[string, AskAnswer]>([
    ['an allow without answers', { type: 'allow_once' }],
    ['a saved rule', { type: 'allow_always', rules: ['AskUserQuestion'], destination: 'session' }],
    ['an unanswered question', { type: 'answer_questions', answers: {} }],
    ['a blank answer', { type: 'answer_questions', answers: { 'Which colour?': '  ' } }],
    ['a plan', { type: 'accept_plan', mode: 'default', clearContext: false }],
  ])('%s is not an answer', async (_name, given) => {
    await using server = await MessagesServer.start(call('AskUserQuestion', { questions: [COLOUR] }), done);
    await using it = session(server);
    await ask(it, given);
    expect(resultOf(server.requests[1]?.body)).toMatchObject({ isError: true });
    expect(it.all('call.finished')).toMatchObject([{ outcome: 'denied' }]);
    expect(it.saved).toEqual([]);
  });

  test('ignores answers in the model’s input', async () => {
    const made = { questions: [COLOUR], answers: { 'Which colour?': 'Red' } };
    await using server = await MessagesServer.start(call('AskUserQuestion', made), done);
    await using it = session(server);
    it.session.send('go');
    const { ask: asked } = await it.seen('call.asked');
    expect(JSON.stringify(asked.view)).not.toContain('answers');
    it.session.answer(asked.askId, asked.digest, { type: 'deny', message: 'I don’t mind' });
    await it.session.idle();
    expect(resultOf(server.requests[1]?.body)).toMatchObject({ isError: true, content: expect.stringContaining('I don’t mind') });
    expect(JSON.stringify(toApiTool(createAskUserQuestionTool()))).not.toContain('"answers"');
  });

  test('reports an answer to something other than what is shown as stale', async () => {
    await using server = await MessagesServer.start(call('AskUserQuestion', { questions: [COLOUR] }), done);
    await using it = session(server);
    it.session.send('go');
    const { ask: asked } = await it.seen('call.asked');
    const given: AskAnswer = { type: 'answer_questions', answers: { 'Which colour?': 'Red' } };
    expect(it.session.answer(asked.askId, 'another', given)).toBe('stale');
    expect(it.session.answer(asked.askId, asked.digest, given)).toBe('accepted');
    expect(it.session.answer(asked.askId, asked.digest, given)).toBe('gone');
    await it.session.idle();
  });

  test('isn’t offered, and is denied, when nobody can be asked', async () => {
    expect(createAskUserQuestionTool({ isNonInteractive: true }).isEnabled()).toBe(false);
    await using server = await MessagesServer.start(call('AskUserQuestion', { questions: [COLOUR] }), done);
    await using it = session(server, { interactive: false });
    await it.say('go');
    expect(it.all('call.asked')).toEqual([]);
    expect(it.all('call.decided')).toMatchObject([{ decision: { behavior: 'deny', reason: 'promptsAvoided' } }]);
  });

  test.each(['dontAsk', 'bypassPermissions', 'acceptEdits'] as const)('in %s mode still asks', async (mode) => {
    await using server = await MessagesServer.start(call('AskUserQuestion', { questions: [COLOUR] }), done);
    await using it = session(server);
    it.session.log.append({ type: 'session.mode', data: { mode, by: 'user' } });
    if (mode === 'dontAsk') {
      await it.say('go');
      expect(it.all('call.decided')).toMatchObject([{ decision: { behavior: 'deny' } }]);
    } else {
      await ask(it, { type: 'deny' });
      expect(it.all('call.finished')).toMatchObject([{ outcome: 'denied' }]);
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
    await using it = session(server);
    await it.say('go');
    expect(it.all('call.asked')).toEqual([]);
    expect(resultOf(server.requests[1]?.body)).toMatchObject({ isError: true, content: expect.stringContaining('AskUserQuestion') });
  });
});

describe('plan mode', () => {
  test('the model enters it by itself; leaving restores the mode before', async () => {
    const both: Answer = { blocks: [toolUse('a', 'EnterPlanMode', {}), toolUse('b', 'ExitPlanMode', { plan: PLAN })] };
    await using server = await MessagesServer.start(both, done);
    await using it = session(server);
    it.session.choices.setMode('acceptEdits');
    await ask(it, { type: 'accept_plan', mode: 'before', clearContext: false });
    expect(it.all('session.mode')).toEqual([
      { mode: 'acceptEdits', by: 'user' },
      { mode: 'plan', by: 'tool' },
      { mode: 'acceptEdits', by: 'tool' },
    ]);
    const { ask: asked } = await it.seen('call.asked');
    expect(asked.view.detail).toEqual({ type: 'plan', plan: PLAN, modeBefore: 'acceptEdits' });
    expect(resultOf(server.requests[1]?.body)).toMatchObject({ isError: false, content: expect.stringContaining('accepted your plan') });
    // The model chose the mode itself, so it isn't told.
    expect(allText(server.requests[1]?.body)).not.toContain('Plan mode is over');
  });

  test.each(['default', 'acceptEdits'] as const)('accepted with edits %s', async (mode) => {
    await using server = await MessagesServer.start(call('ExitPlanMode', { plan: PLAN }), done);
    await using it = session(server);
    it.session.choices.setMode('plan');
    await ask(it, { type: 'accept_plan', mode, clearContext: false });
    expect(it.session.view.mode).toBe(mode);
    const path = planFilePath(it.sessionDir);
    expect(readFileSync(path, 'utf8')).toBe(PLAN);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(resultOf(server.requests[1]?.body).content).toContain(path);
  });

  test('uses an edited plan and tells the model', async () => {
    await using server = await MessagesServer.start(call('ExitPlanMode', { plan: PLAN }), done);
    await using it = session(server);
    it.session.choices.setMode('plan');
    await ask(it, { type: 'accept_plan', mode: 'default', clearContext: false, plan: '# Do less' });
    expect(resultOf(server.requests[1]?.body).content).toMatch(/has changed your plan[^]*# Do less/);
    expect(readFileSync(planFilePath(it.sessionDir), 'utf8')).toBe('# Do less');
    expect(it.all('call.finished')[0]?.view).toMatchObject({ outcome: 'accepted with your changes' });
  });

  test('accepted with a cleared context keeps only the plan, also after a restart', async () => {
    await using server = await MessagesServer.start(call('ExitPlanMode', { plan: PLAN }), done, done);
    await using it = session(server);
    it.session.choices.setMode('plan');
    await ask(it, { type: 'accept_plan', mode: 'acceptEdits', clearContext: true });
    const anew = server.requests[1]?.body.messages ?? [];
    expect(anew).toHaveLength(1);
    expect(allText(server.requests[1]?.body)).toContain('Carry out this plan');
    expect(allText(server.requests[1]?.body)).not.toContain('"go"');
    expect(it.session.view.items.at(-2)).toMatchObject({ type: 'compacted', trigger: 'plan', summary: PLAN });
    await it.reopen();
    await it.say('and?');
    expect(server.requests[2]?.body.messages.slice(0, 1).map(({ role }) => role)).toEqual(['user']);
    expect(allText(server.requests[2]?.body)).not.toContain('"go"');
  });

  test('stays in plan mode after feedback; a rejection without feedback ends the turn', async () => {
    await using server = await MessagesServer.start(call('ExitPlanMode', { plan: PLAN }), done);
    await using it = session(server);
    it.session.choices.setMode('plan');
    await ask(it, { type: 'deny', message: 'Mind the tests' });
    expect(it.session.view.mode).toBe('plan');
    expect(existsSync(planFilePath(it.sessionDir))).toBe(false);
    expect(resultOf(server.requests[1]?.body)).toMatchObject({ isError: true, content: expect.stringContaining('Mind the tests') });
  });

  test('the last accepted plan can be proposed again without repeating it', async () => {
    await using server = await MessagesServer.start(call('ExitPlanMode', { plan: PLAN }), done, call('ExitPlanMode'), done);
    await using it = session(server);
    it.session.choices.setMode('plan');
    await ask(it, { type: 'accept_plan', mode: 'default', clearContext: false });
    it.session.choices.setMode('plan');
    it.session.send('again');
    while (it.session.view.asks.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const [asked] = it.session.view.asks;
    expect(asked?.view.detail).toMatchObject({ plan: PLAN });
    it.session.answer(asked?.askId ?? '', asked?.digest ?? '', { type: 'deny' });
    await it.session.idle();
  });

  test.each([
    ['outside plan mode', 'default', { plan: PLAN }, 'not in plan mode'],
    ['without a plan', 'plan', {}, '`plan`'],
  ] as const)('%s there is nothing to accept', async (_name, mode, input, words) => {
    await using server = await MessagesServer.start(call('ExitPlanMode', input), done);
    await using it = session(server);
    if (mode === 'plan') it.session.choices.setMode('plan');
    await it.say('go');
    expect(it.all('call.asked')).toEqual([]);
    expect(resultOf(server.requests[1]?.body)).toMatchObject({ isError: true, content: expect.stringContaining(words) });
  });

  test('ignores an acceptance in the model’s input', async () => {
    const input = { plan: PLAN, planWasEdited: true, acceptance: { mode: 'acceptEdits', clearContext: true } };
    await using server = await MessagesServer.start(call('ExitPlanMode', input), done);
    await using it = session(server);
    it.session.choices.setMode('plan');
    await ask(it, { type: 'accept_plan', mode: 'default', clearContext: false });
    expect(it.session.view.mode).toBe('default');
    expect(it.all('conversation.compacted')).toEqual([]);
    expect(it.all('call.finished')[0]?.view).toMatchObject({ outcome: 'accepted' });
  });

  test('tells the model once that the user entered plan mode, and once that it ended', async () => {
    await using server = await MessagesServer.start(done, done, done);
    await using it = session(server);
    it.session.choices.setMode('plan');
    await it.say('one');
    await it.say('two');
    it.session.choices.setMode('default');
    await it.say('three');
    const counts = server.requests.map(({ body }) =>
      [/Plan mode is on/g, /Plan mode is over/g].map((words) => allText(body).match(words)?.length ?? 0),
    );
    expect(counts).toEqual([
      [1, 0],
      [1, 0],
      [1, 1],
    ]);
  });
});

describe('hooks', () => {
  const hook = (event: ConfiguredHook['event'], matcher: string, answerText: string): ConfiguredHook => ({
    event,
    matcher,
    source: 'user',
    file: undefined,
    fromRepository: false,
    handler: { type: 'command', command: `cat >/dev/null; echo '${answerText}'` },
  });
  const preToolUse = (matcher: string, said: Record<string, unknown>) =>
    hook(
      'PreToolUse',
      matcher,
      JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', ...said } }),
    );

  test('an allow without answers answers nothing', async () => {
    await using server = await MessagesServer.start(call('AskUserQuestion', { questions: [COLOUR] }), done);
    await using it = session(server, { hooks: [preToolUse('AskUserQuestion', {})] });
    await ask(it, { type: 'answer_questions', answers: { 'Which colour?': 'Red' } });
    expect(it.all('call.asked')).toHaveLength(1);
  });

  test('a hook that supplies the answers answers, in plan mode too', async () => {
    const updatedInput = { questions: [COLOUR], answers: { 'Which colour?': 'Red' } };
    await using server = await MessagesServer.start(call('AskUserQuestion', { questions: [COLOUR] }), done);
    await using it = session(server, { hooks: [preToolUse('AskUserQuestion', { updatedInput })] });
    it.session.choices.setMode('plan');
    await it.say('go');
    expect(it.all('call.asked')).toEqual([]);
    expect(resultOf(server.requests[1]?.body).content).toContain('"Which colour?"="Red"');
  });

  test('a hook that supplies an input without answers answers nothing', async () => {
    await using server = await MessagesServer.start(call('AskUserQuestion', { questions: [COLOUR] }), done);
    await using it = session(server, { hooks: [preToolUse('AskUserQuestion', { updatedInput: { questions: [COLOUR] } })] });
    await it.say('go');
    expect(resultOf(server.requests[1]?.body)).toMatchObject({ isError: true });
  });
});

test('in plan mode a hook’s answer doesn’t let a tool make changes', async () => {
  let ran = 0;
  const write = testTool('Change', { run: () => `${(ran += 1)}` });
  await using server = await MessagesServer.start(call('Change', { text: 'x' }), done);
  const command = `cat >/dev/null; echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput: { text: 'y' } } })}'`;
  await using it = session(server, {
    tools: [write],
    hooks: [
      {
        event: 'PreToolUse',
        matcher: 'Change',
        source: 'user',
        file: undefined,
        fromRepository: false,
        handler: { type: 'command', command },
      },
    ],
  });
  it.session.choices.setMode('plan');
  await ask(it, { type: 'deny' });
  expect(ran).toBe(0);
});
