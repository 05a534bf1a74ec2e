import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AccessStore } from '#main/engine/access.ts';
import { KeyHelper, type KeyHelperOptions } from '#main/engine/key-helper.ts';
import { AnthropicClient } from '#main/model/anthropic-client.ts';
import type { ModelRequest } from '#main/model/client.ts';
import { ownApiKeyHelper } from '#main/settings/own-api-key-helper.ts';
import { collect } from '#test/support/collect.ts';
import { text } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { MANAGED, PROJECT, USER } from '../settings/settings-files.ts';
import { tempProject } from '../settings/temp-project.ts';

const REQUEST: ModelRequest = {
  model: 'm',
  maxTokens: 10,
  system: [],
  tools: [],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
  callOutcomes: new Map(),
};

function helperFor(command: string | undefined, options: Partial<KeyHelperOptions> = {}): KeyHelper {
  const { homeDir } = tempProject();
  const env = { PATH: process.env['PATH'] ?? '', ANTHROPIC_API_KEY: 'sk-own-key', MINE: 'yes' };
  return new KeyHelper({ command: () => command, homeDir, userEnv: Promise.resolve(env), env: {}, ...options });
}

/** A command that counts its runs in a file and prints `key-<count>`. */
function counting(): string {
  const file = join(tempProject().root, 'runs');
  return `echo x >> '${file}'; echo key-$(wc -l < '${file}' | tr -d ' ')`;
}

describe('the command of apiKeyHelper', () => {
  test('gives the key that it prints, from the user’s environment without Gatehouse’s own keys', async () => {
    expect(await helperFor('echo "  k-$MINE-${ANTHROPIC_API_KEY:-none} "').key()).toBe('k-yes-none');
    expect(await helperFor(undefined).key()).toBeUndefined();
  });

  test('is run once for several requests, and again after its time', async () => {
    let now = 0;
    const helper = helperFor(counting(), { env: { CLAUDE_CODE_API_KEY_HELPER_TTL_MS: '1000' }, now: () => now });
    expect(await Promise.all([helper.key(), helper.key()])).toEqual(['key-1', 'key-1']);
    now = 999;
    expect(await helper.key()).toBe('key-1');
    now = 1000;
    expect(await helper.key()).toBe('key-2');
  });

  test('is kept for five minutes, and run at once for a key that was refused', async () => {
    let now = 0;
    const helper = helperFor(counting(), { now: () => now });
    await helper.key();
    now = 299_999;
    expect(await helper.key()).toBe('key-1');
    expect(await helper.key('key-1')).toBe('key-2');
    expect(await helper.key('key-1')).toBe('key-2');
  });

  test.each([
    ['fails', 'echo sk-secret; echo sk-secret >&2; exit 3', 'failed (exit code 3)'],
    ['prints nothing', 'true', 'printed nothing'],
    ['prints a whole file', 'head -c 100000 /dev/zero | tr "\\0" s', 'printed more than a key'],
    ['never stops printing', 'yes sk-secret', 'printed too much'],
  ])('that %s gives an error without its output', async (_what, command, why) => {
    const failure = helperFor(command).key();
    await expect(failure).rejects.toThrow(why);
    await expect(failure).rejects.not.toThrow('sk-secret');
  });

  test('that never ends is ended, with what it started', async () => {
    const { root } = tempProject();
    const file = join(root, 'pid');
    await expect(helperFor(`sleep 600 & echo $! > '${file}'; wait`, { limitMs: 300 }).key()).rejects.toThrow('took too long');
    const pid = Number(readFileSync(file, 'utf8'));
    await expect.poll(() => existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2] !== 'Z').toBe(false);
  });
});

describe('a client with a key helper', () => {
  const clientFor = (url: string, keySource: KeyHelper, apiKey?: string) =>
    new AnthropicClient({ access: () => ({ apiKey, authToken: undefined, baseUrl: url }), keySource, env: {} });
  const ask = async (client: AnthropicClient) => collect(client.stream(REQUEST, new AbortController().signal));

  test('sends its key, and a new one when the server refuses the first', async () => {
    await using server = await MessagesServer.start(
      { status: 401, error: 'expired', type: 'authentication_error' },
      { blocks: [text('Hi')] },
    );
    await ask(clientFor(server.url, helperFor(counting())));
    expect(server.requests.map(({ headers }) => [headers['x-api-key'], headers['authorization']])).toEqual([
      ['key-1', 'Bearer key-1'],
      ['key-2', 'Bearer key-2'],
    ]);
  });

  test('gives up after one new key, and when the command prints the same key again', async () => {
    const refused = { status: 401, error: 'no', type: 'authentication_error' };
    await using server = await MessagesServer.start(refused, refused, refused);
    await expect(ask(clientFor(server.url, helperFor(counting())))).rejects.toThrow('refused the key');
    expect(server.requests).toHaveLength(2);
    await expect(ask(clientFor(server.url, helperFor('echo same')))).rejects.toThrow('refused the key');
    expect(server.requests).toHaveLength(3);
  });

  test('doesn’t run it when another key is given', async () => {
    await using server = await MessagesServer.start({ blocks: [text('Hi')] });
    await ask(clientFor(server.url, helperFor('exit 1'), 'given'));
    expect(server.requests[0]?.headers['x-api-key']).toBe('given');
  });

  test('stops waiting for it when the request is stopped', async () => {
    const helper = helperFor('sleep 600');
    const stop = new AbortController();
    const asked = collect(clientFor('http://127.0.0.1:9', helper).stream(REQUEST, stop.signal));
    setImmediate(() => stop.abort());
    await expect(asked).rejects.toMatchObject({ kind: 'aborted' });
    helper.dispose();
  });
});

describe('where it is set', () => {
  test('counts in managed settings before the user’s, and never in a project’s', () => {
    const temp = tempProject();
    const own = () => ownApiKeyHelper(temp);
    temp.write(PROJECT, { apiKeyHelper: 'theirs' });
    expect(own()).toBeUndefined();
    temp.write(USER, { apiKeyHelper: 'mine' });
    expect(own()).toBe('mine');
    temp.write(MANAGED, { apiKeyHelper: 'managed' });
    expect(own()).toBe('managed');
    writeFileSync(join(temp.root, USER), '{');
    expect(own()).toBe('managed');
  });

  test('makes the model reachable without a key, unless one is given', () => {
    expect(new AccessStore({}, 'm', { isSet: true }).describe()).toMatchObject({ ready: true, source: 'helper' });
    expect(new AccessStore({ ANTHROPIC_API_KEY: 'k' }, 'm', { isSet: true }).describe()).toMatchObject({ source: 'environment' });
  });
});
