import { describe, expect, it } from 'vitest';
import { HookFixture, hookOn } from './hook-fixture.ts';
import { ForwardProxy } from '#test/support/servers/forward-proxy.ts';
import { HookServer } from './hook-server.ts';

describe('an http hook', () => {
  it('sends the same JSON, and only the listed environment variables', async () => {
    await using server = await HookServer.answering(200, '');
    const headers = { Authorization: 'Bearer $TOKEN', 'X-Other': '${OTHER}.', 'Content-Type': 'text/plain' };
    await using fixture = new HookFixture(hookOn('PreToolUse', { type: 'http', url: server.url, headers, allowedEnvVars: ['TOKEN'] }));
    await fixture.run('PreToolUse');
    expect(server.seen[0]?.body).toMatchObject({ hook_event_name: 'PreToolUse', tool_input: { command: 'ls' } });
    expect(server.seen[0]?.headers).toMatchObject({ authorization: 'Bearer secret', 'x-other': '.', 'content-type': 'application/json' });
    fixture.config = { ...fixture.config, httpEnvVars: ['OTHER'] };
    await fixture.run('PreToolUse');
    expect(server.seen[1]?.headers.authorization).toBe('Bearer');
  });

  it('calls only allowed URLs', async () => {
    await using server = await HookServer.answering(200, '');
    await using fixture = new HookFixture(hookOn('PreToolUse', { type: 'http', url: server.url }));
    fixture.config = { ...fixture.config, allowedHttpUrls: ['https://hooks.example.com/*'] };
    await fixture.run('PreToolUse');
    expect(server.seen).toHaveLength(0);
    expect(fixture.ran[0]).toMatchObject({ outcome: 'failed', message: expect.stringContaining('allowedHttpHookUrls') });
    fixture.config = { ...fixture.config, allowedHttpUrls: ['http://127.0.0.1:*/hook'] };
    await fixture.run('PreToolUse');
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
    await using fixture = new HookFixture(hookOn('PreToolUse', { type: 'http', url }));
    fixture.config = { ...fixture.config, allowedHttpUrls: [pattern] };
    await fixture.run('PreToolUse');
    expect(server.seen).toHaveLength(0);
    expect(fixture.ran[0]?.outcome).toBe('failed');
    expect(fixture.ran[0]?.message).not.toContain('password@');
  });

  it('with an invalid header reports its name and not its value', async () => {
    await using server = await HookServer.answering(200, '');
    const headers = { 'X-Token': '$TOKEN' };
    await using fixture = new HookFixture(
      hookOn('PreToolUse', { type: 'http', url: server.url, headers, allowedEnvVars: ['TOKEN'], failClosed: true }),
    );
    fixture.env = { TOKEN: 'secret-1\nsecret-2' };
    const verdict = await fixture.run('PreToolUse');
    expect(verdict.permission?.reason).toContain('the header "x-token"');
    expect(JSON.stringify([verdict, fixture.events])).not.toContain('secret-');
  });

  it('uses the proxy of the process environment, not of a settings file', async () => {
    await using server = await HookServer.answering(200, '');
    await using proxy = await ForwardProxy.start();
    const url = `http://hooks.example:${new URL(server.url).port}/hook`;
    await using fixture = new HookFixture(hookOn('PreToolUse', { type: 'http', url }));
    fixture.env = { HTTP_PROXY: 'http://127.0.0.1:9' };
    fixture.programEnv['HTTP_PROXY'] = proxy.url;
    await fixture.run('PreToolUse');
    expect(fixture.ran[0]).toMatchObject({ outcome: 'ok', status: 200 });
    expect(proxy.targets).toEqual([new URL(url).host]);
    expect(server.seen[0]?.body).toMatchObject({ hook_event_name: 'PreToolUse' });
  });

  it('accepts a proxy named without “http://”', async () => {
    await using server = await HookServer.answering(200, '');
    await using proxy = await ForwardProxy.start();
    const url = `http://hooks.example:${new URL(server.url).port}/hook`;
    await using fixture = new HookFixture(hookOn('PreToolUse', { type: 'http', url }));
    fixture.programEnv['HTTP_PROXY'] = new URL(proxy.url).host;
    await fixture.run('PreToolUse');
    expect(fixture.ran[0]).toMatchObject({ outcome: 'ok', status: 200 });
    expect(proxy.targets).toEqual([new URL(url).host]);
  });

  it('with an invalid proxy fails with a reason; one that fails closed blocks', async () => {
    await using fixture = new HookFixture(hookOn('PreToolUse', { type: 'http', url: 'http://hooks.example/', failClosed: true }));
    fixture.programEnv['HTTP_PROXY'] = 'http://user:secret@[';
    const { permission } = await fixture.run('PreToolUse');
    expect(permission?.behavior).toBe('deny');
    expect(fixture.ran).toMatchObject([{ outcome: 'failed' }]);
    expect(fixture.notices.join()).toContain('HTTP_PROXY');
    expect(fixture.notices.join()).not.toContain('secret');
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
    await using fixture = new HookFixture(
      hookOn('PreToolUse', { type: 'http', url: endless.url }),
      hookOn('PreToolUse', { type: 'http', url: silent.url, timeout: 0.3 }),
      hookOn('PreToolUse', { type: 'http', url: 'http://127.0.0.1:1/' }),
      hookOn('PreToolUse', { type: 'http', url: 'file:///etc/passwd' }),
    );
    await fixture.run('PreToolUse');
    expect(fixture.ran.map(({ outcome }) => outcome).toSorted()).toEqual(['failed', 'failed', 'failed', 'timed_out']);
    expect(fixture.notices).toHaveLength(4);
  });
});
