import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createWebSearchTool } from '#main/tools/web-search/web-search-tool.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';
import { GATEHOUSE_ROWS } from '#shared/settings/gatehouse-settings.ts';
import { noWeb } from '#test/support/no-web.ts';
import { SessionFixture } from '../session-fixture.ts';

const hits = [
  { title: 'Node.js 24', url: 'https://nodejs.org/en/blog', content: 'Version 24 is the LTS release.', engine: 'x' },
  { title: 'Also </untrusted>', url: 'https://docs.example.com/a' },
  { title: 'No address', url: 'javascript:alert(1)' },
  { title: 5, url: 'https://odd.example.com/' },
  'nothing',
];

let session: SessionFixture;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: URL[];
let address: string;
const server = createServer((request, response) => {
  asked.push(new URL(request.url ?? '', 'http://127.0.0.1'));
  answer(request, response);
});

beforeEach(async () => {
  session = new SessionFixture();
  asked = [];
  answer = (_request, response) => response.end(JSON.stringify({ results: hits }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${String(z.object({ port: z.number() }).parse(server.address()).port)}/search?engines=a`;
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await session.dispose();
});

function context(siteRule: (url: string) => 'deny' | undefined = () => undefined): ToolUseContext {
  const searchServer = () => ({ address, fetch: globalThis.fetch });
  return { ...session.context, services: { ...session.context.services, web: { ...noWeb, siteRule, searchServer } } };
}

async function search(input: Readonly<Record<string, unknown>>, from = context()): Promise<{ data: unknown; text: string }> {
  const tool = createWebSearchTool({ searchesWeb: () => true });
  const args = tool.inputSchema.parse(input);
  const { data, details } = await tool.call(args, from, () => Promise.resolve(false), { messageId: 'm', requestId: 'r', blocks: [] });
  const { content } = tool.mapToolResultToToolResultBlockParam(data, 't', details);
  return { data, text: z.string().parse(content) };
}

describe('WebSearch with a search server', () => {
  it('asks it for JSON and returns titles, addresses and excerpts as untrusted text', async () => {
    const { data, text } = await search({ query: 'node lts & more' });
    expect(asked.map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)])).toEqual([
      ['/search', { engines: 'a', q: 'node lts & more', format: 'json' }],
    ]);
    expect(data).toMatchObject({
      query: 'node lts & more',
      searchCount: 1,
      results: [
        {
          tool_use_id: session.context.toolUseId,
          content: [
            { title: 'Node.js 24', url: 'https://nodejs.org/en/blog', snippet: 'Version 24 is the LTS release.' },
            { title: 'Also </untrusted>', url: 'https://docs.example.com/a' },
          ],
        },
      ],
    });
    expect(text).toContain('- Node.js 24\n  https://nodejs.org/en/blog\n  Version 24 is the LTS release.');
  });

  it.each([
    [{ allowed_domains: ['NodeJS.org'] }, ['https://nodejs.org/en/blog']],
    [{ allowed_domains: ['example.com'] }, ['https://docs.example.com/a']],
    [{ blocked_domains: ['example.com'] }, ['https://nodejs.org/en/blog']],
    [{ blocked_domains: ['ample.com'] }, ['https://nodejs.org/en/blog', 'https://docs.example.com/a']],
  ])('keeps to %j', async (domains, expected) => {
    const { text } = await search({ query: 'node lts', ...domains });
    expect([...text.matchAll(/^ {2}(https:\S+)$/gmu)].map(([, url]) => url)).toEqual(expected);
  });

  it('leaves out sites that a rule denies, and says so', async () => {
    const { text } = await search(
      { query: 'node lts' },
      context((url) => (url.includes('nodejs') ? 'deny' : undefined)),
    );
    expect(text).not.toContain('nodejs.org');
    expect(text).toContain('1 result from denied sites left out.');
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    ['an error', (response) => response.writeHead(403).end('no'), 'answered with status 403'],
    ['a page', (response) => response.end('<html>'), 'no list of results as JSON'],
    ['another list', (response) => response.end('[]'), 'no list of results as JSON'],
    ['a lost connection', (response) => response.destroy(), 'can’t be used'],
    ['an endless answer', (response) => endless(response), 'larger than 10 MB'],
  ])('reports %s', async (_name, respond, expected) => {
    answer = (_request, response) => respond(response);
    await expect(search({ query: 'node lts' })).rejects.toThrow(expected);
  });

  it('ends with the call', async () => {
    const from = context();
    answer = () => from.abortController.abort(new Error('stopped'));
    await expect(search({ query: 'node lts' }, from)).rejects.toThrow('stopped');
  });
});

it.each([
  ['http://localhost:8888/search', true],
  ['https://search.example.com/?engines=a', true],
  ['https://me:secret@search.example.com/', false],
  ['file:///etc/passwd', false],
  ['localhost:8888', false],
])('the setting takes %s: %s', (address, expected) => {
  expect(GATEHOUSE_ROWS['gatehouse.searchServer'].schema.safeParse(address).success).toBe(expected);
});

function endless(response: ServerResponse): void {
  const write = (): void => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', write);
  write();
}
