import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { AnthropicClient } from '#main/model/anthropic-client.ts';
import type { ModelRequest } from '#main/model/client.ts';
import { collect } from '#test/support/collect.ts';
import { ForwardProxy } from '#test/support/servers/forward-proxy.ts';
import { sseOf, text } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';

const request: ModelRequest = { model: 'm', maxTokens: 1, system: [], tools: [], messages: [], callOutcomes: new Map() };

async function ask(env: NodeJS.ProcessEnv, baseUrl: string) {
  const client = new AnthropicClient({ access: () => ({ apiKey: 'k', authToken: undefined, baseUrl }), env });
  return collect(client.stream(request, new AbortController().signal));
}

describe('requests through a proxy', () => {
  test.each(['HTTP_PROXY', 'http_proxy'])('use %s, with the name resolved by the proxy', async (name) => {
    await using server = await MessagesServer.start({ blocks: [text('ok')] });
    await using proxy = await ForwardProxy.start();
    const port = new URL(server.url).port;
    await ask({ [name]: proxy.url }, `http://model.example:${port}`);
    expect(proxy.targets).toEqual([`model.example:${port}`]);
    expect(server.requests).toHaveLength(1);
  });

  test('bypass it for hosts in NO_PROXY', async () => {
    await using proxy = await ForwardProxy.start();
    await expect(ask({ HTTP_PROXY: proxy.url, NO_PROXY: 'example.com,model.invalid' }, 'http://model.invalid:8123')).rejects.toThrow(
      /model\.invalid/,
    );
    expect(proxy.targets).toEqual([]);
  });

  test('bypass it for a server on this machine', async () => {
    await using server = await MessagesServer.start({ blocks: [text('ok')] });
    await using proxy = await ForwardProxy.start();
    await ask({ HTTP_PROXY: proxy.url }, server.url);
    expect(proxy.targets).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  test('report an unreachable proxy', async () => {
    await expect(ask({ HTTP_PROXY: 'http://127.0.0.1:9' }, 'http://model.example:8123')).rejects.toThrow(
      /Nothing answers|can’t be reached/,
    );
  });
});

describe('a server with a custom certificate', () => {
  const file = (name: string) => new URL(`../../support/tls/${name}`, import.meta.url).pathname;
  const script = `
    import { AnthropicClient } from '#main/model/anthropic-client.ts';
    const client = new AnthropicClient({ access: () => ({ apiKey: 'k', authToken: undefined, baseUrl: process.env.TEST_URL }), env: process.env });
    const request = { model: 'm', maxTokens: 1, system: [], tools: [], messages: [], callOutcomes: new Map() };
    try {
      for await (const event of client.stream(request, new AbortController().signal)) console.log(event.type);
    } catch (error) {
      console.log(error.message);
    }
    process.exit(0);`;

  /** In a separate process, because Node reads NODE_EXTRA_CA_CERTS only at start. */
  async function askFromProcess(env: NodeJS.ProcessEnv): Promise<string> {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: new URL('../../..', import.meta.url).pathname,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return readAll(child.stdout);
  }

  test.each([true, false])(
    'NODE_EXTRA_CA_CERTS makes it trusted; without it, the message names the setting (proxy: %s)',
    async (isProxied) => {
      const server = createServer(
        { key: readFileSync(file('test-server.key.pem')), cert: readFileSync(file('test-server.cert.pem')) },
        (_request, response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          for (const part of sseOf({ blocks: [text('ok')] })) response.write(part);
          response.end();
        },
      );
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      await using proxy = await ForwardProxy.start();
      const { port } = server.address() as AddressInfo;
      const env = isProxied
        ? { HTTPS_PROXY: proxy.url, TEST_URL: `https://model.example:${port}` }
        : { TEST_URL: `https://localhost:${port}` };
      const trusted = await askFromProcess({ ...env, NODE_EXTRA_CA_CERTS: file('test-server.cert.pem') });
      const untrusted = await askFromProcess(env);
      server.closeAllConnections();
      server.close();
      expect(trusted).toContain('message_stop');
      expect(untrusted).toContain('NODE_EXTRA_CA_CERTS');
      expect(new Set(proxy.targets)).toEqual(new Set(isProxied ? [`model.example:${port}`] : []));
    },
  );
});
