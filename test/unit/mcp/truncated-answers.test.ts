import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { HttpMcpServer } from '../../support/servers/http-mcp-server.ts';
import { McpFixture } from '../../support/mcp-fixture.ts';

const STREAM = { 'content-type': 'text/event-stream' };
const answer = (id: unknown): string => JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'got it' }] } });

/** Lets the written bytes arrive first: a reset would overtake them. */
async function cut(response: ServerResponse): Promise<void> {
  await sleep(20);
  response.destroy();
}

type Misbehaviour = (response: ServerResponse, id: unknown) => void;

const CASES: readonly (readonly [string, Misbehaviour])[] = [
  [
    'is cut in the middle of its body',
    (response, id) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write(answer(id).slice(0, 20));
      void cut(response);
    },
  ],
  [
    'is cut in the middle of its stream',
    (response, id) => {
      response.writeHead(200, STREAM).write(`data: ${answer(id).slice(0, 20)}`);
      void cut(response);
    },
  ],
  [
    'is cut before its stream starts',
    (response) => {
      response.writeHead(200, STREAM).flushHeaders();
      void cut(response);
    },
  ],
  ['ends without an answer', (response) => void response.writeHead(200, STREAM).end(': nothing\n\n')],
  ['ends in the middle of an event', (response, id) => void response.writeHead(200, STREAM).end(`data: ${answer(id).slice(0, 20)}\n\n`)],
  ['is only an acknowledgement', (response) => void response.writeHead(202).end()],
  ['answers another request', (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(answer(4711))],
  ['is null', (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('null')],
  ['is no JSON', (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('<html>')],
  ['is a web page', (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
  [
    'can’t be resumed',
    (response) => {
      response.writeHead(200, STREAM).write('id: 1\nretry: 1\ndata: \n\n');
      void cut(response);
    },
  ],
];

it.each(CASES)('a call whose answer %s fails at once', { timeout: 60_000 }, async (_what, misbehave) => {
  await using server = await HttpMcpServer.start({
    misbehave: ({ method }, response, id) => {
      if (method !== 'tools/call') return false;
      misbehave(response, id);
      return true;
    },
  });
  await using fixture = new McpFixture({ servers: { s: { type: 'http', url: server.url } } });
  await fixture.ready();
  await expect(fixture.call('mcp__s__get')).rejects.toThrow(/s: ./u);
});

it('a stream that broke off delivers its answer when resumed', { timeout: 60_000 }, async () => {
  let asked: unknown;
  await using server = await HttpMcpServer.start({
    misbehave: ({ verb, method, headers }, response, id) => {
      if (method === 'tools/call') {
        asked = id;
        response.writeHead(200, STREAM).write('id: 7\nretry: 1\ndata: \n\n');
        void cut(response);
        return true;
      }
      if (verb !== 'GET' || headers['last-event-id'] !== '7') return false;
      response.writeHead(200, STREAM).end(`id: 8\ndata: ${answer(asked)}\n\n`);
      return true;
    },
  });
  await using fixture = new McpFixture({ servers: { s: { type: 'http', url: server.url } } });
  await fixture.ready();
  expect((await fixture.call('mcp__s__get')).content).toBe('got it');
});
