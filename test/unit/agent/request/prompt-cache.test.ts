import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTodoWriteTool } from '#main/tools/todo-write/todo-write-tool.ts';
import { createToolSearchTool } from '#main/tools/tool-search/tool-search-tool.ts';
import type { Tool } from '#main/tool/tool.ts';
import { text, toolUse, type Answer, type AnswerBlock } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { PrefixCache, promptBlocks, type CacheUse } from '#test/support/prefix-cache.ts';
import { TestSession } from '#test/support/test-session.ts';
import { echoTool, testTool } from '#test/support/test-tools.ts';
import { conversationProblems } from '#test/support/valid-conversation.ts';

const builtIns = [
  echoTool('Read'),
  testTool('Write', { run: () => 'written' }),
  createTodoWriteTool({ env: () => ({ CLAUDE_CODE_ENABLE_TASKS: '0' }) }),
  createToolSearchTool(),
];
const done: Answer = { blocks: [text('Done.')] };
const mcp = (name: string): Tool => ({ ...echoTool(`mcp__s__${name}`), isMcp: true });
const reads = (turn: number, count: number): AnswerBlock[] =>
  Array.from({ length: count }, (_, index) =>
    toolUse(`r${1000 + turn}_${10 + index}`, 'Read', { text: `file ${1000 + turn} ${10 + index}` }),
  );
const thought = (turn: number): AnswerBlock => ({ type: 'thinking', thinking: `thought ${1000 + turn}`, signature: `s${1000 + turn}` });

/** What the cache provided for each request. */
function uses(server: MessagesServer): CacheUse[] {
  const cache = new PrefixCache();
  return server.requests.map(({ body }) => cache.take(body));
}

/** Each request reads everything the previous one sent from the cache. */
function expectAllReused(found: readonly CacheUse[]): void {
  expect(found.slice(1).map(({ reused }) => reused)).toEqual(found.slice(0, -1).map(({ blocks }) => blocks));
}

describe('over 200 requests of one conversation', () => {
  test('reads everything sent before from the cache, and writes a constant amount', async () => {
    let servers: Tool[] = [];
    const happens: Record<number, () => void> = {};
    const turns = Array.from({ length: 200 }, (_, turn): Answer => {
      const kind = turn % 5;
      return () => {
        happens[turn]?.();
        if (turn === 140) return { blocks: [toolUse('search', 'ToolSearch', { query: 'select:mcp__s__one' })] };
        if (turn === 141) return { blocks: [toolUse('loaded', 'mcp__s__one', { text: 'x' })] };
        if (kind === 1) return { blocks: [thought(turn), text('I look at ten.'), ...reads(turn, 10)] };
        if (kind === 2) return { blocks: reads(turn, 25) };
        if (kind === 3) return { blocks: [toolUse(`w${1000 + turn}`, 'Write', { text: 'x' })] };
        if (kind === 4) {
          const todos = [{ content: `Step ${1000 + turn}`, status: 'in_progress', activeForm: 'Going on' }];
          return { blocks: [toolUse(`t${1000 + turn}`, 'TodoWrite', { todos })] };
        }
        return { blocks: [text('Next.'), ...reads(turn, 1)] };
      };
    });
    await using server = await MessagesServer.start(...turns, done, done);
    await using session = new TestSession({
      url: server.url,
      tools: builtIns,
      mcpTools: () => servers,
      knowsReferences: true,
      env: { ENABLE_TOOL_SEARCH: 'true' },
    });
    happens[60] = () => session.session.choices.setMode('acceptEdits');
    happens[100] = () => (servers = [mcp('one'), mcp('two')]);
    await session.say('go');
    await session.say('and again');
    expect(server.requests).toHaveLength(202);
    const found = uses(server);
    // The one exception: the first server's tools add ToolSearch, whose definition is among the first.
    const appeared = server.requests.findIndex(({ body }) => body.tools?.some(({ name }) => name === 'ToolSearch'));
    expect(appeared).toBe(101);
    expectAllReused(found.slice(0, appeared));
    expectAllReused(found.slice(appeared));
    const fresh = (from: number): number => Math.max(...found.slice(from, from + 50).map(({ freshChars }) => freshChars));
    expect(fresh(145)).toBe(fresh(1));
  });

  test('moving a result to a file for the budget misses the cache once', async () => {
    const turns = Array.from({ length: 60 }, (_, turn): Answer => ({ blocks: [toolUse(`s${turn}`, 'Say', { text: 'x' })] }));
    const say: Tool = { ...testTool('Say', { readOnly: true, run: () => 'x'.repeat(20_000) }), maxResultSizeChars: 100_000 };
    await using server = await MessagesServer.start(...turns, done);
    await using fixture = new TestSession({ url: server.url, tools: [say] });
    await fixture.say('go');
    const found = uses(server);
    const missed = found.flatMap(({ reused }, index) => (index > 0 && reused < (found[index - 1]?.blocks ?? 0) ? [index] : []));
    // The budget fits twenty; exceeding it frees a quarter, so that the next time is five results later.
    expect(missed[0]).toBe(21);
    expect(missed.slice(1).every((index, at) => index - (missed[at] ?? 0) >= 5)).toBe(true);
  });
});

test('every request starts with the previous one', async () => {
  const answer = fc.record({
    thinks: fc.nat(1),
    says: fc.nat(1),
    calls: fc.nat(30),
    tool: fc.constantFrom('Read', 'Write', 'Nope', 'mcp__s__one', 'ToolSearch'),
  });
  const step = fc.record({ answers: fc.array(answer, { maxLength: 4 }), restarts: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      await using server = await MessagesServer.start();
      await using fixture = new TestSession({
        url: server.url,
        tools: builtIns,
        mcpTools: () => [mcp('one')],
        knowsReferences: true,
        env: { ENABLE_TOOL_SEARCH: 'true' },
      });
      let turn = 0;
      for (const { answers, restarts } of steps) {
        for (const { thinks, says, calls, tool } of answers) {
          turn += 1;
          const blocks = Array.from({ length: calls + 1 }, (_, index) =>
            toolUse(`c${turn}_${index}`, tool, tool === 'ToolSearch' ? { query: 'one' } : { text: `${index}` }),
          );
          server.push({ blocks: [...(thinks ? [thought(turn)] : []), ...(says ? [text('So.')] : []), ...blocks] });
        }
        server.push(done);
        await fixture.say('go on');
        if (restarts) await fixture.reopen();
      }
      expectAllReused(uses(server));
      const prompts = server.requests.map(({ body }) => promptBlocks(body));
      for (const [index, prompt] of prompts.entries()) {
        const next = prompts[index + 1];
        const cached = prompt.slice(0, prompt.findLastIndex(({ marked }) => marked) + 1).map(({ text: sent }) => sent);
        if (next) expect(next.slice(0, cached.length).map(({ text: sent }) => sent)).toEqual(cached);
      }
      for (const { body } of server.requests) expect(conversationProblems(body)).toEqual([]);
    }),
    { numRuns: 20 },
  );
});
