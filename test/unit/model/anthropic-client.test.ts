import { createServer } from 'node:net';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { AnthropicClient } from '#main/model/anthropic-client.ts';
import type { ModelRequest } from '#main/model/client.ts';
import { ModelError } from '#main/model/model-error.ts';
import type { ModelStreamEvent } from '#main/model/stream-event.ts';
import { collect } from '#test/support/collect.ts';
import { event, sseOf, text, toolUse, type Answer } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';

const request: ModelRequest = {
  model: 'claude-test',
  maxTokens: 100,
  system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
  tools: [{ name: 'Read', description: 'Reads.', input_schema: { type: 'object' } }],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
  callOutcomes: new Map(),
};

function clientFor(baseUrl: string | undefined, keys: { apiKey?: string; authToken?: string } = { apiKey: 'sk-test' }) {
  return new AnthropicClient({ access: () => ({ apiKey: keys.apiKey, authToken: keys.authToken, baseUrl }), env: {} });
}

async function ask(client: AnthropicClient, signal = new AbortController().signal): Promise<ModelStreamEvent[]> {
  return collect(client.stream(request, signal));
}

async function failure(promise: Promise<unknown>): Promise<ModelError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ModelError)) throw new Error(`no ModelError but ${String(error)}`);
  return error;
}

describe('an answer', () => {
  test('leaves the connection open for the next request, though the stream ends a little after the message', async () => {
    const answer: Answer = { blocks: [text('Hi')], pauseMs: 20 };
    await using server = await MessagesServer.start(answer, answer);
    const client = clientFor(server.url);
    for (const count of [1, 2]) {
      await ask(client);
      await expect.poll(() => server.answered).toBe(count);
    }
    expect([server.connections, server.aborted]).toEqual([1, 0]);
  });

  test('is complete at message_stop though the stream never ends; the connection is closed', async () => {
    const whole = [...sseOf({ blocks: [text('Hi')] })].filter((part) => typeof part === 'string').join('');
    await using server = await MessagesServer.start({ raw: whole, stall: true });
    expect((await ask(clientFor(server.url))).at(-1)?.type).toBe('message_stop');
    await expect.poll(() => server.aborted).toBe(1);
  });

  test('arrives event by event, and the request contains only the conversation', async () => {
    await using server = await MessagesServer.start({ blocks: [text('Hi there'), toolUse('toolu_1', 'Read', { file_path: '/a' })] });
    const events = await ask(clientFor(server.url));
    expect(events.map(({ type }) => type)).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    expect(server.requests).toHaveLength(1);
    const [seen] = server.requests;
    expect(seen).toMatchObject({ method: 'POST', path: '/v1/messages' });
    expect(JSON.parse(seen?.text ?? '')).toEqual({
      model: 'claude-test',
      max_tokens: 100,
      system: request.system,
      tools: request.tools,
      messages: request.messages,
      stream: true,
    });
  });

  test.each([
    { name: 'a key', keys: { apiKey: 'sk-1' }, expected: { authorization: 'Bearer sk-1', 'x-api-key': 'sk-1' } },
    { name: 'a token', keys: { authToken: 'tok' }, expected: { authorization: 'Bearer tok', 'x-api-key': undefined } },
    { name: 'neither', keys: {}, expected: { authorization: undefined, 'x-api-key': undefined } },
  ])('sends a custom server the headers of $name', async ({ keys, expected }) => {
    await using server = await MessagesServer.start({ blocks: [text('ok')] });
    await ask(clientFor(server.url, keys));
    const headers = server.requests[0]?.headers ?? {};
    expect({ authorization: headers['authorization'], 'x-api-key': headers['x-api-key'] }).toEqual(expected);
  });

  test('keeps the path of a base URL', async () => {
    await using server = await MessagesServer.start({ blocks: [text('ok')] });
    await ask(clientFor(`${server.url}/anthropic/`));
    expect(server.requests[0]?.path).toBe('/anthropic/v1/messages');
  });

  test('uses a key entered between two requests for the second', async () => {
    await using server = await MessagesServer.start({ blocks: [text('a')] }, { blocks: [text('b')] });
    let apiKey = 'first';
    const client = new AnthropicClient({ access: () => ({ apiKey, authToken: undefined, baseUrl: server.url }), env: {} });
    await ask(client);
    apiKey = 'second';
    await ask(client);
    expect(server.requests.map(({ headers }) => headers['authorization'])).toEqual(['Bearer first', 'Bearer second']);
  });
});

describe('failure messages', () => {
  const broken: readonly { name: string; answer: Answer; kind: string; message: RegExp }[] = [
    {
      name: '401',
      answer: { status: 401, error: 'invalid x-api-key', type: 'authentication_error' },
      kind: 'auth',
      message: /refused the key.*invalid x-api-key/,
    },
    { name: '403', answer: { status: 403, error: 'no', type: 'permission_error' }, kind: 'forbidden', message: /may not do this/ },
    {
      name: '404',
      answer: { status: 404, error: 'model: x', type: 'not_found_error' },
      kind: 'not_found',
      message: /doesn’t know the model “claude-test”/,
    },
    {
      name: '400',
      answer: { status: 400, error: 'messages: bad', type: 'invalid_request_error' },
      kind: 'bad_request',
      message: /messages: bad/,
    },
    {
      name: 'a token limit above the model’s',
      answer: { status: 400, error: 'max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens' },
      kind: 'bad_request',
      message: /CLAUDE_CODE_MAX_OUTPUT_TOKENS/,
    },
    {
      name: 'a prompt that is too long',
      answer: { status: 400, error: 'prompt is too long: 210000 tokens > 200000 maximum' },
      kind: 'too_large',
      message: /no longer fits/,
    },
    { name: '429', answer: { status: 429, error: 'slow down', headers: { 'retry-after': '7' } }, kind: 'rate_limit', message: /429/ },
    { name: '529', answer: { status: 529, error: 'Overloaded', type: 'overloaded_error' }, kind: 'overloaded', message: /overloaded/ },
    { name: '503', answer: { status: 503, error: 'x' }, kind: 'server', message: /503/ },
    { name: 'a stream cut in the middle', answer: { blocks: [text('half')], after: 'cut' }, kind: 'lost', message: /was lost/ },
    { name: 'a stream without an end event', answer: { blocks: [text('half')], after: 'end' }, kind: 'lost', message: /was lost/ },
    { name: 'invalid JSON', answer: { raw: 'event: message_start\ndata: {"type":\n\n' }, kind: 'malformed', message: /valid JSON/ },
    {
      name: 'an event of the wrong shape',
      answer: { raw: event({ type: 'content_block_start', index: 'x' }) },
      kind: 'malformed',
      message: /wrong shape/,
    },
    { name: 'a web page', answer: { raw: '<html>Welcome</html>' }, kind: 'malformed', message: /no event stream/ },
    {
      name: 'an error event in the stream',
      answer: {
        blocks: [text('x')],
        after: { raw: 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n' },
      },
      kind: 'overloaded',
      message: /overloaded/,
    },
    {
      name: 'a billing error event, which is not retried',
      answer: {
        blocks: [text('x')],
        after: { raw: 'event: error\ndata: {"type":"error","error":{"type":"billing_error","message":"No credit"}}\n\n' },
      },
      kind: 'bad_request',
      message: /402.*No credit/,
    },
  ];
  test.each(broken)('$name', async ({ answer, kind, message }) => {
    await using server = await MessagesServer.start(answer);
    const error = await failure(ask(clientFor(server.url)));
    expect(error.kind).toBe(kind);
    expect(error.message).toMatch(message);
    expect(server.requests).toHaveLength(1);
  });

  test('retry-after is read in seconds', async () => {
    await using server = await MessagesServer.start({ status: 429, error: 'slow', headers: { 'retry-after': '7' } });
    expect((await failure(ask(clientFor(server.url)))).retryAfterMs).toBe(7000);
  });

  test('no server listening', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const address = closed.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    closed.close();
    await once(closed, 'close');
    const error = await failure(ask(clientFor(`http://127.0.0.1:${port}`)));
    expect(error.kind).toBe('unreachable');
    expect(error.message).toContain(`Nothing answers at http://127.0.0.1:${port}`);
  });

  test('an invalid address', async () => {
    const error = await failure(ask(clientFor('not a url')));
    expect(error.kind).toBe('unreachable');
    expect(error.message).toContain('not a url');
  });

  test('without a key and a custom address nothing is sent', async () => {
    const error = await failure(ask(clientFor(undefined, {})));
    expect(error.kind).toBe('auth');
    expect(error.message).toContain('ANTHROPIC_API_KEY');
  });
});

describe('an answer that exceeds the total time limit', () => {
  test.each(['stream', 'complete'] as const)('fails with advice: %s', async (ask) => {
    const half = { raw: ask === 'stream' ? ': ping\n\n' : '{"type":', stall: true };
    await using server = await MessagesServer.start(half);
    const client = new AnthropicClient({
      access: () => ({ apiKey: 'key', authToken: undefined, baseUrl: server.url }),
      env: { CLAUDE_STREAM_TOTAL_TIMEOUT_MS: '1' },
    });
    const error = await failure(collect(client[ask](request, new AbortController().signal)));
    expect([error.kind, error.retryable, error.action]).toEqual(['too_slow', false, 'retry']);
    expect(error.message).toMatch(/had not finished its response after 1 minute\. .*try again.*CLAUDE_STREAM_TOTAL_TIMEOUT_MS/u);
  });
});

describe('an interrupt', () => {
  test('before the first byte', async () => {
    await using server = await MessagesServer.start({ blocks: [text('x')], firstByteMs: 60_000 });
    const controller = new AbortController();
    const failed = failure(ask(clientFor(server.url), controller.signal));
    await server.received(1);
    controller.abort();
    expect((await failed).kind).toBe('aborted');
  });

  test('in the middle of a stalled stream', async () => {
    await using server = await MessagesServer.start({ blocks: [text('x')], after: 'stall' });
    const controller = new AbortController();
    const seen: string[] = [];
    const error = await failure(
      (async () => {
        for await (const { type } of clientFor(server.url).stream(request, controller.signal)) {
          seen.push(type);
          if (type === 'content_block_stop') controller.abort();
        }
      })(),
    );
    expect(error.kind).toBe('aborted');
    expect(seen.at(-1)).toBe('content_block_stop');
  });
});

describe('the key', () => {
  test.each([
    { keys: { apiKey: 'sk-very-secret' }, secret: 'sk-very-secret' },
    { keys: { authToken: 'tok-very-secret' }, secret: 'tok-very-secret' },
  ])('is in no error message, even when the server echoes it: $secret', async ({ keys, secret }) => {
    await using server = await MessagesServer.start({
      status: 401,
      error: `Incorrect key provided: ${secret}. Yes, ${secret}.`,
    });
    const error = await failure(ask(clientFor(server.url, keys)));
    expect(error.message).toContain('Incorrect key provided: [key]');
    expect(error.message).not.toContain('very-secret');
  });

  test.each(['sk-pasted\u2026', 'sk-two\nlines'])('an invalid key is reported as such, not as the address: %j', async (apiKey) => {
    await using server = await MessagesServer.start();
    const error = await failure(ask(clientFor(server.url, { apiKey })));
    expect(error).toMatchObject({ kind: 'auth', action: 'enter_key' });
    expect(error.message).toContain('character');
    expect(error.message).not.toContain('sk-');
    expect(server.requests).toEqual([]);
  });
});

describe('the list of models', () => {
  test('contains what the server lists', async () => {
    await using server = await MessagesServer.start();
    server.models = ['one', 'two'];
    expect(await clientFor(server.url).listModels()).toEqual(['one', 'two']);
  });

  test.each(['http://127.0.0.1:1', undefined])('can’t be read from %s, with a reason', async (url) => {
    expect((await failure(clientFor(url, {}).listModels())).message).not.toBe('');
  });

  test('rejects an answer of another shape', async () => {
    await using server = await MessagesServer.start();
    server.models = [''];
    expect((await failure(clientFor(server.url).listModels())).kind).toBe('malformed');
  });
});
