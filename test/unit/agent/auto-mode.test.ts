import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { classifierAsker } from '#main/agent/ask-classifier.ts';
import { parseScript } from '#main/model/script.ts';
import { AnthropicClient } from '#main/model/anthropic-client.ts';
import { ScriptedClient } from '#main/model/scripted-client.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { text, toolUse, type Answer } from '#test/support/messages-answer.ts';
import { MessagesServer, type RequestBody } from '#test/support/messages-server.ts';
import { realTools } from '#test/support/real-tools.ts';
import { TestSession, type TestSessionOptions } from '#test/support/test-session.ts';

let engine: PermissionEngine;
beforeAll(async () => {
  engine = await createPermissionEngine();
});

const reply = (words: string): Answer => ({ blocks: [text(words)] });
const bash = (id: string, command: string): Answer => ({ blocks: [toolUse(id, 'Bash', { command })] });
const isClassifier = (body: RequestBody) => body.tools === undefined;
const promptOf = (body: RequestBody | undefined) => body?.messages[0]?.content[0]?.text ?? '';

/** A session in auto mode with real tools and the real engine; no one answers unless `interactive`. */
function autoSession(options: Partial<TestSessionOptions>): TestSession {
  const fixture = new TestSession({ engine, equip: realTools(engine), interactive: false, autoAvailable: true, ...options });
  fixture.session.choices.setMode('auto');
  return fixture;
}

const made = (fixture: TestSession, name: string) => existsSync(join(fixture.project.projectDir, name));
const decisions = (fixture: TestSession) => fixture.all('call.decided').map(({ decision }) => [decision.behavior, decision.reason]);

describe('with a model server', () => {
  test('the fast stage allows a command; it sees the user’s messages and no tool results', async () => {
    await using server = await MessagesServer.start(
      { blocks: [toolUse('r', 'Read', { file_path: 'secret.txt' })] },
      bash('a', 'touch one'),
      reply('allow: what they asked for'),
      bash('b', 'touch two'),
      reply('allow: what they asked for'),
      reply('Done.'),
    );
    await using fixture = autoSession({ url: server.url, files: { 'secret.txt': 'PRIVATE-CONTENT' } });
    await fixture.say('make one and two');
    expect([made(fixture, 'one'), made(fixture, 'two')]).toEqual([true, true]);
    expect(decisions(fixture).slice(1)).toEqual([
      ['allow', 'classifier'],
      ['allow', 'classifier'],
    ]);
    const asked = server.requests.map(({ body }) => body).filter(isClassifier);
    expect(asked).toHaveLength(2);
    expect(asked.every(({ model }) => model === 'test-model')).toBe(true);
    expect(promptOf(asked[1])).toContain('{"user":"make one and two"}');
    expect(promptOf(asked[1])).toContain('"action":"touch one","outcome":"done"');
    expect(promptOf(asked[1])).toContain('"action":"touch two"');
    expect(promptOf(asked[1])).not.toMatch(/PRIVATE-CONTENT|"tool":"Read"/u);
  });

  test('records the cost of classifier requests, also of an unusable one', async () => {
    await using server = await MessagesServer.start(
      bash('a', 'touch one'),
      { blocks: [text('unsure: why?')], usage: { input_tokens: 100, output_tokens: 7 } },
      { blocks: [text('nonsense')], usage: { input_tokens: 200, output_tokens: 9 } },
      reply('Done.'),
    );
    await using fixture = autoSession({ url: server.url });
    await fixture.say('go');
    expect(fixture.all('classifier.asked')).toMatchObject([
      { model: 'test-model', stage: 'fast', usage: { input_tokens: 100, output_tokens: 7 } },
      { model: 'test-model', stage: 'thinking', usage: { input_tokens: 200, output_tokens: 9 } },
    ]);
    expect(fixture.session.view.spending.rows).toMatchObject([{}, { purpose: 'classifier', requests: 2, usage: { input_tokens: 300 } }]);
  });

  test('makes no classifier request once the budget is used up', async () => {
    await using server = await MessagesServer.start();
    const client = new AnthropicClient({ access: () => ({ apiKey: 'k', authToken: undefined, baseUrl: server.url }), env: {} });
    const appended: unknown[] = [];
    const ask = classifierAsker(client, {
      model: () => 'claude-opus-5-5',
      overBudget: () => 'The budget is used up.',
      append: (event) => appended.push(event),
    });
    const question = { stage: 'fast', system: '', prompt: 'x', maxTokens: 100, about: { toolName: 'Bash', action: 'touch one' } } as const;
    await expect(ask(question, new AbortController().signal)).rejects.toThrow('used up');
    expect([server.requests.length, appended.length]).toEqual([0, 0]);
  });

  test('the thinking stage decides unclear cases', async () => {
    await using server = await MessagesServer.start(
      bash('a', 'touch one'),
      reply('unsure: why?'),
      { blocks: [{ type: 'thinking', thinking: 'allow: hm', signature: 's' }, text('<reasoning>Harmless.</reasoning>\nallow: harmless')] },
      reply('Done.'),
    );
    await using fixture = autoSession({ url: server.url });
    await fixture.say('go');
    expect(made(fixture, 'one')).toBe(true);
    expect(
      fixture
        .all('call.decided')[0]
        ?.decision.trace.slice(-2)
        .map(({ layer, outcome }) => `${layer} ${outcome}`),
    ).toEqual(['classifier pass', 'classifier allow']);
  });

  test('reports a block to the model, which continues', async () => {
    await using server = await MessagesServer.start(bash('a', 'touch one'), reply('block: nobody asked for it'), reply('I leave it.'));
    await using fixture = autoSession({ url: server.url });
    await fixture.say('go');
    expect(made(fixture, 'one')).toBe(false);
    expect(JSON.stringify(server.requests[2]?.body.messages)).toMatch(/Blocked by the classifier.*nobody asked for it/u);
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
  });

  test.each<[string, Answer]>([
    ['an answer within prose', reply('I would say: allow: fine')],
    ['an empty answer', { blocks: [] }],
    ['a truncated answer', { blocks: [text('allow: because')], stopReason: 'max_tokens' }],
    ['a tool call instead of text', { blocks: [text('allow: x'), toolUse('x', 'Bash', { command: 'ls' })] }],
    ['a broken connection', { blocks: [text('allow: fine')], after: 'cut' }],
    ['an overloaded server', { status: 529, error: 'overloaded', type: 'overloaded_error' }],
    ['a response that is no stream', { raw: 'allow: fine' }],
  ])('%s is not an approval, and is not retried', async (_name, answer) => {
    await using server = await MessagesServer.start(bash('a', 'touch one'), answer, reply('Then not.'));
    await using fixture = autoSession({ url: server.url });
    await fixture.say('go');
    expect(made(fixture, 'one')).toBe(false);
    expect(decisions(fixture)).toEqual([['deny', 'promptsAvoided']]);
    expect(server.requests).toHaveLength(3);
  });

  test('stops asking after three consecutive blocks', async () => {
    await using server = await MessagesServer.start(
      { blocks: ['a', 'b', 'c'].map((id) => toolUse(id, 'Bash', { command: `touch ${id}` })) },
      ...Array.from({ length: 3 }, () => reply('block: no')),
      bash('d', 'touch d'),
      reply('Giving up.'),
    );
    await using fixture = autoSession({ url: server.url });
    await fixture.say('go');
    expect(server.requests.filter(({ body }) => isClassifier(body))).toHaveLength(3);
    expect(decisions(fixture).at(-1)).toEqual(['deny', 'promptsAvoided']);
    expect(fixture.all('call.decided').at(-1)?.decision.message).toContain('blocked 3 calls in a row');
  });

  test('a person’s approval after the limit enables it again', async () => {
    await using server = await MessagesServer.start(
      { blocks: ['a', 'b', 'c', 'd', 'e'].map((id) => toolUse(id, 'Bash', { command: `touch ${id}` })) },
      ...Array.from({ length: 3 }, () => reply('block: no')),
      reply('allow: yes'),
      reply('Done.'),
    );
    await using fixture = autoSession({ url: server.url, interactive: true });
    const asked = fixture.seen('call.asked');
    fixture.session.send('go');
    const { ask } = await asked;
    expect(ask.view.summary).toContain('touch d');
    fixture.session.answer(ask.askId, ask.digest, { type: 'allow_once' });
    await fixture.session.idle();
    expect([made(fixture, 'd'), made(fixture, 'e')]).toEqual([true, true]);
  });

  test('stopping the turn cancels the classifier request', async () => {
    await using server = await MessagesServer.start(bash('a', 'touch one'), { blocks: [text('allow')], after: 'stall' });
    await using fixture = autoSession({ url: server.url, interactive: true });
    fixture.session.send('go');
    await server.received(2);
    fixture.session.interrupt();
    await fixture.session.idle();
    expect(made(fixture, 'one')).toBe(false);
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'interrupted' }]);
  });

  test('leaving auto mode during a classifier request asks the person', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await using server = await MessagesServer.start(
      bash('a', 'touch one'),
      { blocks: [text('allow: fine')], until: promise },
      reply('Done.'),
    );
    await using fixture = autoSession({ url: server.url, interactive: true });
    const asked = fixture.seen('call.asked');
    fixture.session.send('go');
    await server.received(2);
    fixture.session.choices.setMode('default');
    resolve();
    const { ask } = await asked;
    fixture.session.answer(ask.askId, ask.digest, { type: 'deny', message: 'no' });
    await fixture.session.idle();
    expect(made(fixture, 'one')).toBe(false);
  });

  test.each(['default', 'acceptEdits', 'dontAsk', 'plan'] as const)('mode %s makes no classifier request', async (mode) => {
    await using server = await MessagesServer.start(bash('a', 'npm test'), reply('Done.'));
    await using fixture = autoSession({ url: server.url });
    fixture.session.choices.setMode(mode);
    await fixture.say('go');
    expect(server.requests).toHaveLength(2);
  });

  test('reads and edits inside the project make no classifier request', async () => {
    await using server = await MessagesServer.start(
      { blocks: [toolUse('a', 'Bash', { command: 'ls' }), toolUse('b', 'Write', { file_path: 'new.txt', content: 'x' })] },
      reply('Done.'),
    );
    await using fixture = autoSession({ url: server.url });
    await fixture.say('go');
    expect(made(fixture, 'new.txt')).toBe(true);
    expect(server.requests).toHaveLength(2);
  });
});

test('only text typed by a person counts as the user’s message', async () => {
  await using server = await MessagesServer.start(
    bash('a', 'touch one'),
    reply('unsure'),
    reply('<reasoning></reasoning>unsure'),
    bash('b', 'touch two'),
    reply('block: no'),
    reply('Done.'),
  );
  await using fixture = autoSession({ url: server.url, interactive: true });
  fixture.session.log.append({
    type: 'user.message',
    data: { messageId: 'm', content: [{ type: 'text', text: 'INJECTED by a tool' }], origin: 'reminder', visibility: 'both' },
  });
  const asked = fixture.seen('call.asked');
  fixture.session.send('go');
  const { ask } = await asked;
  fixture.session.answer(ask.askId, ask.digest, { type: 'deny', message: 'never touch anything' });
  await fixture.session.idle();
  const last = promptOf(server.requests.map(({ body }) => body).findLast(isClassifier));
  expect(last).not.toContain('INJECTED');
  expect(last).toContain('{"user":"never touch anything"}');
  expect(last).toContain('"outcome":"denied"');
});

describe('with a script', () => {
  const script = (classifier?: unknown[]) =>
    JSON.stringify({
      model: 'scripted',
      turns: [
        {
          blocks: ['touch one', 'touch two', 'touch three', 'touch four'].map((command) => ({
            type: 'tool_use',
            name: 'Bash',
            input: { command },
          })),
        },
        { blocks: [{ type: 'text', text: 'Done.' }] },
      ],
      ...(classifier && { classifier }),
    });
  const client = (content: string) => (fixture: TestSession) =>
    new ScriptedClient({ script: parseScript(content, 'script'), projectDir: fixture.project.projectDir, timeScale: 0 });

  test('answers by command', async () => {
    await using fixture = autoSession({
      makeClient: client(
        script([
          { tool: 'Bash', match: 'touch one', verdict: 'allow', reason: 'asked for' },
          { tool: 'Bash', match: '*two', verdict: 'unsure', thinking: 'allow' },
          { tool: 'Bash', match: 'touch three', verdict: 'block', reason: 'too many' },
          { tool: 'Bash', match: 'touch four', raw: 'allow it!' },
        ]),
      ),
    });
    await fixture.say('go');
    expect(['one', 'two', 'three', 'four'].map((name) => made(fixture, name))).toEqual([true, true, false, false]);
    expect(decisions(fixture)).toEqual([
      ['allow', 'classifier'],
      ['allow', 'classifier'],
      ['deny', 'classifier'],
      ['deny', 'promptsAvoided'],
    ]);
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
  });

  test('treats a call it doesn’t list as unsure', async () => {
    await using fixture = autoSession({ makeClient: client(script([])) });
    await fixture.say('go');
    expect(decisions(fixture)).toEqual(Array.from({ length: 4 }, () => ['deny', 'promptsAvoided']));
  });

  test('auto mode needs the classifier list', () => {
    const make = (content: string) => new ScriptedClient({ script: parseScript(content, 'script'), projectDir: '/p' });
    expect([make(script()).canClassify(), make(script([])).canClassify()]).toEqual([false, true]);
  });

  test.each<[unknown, RegExp]>([
    [{ tool: 'Bash' }, /verdict.*raw/u],
    [{ tool: 'Bash', verdict: 'yes' }, /verdict/u],
    [{ tool: 'Bash', verdict: 'allow', raw: 'x' }, /verdict.*raw/u],
    [{ tool: 'Bash', verdict: 'allow', thinking: 'block' }, /thinking/u],
    [{ verdict: 'allow' }, /tool/u],
  ])('rejects %j', (entry, message) => expect(() => parseScript(script([entry]), 'script')).toThrow(message));
});
