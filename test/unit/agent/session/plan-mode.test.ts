import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ConfiguredHook } from '#shared/settings/hook-config.ts';
import { planFilePath } from '#main/tools/exit-plan-mode/plan-file.ts';
import { toolUse, type Answer } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { testTool } from '#test/support/test-tools.ts';
import { done, call, COLOUR, PLAN, session, resultOf, allText, ask } from './plan-and-questions-fixture.ts';

describe('plan mode', () => {
  test('the model enters it by itself; leaving restores the mode before', async () => {
    const both: Answer = { blocks: [toolUse('a', 'EnterPlanMode', {}), toolUse('b', 'ExitPlanMode', { plan: PLAN })] };
    await using server = await MessagesServer.start(both, done);
    await using fixture = session(server);
    fixture.session.choices.setMode('acceptEdits');
    await ask(fixture, { type: 'accept_plan', mode: 'before', clearContext: false });
    expect(fixture.all('session.mode')).toEqual([
      { mode: 'acceptEdits', by: 'user' },
      { mode: 'plan', by: 'tool' },
      { mode: 'acceptEdits', by: 'tool' },
    ]);
    const { ask: asked } = await fixture.seen('call.asked');
    expect(asked.view.detail).toEqual({ type: 'plan', plan: PLAN, modeBefore: 'acceptEdits' });
    expect(resultOf(server.requests[1]?.body)).toMatchObject({ isError: false, content: expect.stringContaining('accepted your plan') });
    // The model chose the mode itself, so it isn't told.
    expect(allText(server.requests[1]?.body)).not.toContain('Plan mode is over');
  });

  test.each(['default', 'acceptEdits'] as const)('accepted with edits %s', async (mode) => {
    await using server = await MessagesServer.start(call('ExitPlanMode', { plan: PLAN }), done);
    await using fixture = session(server);
    fixture.session.choices.setMode('plan');
    await ask(fixture, { type: 'accept_plan', mode, clearContext: false });
    expect(fixture.session.view.mode).toBe(mode);
    const path = planFilePath(fixture.sessionDir);
    expect(readFileSync(path, 'utf8')).toBe(PLAN);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(resultOf(server.requests[1]?.body).content).toContain(path);
  });

  test('uses an edited plan and tells the model', async () => {
    await using server = await MessagesServer.start(call('ExitPlanMode', { plan: PLAN }), done);
    await using fixture = session(server);
    fixture.session.choices.setMode('plan');
    await ask(fixture, { type: 'accept_plan', mode: 'default', clearContext: false, plan: '# Do less' });
    expect(resultOf(server.requests[1]?.body).content).toMatch(/has changed your plan[^]*# Do less/);
    expect(readFileSync(planFilePath(fixture.sessionDir), 'utf8')).toBe('# Do less');
    expect(fixture.all('call.finished')[0]?.view).toMatchObject({ outcome: 'accepted with your changes' });
  });

  test('accepted with a cleared context keeps only the plan, also after a restart', async () => {
    await using server = await MessagesServer.start(call('ExitPlanMode', { plan: PLAN }), done, done);
    await using fixture = session(server);
    fixture.session.choices.setMode('plan');
    await ask(fixture, { type: 'accept_plan', mode: 'acceptEdits', clearContext: true });
    const anew = server.requests[1]?.body.messages ?? [];
    expect(anew).toHaveLength(1);
    expect(allText(server.requests[1]?.body)).toContain('Carry out this plan');
    expect(allText(server.requests[1]?.body)).not.toContain('"go"');
    expect(fixture.session.view.items.at(-2)).toMatchObject({ type: 'compacted', trigger: 'plan', summary: PLAN });
    await fixture.reopen();
    await fixture.say('and?');
    expect(server.requests[2]?.body.messages.slice(0, 1).map(({ role }) => role)).toEqual(['user']);
    expect(allText(server.requests[2]?.body)).not.toContain('"go"');
  });

  test('stays in plan mode after feedback; a rejection without feedback ends the turn', async () => {
    await using server = await MessagesServer.start(call('ExitPlanMode', { plan: PLAN }), done);
    await using fixture = session(server);
    fixture.session.choices.setMode('plan');
    await ask(fixture, { type: 'deny', message: 'Mind the tests' });
    expect(fixture.session.view.mode).toBe('plan');
    expect(existsSync(planFilePath(fixture.sessionDir))).toBe(false);
    expect(resultOf(server.requests[1]?.body)).toMatchObject({ isError: true, content: expect.stringContaining('Mind the tests') });
  });

  test('the last accepted plan can be proposed again without repeating it', async () => {
    await using server = await MessagesServer.start(call('ExitPlanMode', { plan: PLAN }), done, call('ExitPlanMode'), done);
    await using fixture = session(server);
    fixture.session.choices.setMode('plan');
    await ask(fixture, { type: 'accept_plan', mode: 'default', clearContext: false });
    fixture.session.choices.setMode('plan');
    fixture.session.send('again');
    while (fixture.session.view.asks.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const [asked] = fixture.session.view.asks;
    expect(asked?.view.detail).toMatchObject({ plan: PLAN });
    fixture.session.answer(asked?.askId ?? '', asked?.digest ?? '', { type: 'deny' });
    await fixture.session.idle();
  });

  test.each([
    ['outside plan mode', 'default', { plan: PLAN }, 'not in plan mode'],
    ['without a plan', 'plan', {}, '`plan`'],
  ] as const)('%s there is nothing to accept', async (_name, mode, input, words) => {
    await using server = await MessagesServer.start(call('ExitPlanMode', input), done);
    await using fixture = session(server);
    if (mode === 'plan') fixture.session.choices.setMode('plan');
    await fixture.say('go');
    expect(fixture.all('call.asked')).toEqual([]);
    expect(resultOf(server.requests[1]?.body)).toMatchObject({ isError: true, content: expect.stringContaining(words) });
  });

  test('ignores an acceptance in the model’s input', async () => {
    const input = { plan: PLAN, planWasEdited: true, acceptance: { mode: 'acceptEdits', clearContext: true } };
    await using server = await MessagesServer.start(call('ExitPlanMode', input), done);
    await using fixture = session(server);
    fixture.session.choices.setMode('plan');
    await ask(fixture, { type: 'accept_plan', mode: 'default', clearContext: false });
    expect(fixture.session.view.mode).toBe('default');
    expect(fixture.all('conversation.compacted')).toEqual([]);
    expect(fixture.all('call.finished')[0]?.view).toMatchObject({ outcome: 'accepted' });
  });

  test('tells the model once that the user entered plan mode, and once that it ended', async () => {
    await using server = await MessagesServer.start(done, done, done);
    await using fixture = session(server);
    fixture.session.choices.setMode('plan');
    await fixture.say('one');
    await fixture.say('two');
    fixture.session.choices.setMode('default');
    await fixture.say('three');
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
    await using fixture = session(server, { hooks: [preToolUse('AskUserQuestion', {})] });
    await ask(fixture, { type: 'answer_questions', answers: { 'Which colour?': 'Red' } });
    expect(fixture.all('call.asked')).toHaveLength(1);
  });

  test('a hook that supplies the answers answers, in plan mode too', async () => {
    const updatedInput = { questions: [COLOUR], answers: { 'Which colour?': 'Red' } };
    await using server = await MessagesServer.start(call('AskUserQuestion', { questions: [COLOUR] }), done);
    await using fixture = session(server, { hooks: [preToolUse('AskUserQuestion', { updatedInput })] });
    fixture.session.choices.setMode('plan');
    await fixture.say('go');
    expect(fixture.all('call.asked')).toEqual([]);
    expect(resultOf(server.requests[1]?.body).content).toContain('"Which colour?"="Red"');
  });

  test('a hook that supplies an input without answers answers nothing', async () => {
    await using server = await MessagesServer.start(call('AskUserQuestion', { questions: [COLOUR] }), done);
    await using fixture = session(server, { hooks: [preToolUse('AskUserQuestion', { updatedInput: { questions: [COLOUR] } })] });
    await fixture.say('go');
    expect(resultOf(server.requests[1]?.body)).toMatchObject({ isError: true });
  });
});

test('in plan mode a hook’s answer doesn’t let a tool make changes', async () => {
  let ran = 0;
  const write = testTool('Change', { run: () => `${(ran += 1)}` });
  await using server = await MessagesServer.start(call('Change', { text: 'x' }), done);
  const command = `cat >/dev/null; echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput: { text: 'y' } } })}'`;
  await using fixture = session(server, {
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
  fixture.session.choices.setMode('plan');
  await ask(fixture, { type: 'deny' });
  expect(ran).toBe(0);
});
