import { describe, expect, it } from 'vitest';
import { HookFixture, hookOn } from './hook-fixture.ts';
import { ForwardProxy } from '#test/support/forward-proxy.ts';
import { HookServer } from './hook-server.ts';

describe('an http hook', () => {
  it('sends the same JSON, and only the listed environment variables', async () => {
    await using server = await HookServer.answering(200, '');
    const headers = { Authorization: 'Bearer $TOKEN', 'X-Other': '${OTHER}.', 'Content-Type': 'text/plain' };
    await using it = new HookFixture(hookOn('PreToolUse', { type: 'http', url: server.url, headers, allowedEnvVars: ['TOKEN'] }));
    await it.run('PreToolUse');
    expect(server.seen[0]?.body).toMatchObject({ hook_event_name: 'PreToolUse', tool_input: { command: 'ls' } });
    expect(server.seen[0]?.headers).toMatchObject({ authorization: 'Bearer secret', 'x-other': '.', 'content-type': 'application/json' });
    it.config = { ...it.config, httpEnvVars: ['OTHER'] };
    await it.run('PreToolUse');
    expect(server.seen[1]?.headers.authorization).toBe('Bearer');
  });

  it('calls only allowed URLs', async () => {
    await using server = await HookServer.answering(200, '');
    await using it = new HookFixture(hookOn('PreToolUse', { type: 'http', url: server.url }));
    it.config = { ...it.config, allowedHttpUrls: ['https://hooks.example.com/*'] };
    await it.run('PreToolUse');
    expect(server.seen).toHaveLength(0);
    expect(it.ran[0]).toMatchObject({ outcome: 'failed', message: expect.stringContaining('allowedHttpHookUrls') });
    it.config = { ...it.config, allowedHttpUrls: ['http://127.0.0.1:*/hook'] };
    await it.run('PreToolUse');
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    ['https://hooks.example.com/*', 'http://127.0.0.1:$PORT/https://hooks.example.com/x'],
    ['http://*.example.com/*', 'http://127.0.0.1:$PORT/.example.com/x'],
    ['http://*/hook', 'http://127.0.0.1:$PORT/elsewhere?/hook'],
    ['http://127.0.0.1:*/*', 'http://user:password@127.0.0.1:$PORT/hook'],
  ])('“%s” on the list does not match %s', async (pattern, address) => {
    await using server = await HookServer.answering(200, '');
    const url = address.replace('$PORT', new URL(server.url).port);
    await using it = new HookFixture(hookOn('PreToolUse', { type: 'http', url }));
    it.config = { ...it.config, allowedHttpUrls: [pattern] };
    await it.run('PreToolUse');
    expect(server.seen).toHaveLength(0);
    expect(it.ran[0]?.outcome).toBe('failed');
    expect(it.ran[0]?.message).not.toContain('password@');
  });

  it('with an invalid header reports its name and not its value', async () => {
    await using server = await HookServer.answering(200, '');
    const headers = { 'X-Token': '$TOKEN' };
    await using it = new HookFixture(
      hookOn('PreToolUse', { type: 'http', url: server.url, headers, allowedEnvVars: ['TOKEN'], failClosed: true }),
    );
    it.env = { TOKEN: 'secret-1\nsecret-2' };
    const verdict = await it.run('PreToolUse');
    expect(verdict.permission?.reason).toContain('the header "x-token"');
    expect(JSON.stringify([verdict, it.events])).not.toContain('secret-');
  });

  it('uses the proxy of the process environment, not of a settings file', async () => {
    await using server = await HookServer.answering(200, '');
    await using proxy = await ForwardProxy.start();
    const url = `http://hooks.example:${new URL(server.url).port}/hook`;
    await using it = new HookFixture(hookOn('PreToolUse', { type: 'http', url }));
    it.env = { HTTP_PROXY: 'http://127.0.0.1:9' };
    it.programEnv['HTTP_PROXY'] = proxy.url;
    await it.run('PreToolUse');
    expect(it.ran[0]).toMatchObject({ outcome: 'ok', status: 200 });
    expect(proxy.targets).toEqual([new URL(url).host]);
    expect(server.seen[0]?.body).toMatchObject({ hook_event_name: 'PreToolUse' });
  });

  it('accepts a proxy named without “http://”', async () => {
    await using server = await HookServer.answering(200, '');
    await using proxy = await ForwardProxy.start();
    const url = `http://hooks.example:${new URL(server.url).port}/hook`;
    await using it = new HookFixture(hookOn('PreToolUse', { type: 'http', url }));
    it.programEnv['HTTP_PROXY'] = new URL(proxy.url).host;
    await it.run('PreToolUse');
    expect(it.ran[0]).toMatchObject({ outcome: 'ok', status: 200 });
    expect(proxy.targets).toEqual([new URL(url).host]);
  });

  it('with an invalid proxy fails with a reason; one that fails closed blocks', async () => {
    await using it = new HookFixture(hookOn('PreToolUse', { type: 'http', url: 'http://hooks.example/', failClosed: true }));
    it.programEnv['HTTP_PROXY'] = 'http://user:secret@[';
    const { permission } = await it.run('PreToolUse');
    expect(permission?.behavior).toBe('deny');
    expect(it.ran).toMatchObject([{ outcome: 'failed' }]);
    expect(it.notices.join()).toContain('HTTP_PROXY');
    expect(it.notices.join()).not.toContain('secret');
  });

  it('that answers endlessly, late or never is abandoned', async () => {
    await using endless = await HookServer.start((response) => {
      response.on('error', () => undefined);
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    await using silent = await HookServer.start(() => undefined);
    await using it = new HookFixture(
      hookOn('PreToolUse', { type: 'http', url: endless.url }),
      hookOn('PreToolUse', { type: 'http', url: silent.url, timeout: 0.3 }),
      hookOn('PreToolUse', { type: 'http', url: 'http://127.0.0.1:1/' }),
      hookOn('PreToolUse', { type: 'http', url: 'file:///etc/passwd' }),
    );
    await it.run('PreToolUse');
    expect(it.ran.map(({ outcome }) => outcome).toSorted()).toEqual(['failed', 'failed', 'failed', 'timed_out']);
    expect(it.notices).toHaveLength(4);
  });
});
