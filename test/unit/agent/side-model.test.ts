import { describe, expect, it } from 'vitest';
import { createWebFetchTool } from '#main/tools/web-fetch/web-fetch-tool.ts';
import { createWebSearchTool } from '#main/tools/web-search/web-search-tool.ts';
import { text, toolUse, type Answer } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { WebServer } from '#test/support/servers/web-server.ts';

const MODEL = 'claude-opus-5-5';

/** A stream of these blocks, as the server sends those of its own search. */
function raw(...blocks: readonly object[]): Answer {
  const events = [
    { type: 'message_start', message: { usage: { input_tokens: 100, output_tokens: 1 } } },
    ...blocks.flatMap((block, index) => [
      { type: 'content_block_start', index, content_block: block },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 20 } },
    { type: 'message_stop' },
  ];
  return { raw: events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('') };
}

const hit = (title: string, url: string) => ({ type: 'web_search_result', title, url, encrypted_content: 'x', page_age: null });

async function searched(results: readonly object[] | object, siteRule: (url: string) => 'deny' | undefined = () => undefined) {
  await using server = await MessagesServer.start(
    { blocks: [toolUse('t1', 'WebSearch', { query: 'node lts', blocked_domains: ['bad.test-web'] })] },
    raw(
      { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'node lts' } },
      { type: 'web_search_tool_result', tool_use_id: 's1', content: results },
      { type: 'text', text: 'It is version 24.' },
    ),
    { blocks: [text('done')] },
  );
  await using web = await WebServer.start();
  await using fixture = new TestSession({
    url: server.url,
    tools: [createWebSearchTool({ searchesWeb: () => true })],
    services: { web: web.service({ siteRule }) },
    model: MODEL,
  });
  await fixture.say('go');
  return {
    requests: server.requests,
    spending: fixture.session.view.spending,
    result: JSON.stringify(server.requests[2]?.body.messages.at(-1)),
  };
}

describe('a model asked for a tool', () => {
  it('reads a page with the small model, and what it costs counts as the session’s', async () => {
    await using web = await WebServer.start();
    web.page('docs.test-web/a', '<h1>Guide</h1>');
    await using server = await MessagesServer.start(
      { blocks: [toolUse('t1', 'WebFetch', { url: web.url('docs.test-web/a'), prompt: 'What is it?' })] },
      { blocks: [text('A guide.')], usage: { input_tokens: 1000, output_tokens: 10 } },
      { blocks: [text('done')] },
    );
    await using fixture = new TestSession({
      url: server.url,
      tools: [createWebFetchTool()],
      services: { web: web.service() },
      model: MODEL,
    });
    await fixture.say('go');
    expect(server.requests[1]?.body.model).toBe('claude-haiku-4-5');
    expect(server.requests[1]?.body.tools).toBeUndefined();
    expect(server.requests[1]?.text).toContain('# Guide');
    expect(JSON.stringify(server.requests[2]?.body.messages.at(-1))).toContain('A guide.');
    expect(fixture.all('tool.asked_model')).toEqual([
      { callId: 't1', model: 'claude-haiku-4-5', searches: 0, usage: expect.objectContaining({ input_tokens: 1000, output_tokens: 10 }) },
    ]);
    expect(fixture.session.view.spending.rows.find(({ purpose }) => purpose === 'tool')).toMatchObject({ requests: 1, usd: 0.00105 });
  });

  it('asks again after a failure of the server', async () => {
    await using web = await WebServer.start();
    web.page('docs.test-web/a', 'x');
    await using server = await MessagesServer.start(
      { blocks: [toolUse('t1', 'WebFetch', { url: web.url('docs.test-web/a'), prompt: 'What is it?' })] },
      { status: 529, error: 'overloaded' },
      { blocks: [text('A guide.')] },
      { blocks: [text('done')] },
    );
    await using fixture = new TestSession({
      url: server.url,
      tools: [createWebFetchTool()],
      services: { web: web.service() },
      model: MODEL,
    });
    await fixture.say('go');
    expect(JSON.stringify(server.requests[3]?.body.messages.at(-1))).toContain('A guide.');
  });
});

describe('a web search', () => {
  it('uses the search of the model’s server and is paid for', async () => {
    const { requests, spending, result } = await searched([hit('Node.js', 'https://nodejs.test-web/lts')]);
    expect(requests[1]?.body.tools).toEqual([
      { type: 'web_search_20250305', name: 'web_search', max_uses: 8, blocked_domains: ['bad.test-web'] },
    ]);
    expect(result).toContain('https://nodejs.test-web/lts');
    expect(result).toContain('It is version 24.');
    expect(result).toContain('<untrusted source=');
    expect(spending.rows.find(({ purpose }) => purpose === 'tool')?.usd).toBeCloseTo(0.0102, 6);
  });

  it('leaves out results of denied sites, and what was written about them', async () => {
    const { result } = await searched([hit('Good', 'https://good.test-web/'), hit('Evil', 'https://evil.test-web/')], (url) =>
      url.includes('evil') ? 'deny' : undefined,
    );
    expect(result).toContain('https://good.test-web/');
    expect(result).not.toContain('evil.test-web');
    expect(result).not.toContain('It is version 24.');
    expect(result).toContain('1 result from denied sites left out');
  });

  it('leaves out results that aren’t web addresses', async () => {
    const { result } = await searched([hit('a', 'javascript:alert(1)'), hit('b', 'not an address'), { type: 'other' }]);
    expect(result).not.toContain('javascript');
  });

  it('reports that the server’s search failed', async () => {
    const { result } = await searched({ type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' });
    expect(result).toContain('The search failed: max_uses_exceeded');
  });

  it('takes only one list of domains', async () => {
    await using server = await MessagesServer.start(
      { blocks: [toolUse('t1', 'WebSearch', { query: 'ab', allowed_domains: ['a.example'], blocked_domains: ['b.example'] })] },
      { blocks: [text('done')] },
    );
    await using fixture = new TestSession({ url: server.url, tools: [createWebSearchTool({ searchesWeb: () => true })], model: MODEL });
    await fixture.say('go');
    expect(server.requests[1]?.text).toContain('Give either allowed_domains or blocked_domains, not both.');
  });

  it('is offered only where the server can search', () => {
    expect(createWebSearchTool({}).isEnabled()).toBe(false);
    expect(createWebSearchTool({ searchesWeb: () => true }).isEnabled()).toBe(true);
  });
});
