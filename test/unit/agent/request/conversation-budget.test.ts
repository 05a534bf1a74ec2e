import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resultsToReplace } from '#main/agent/request/conversation-budget.ts';
import { Transcript } from '#main/agent/request/transcript.ts';
import type { Tool } from '#main/tool/tool.ts';
import { text, toolUse, type Answer } from '#test/support/messages-answer.ts';
import { MessagesServer, type RequestBody } from '#test/support/messages-server.ts';
import { answered, ended, finished, numbered, userSaid } from '#test/support/session-events.ts';
import { TestSession } from '#test/support/test-session.ts';
import { testTool } from '#test/support/test-tools.ts';
import { conversationProblems } from '#test/support/valid-conversation.ts';

const limited: Tool = {
  ...testTool('Say', { readOnly: true, run: ({ text: of }) => of[0]?.repeat(Number(of.slice(1))) ?? '' }),
  maxResultSizeChars: 100_000,
};
const unlimited: Tool = { ...limited, name: 'See', maxResultSizeChars: Number.POSITIVE_INFINITY };
const tools = [limited, unlimited];

/** One answer per list; a call is `<tool letter><characters>`: `l5000` uses the tool with a limit. */
function conversation(...answers: readonly (readonly string[])[]): Transcript {
  const transcript = new Transcript();
  const events = answers.flatMap((calls, index) => [
    ...answered(`r${index}`, ...calls.map((call, at) => toolUse(`${index}.${at}`, call.startsWith('u') ? 'See' : 'Say', { text: 'x' }))),
    ended(`r${index}`, 'ok'),
    ...calls.map((call, at) => finished(`${index}.${at}`, 'x'.repeat(Number(call.slice(1))))),
  ]);
  for (const event of numbered([userSaid('go'), ...events])) transcript.apply(event);
  return transcript;
}

describe('replaced results', () => {
  test.each<[string, readonly (readonly string[])[], readonly string[]]>([
    ['nothing within the budget', [['l50000'], ['l50000']], []],
    ['the largest first, until a quarter of the budget is free', [['l20000', 'l40000', 'l30000'], ['l20000']], ['0.1']],
    ['as many as needed', [['l40000', 'l40000', 'l40000'], ['l40000']], ['0.0', '0.1', '0.2']],
    ['an earlier one before a larger one not yet read', [['l20000'], ['l90000']], ['0.0']],
    ['one not yet read when nothing else helps', [['l3000'], ['l90000', 'l20000']], ['1.0']],
    ['never a short one', [Array.from({ length: 40 }, () => 'l3000'), ['l1']], []],
    ['never one of a tool without a limit, which isn’t counted either', [['u900000', 'l90000'], ['l5000']], []],
  ])('%s', (_name, answers, expected) => {
    expect(resultsToReplace(conversation(...answers), tools, 100_000)).toEqual(expected);
  });
});

const say = (id: string, what: string, name = 'Say'): Answer => ({ blocks: [toolUse(id, name, { text: what })] });
const done: Answer = { blocks: [text('Done.')] };

function resultOf(body: RequestBody | undefined, id: string): unknown {
  return body?.messages.flatMap(({ content }) => content).find((block) => block.tool_use_id === id)?.content;
}

/** The messages without cache breakpoints, which move. */
function bytes(body: RequestBody | undefined): string {
  return JSON.stringify(body?.messages, (key, value: unknown) => (key === 'cache_control' ? undefined : value));
}

describe('a conversation whose results grow too large', () => {
  test('replaces an earlier result once, saves it first, and keeps the prefix stable, also after a restart', async () => {
    await using server = await MessagesServer.start(say('a', 'a9000'), say('b', 'b8000'), say('c', 'c7000'), done);
    await using fixture = new TestSession({ url: server.url, tools, resultBudget: 20_000 });
    const saved: string[] = [];
    fixture.session.log.subscribe((event) => {
      if (event.type === 'result.replaced') saved.push(readFileSync(event.data.persistedPath, 'utf8'));
    });
    await fixture.say('go');
    const file = join(fixture.sessionDir, 'tool-results', 'a.txt');
    expect(fixture.all('result.replaced')).toMatchObject([{ callId: 'a', persistedPath: file }]);
    expect(saved).toEqual(['a'.repeat(9000)]);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const bodies = server.requests.map(({ body }) => body);
    expect(bodies.slice(0, 3).map((body) => resultOf(body, 'a'))).toEqual([undefined, 'a'.repeat(9000), 'a'.repeat(9000)]);
    expect(resultOf(bodies[3], 'a')).toMatch(/^<persisted-output>\nOutput too large .* Full output saved to: /);
    expect(resultOf(bodies[3], 'a')).toContain(file);
    expect(resultOf(bodies[3], 'b')).toBe('b'.repeat(8000));

    await fixture.reopen();
    server.push(done);
    await fixture.say('and?');
    // Earlier messages start the new request byte for byte.
    const [before, after] = [bytes(bodies[3]), bytes(server.requests[4]?.body)];
    expect(after.startsWith(before.slice(0, -1))).toBe(true);
    expect(fixture.all('result.replaced')).toHaveLength(1);
    expect(conversationProblems(server.requests[4]?.body ?? { messages: [] })).toEqual([]);
  });

  test('leaves results of tools without a limit alone', async () => {
    await using server = await MessagesServer.start(say('a', 'a30000', 'See'), say('b', 'b5000'), done);
    await using fixture = new TestSession({ url: server.url, tools, resultBudget: 10_000 });
    await fixture.say('go');
    expect(fixture.all('result.replaced')).toEqual([]);
    expect(resultOf(server.requests[2]?.body, 'a')).toBe('a'.repeat(30_000));
  });

  test('keeps a result that can’t be saved', async () => {
    await using server = await MessagesServer.start(say('a', 'a9000'), say('b', 'b8000'), done);
    await using fixture = new TestSession({ url: server.url, tools, resultBudget: 10_000 });
    // A file where the folder should be.
    writeFileSync(join(fixture.sessionDir, 'tool-results'), '');
    await fixture.say('go');
    expect(fixture.all('result.replaced')).toEqual([]);
    expect(resultOf(server.requests[2]?.body, 'a')).toBe('a'.repeat(9000));
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
    rmSync(join(fixture.sessionDir, 'tool-results'));
  });
});
