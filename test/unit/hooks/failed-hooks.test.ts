import { describe, expect, it } from 'vitest';
import { foldSession } from '#shared/session/fold.ts';
import type { EventBody, NewSessionEvent } from '#shared/session/event.ts';
import type { HookHandlerSettings } from '#shared/settings/hook-settings.ts';
import { HookFixture, hookOn, printing } from './hook-fixture.ts';
import { HookServer } from './hook-server.ts';

/** The notices of failed hooks. */
function told(fixture: HookFixture): EventBody<'notice'>[] {
  return fixture.events.flatMap((event) => (event.type === 'notice' && event.data.about?.type === 'hook' ? [event.data] : []));
}

describe('a hook that failed is reported in the window', () => {
  it.each<readonly [string, Partial<HookHandlerSettings>, { readonly exitCode?: number; readonly printed: RegExp }]>([
    ['a missing command', { command: 'no-such-program --check' }, { exitCode: 127, printed: /no-such-program/u }],
    ['a missing program without a shell', { command: '/no/such/program', args: ['a'] }, { printed: /^$/u }],
    [
      'another exit code',
      { command: printing('out', 3, 'first\nsecond\nthird\nfourth\n') },
      { exitCode: 3, printed: /^first\n.*fourth$/su },
    ],
    ['an exit code with only standard output', { command: printing('only out', 1) }, { exitCode: 1, printed: /^only out$/u }],
    ['a time-out', { command: 'echo waiting >&2; sleep 60', timeout: 0.3 }, { printed: /^(?:waiting)?$/u }],
    ['half JSON', { command: printing('{"decision": "block"', 0) }, { exitCode: 0, printed: /^\{"decision"/u }],
  ])('%s', async (_what, handler, { printed, ...ending }) => {
    await using fixture = new HookFixture(hookOn('PreToolUse', handler));
    expect((await fixture.run('PreToolUse', { callId: 'c1' })).permission).toBeUndefined();
    const [notice, ...more] = told(fixture);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ level: 'error', about: { event: 'PreToolUse', callId: 'c1', source: 'user', ...ending } });
    expect(notice?.about?.type === 'hook' && notice.about.printed).toMatch(printed);
    expect(notice?.text).toContain('PreToolUse hook');
  });

  it('an http error, with what the server answered', async () => {
    await using server = await HookServer.answering(503, 'the policy server is down');
    await using fixture = new HookFixture(hookOn('PostToolUse', { type: 'http', url: server.url }));
    await fixture.run('PostToolUse');
    expect(told(fixture)).toMatchObject([
      { level: 'error', about: { status: 503, printed: 'the policy server is down', hook: server.url } },
    ]);
  });

  it('a server that can’t be reached', async () => {
    const server = await HookServer.answering(200, '');
    await server[Symbol.asyncDispose]();
    await using fixture = new HookFixture(hookOn('Stop', { type: 'http', url: server.url }));
    await fixture.run('Stop');
    expect(told(fixture)).toMatchObject([{ text: expect.stringContaining('could not be reached') }]);
  });

  it('half JSON where text is context: the model reads the text, and the person is warned', async () => {
    await using fixture = new HookFixture(hookOn('UserPromptSubmit', { command: printing('{"additionalContext":') }));
    expect((await fixture.run('UserPromptSubmit')).contexts).toEqual(['{"additionalContext":']);
    expect(fixture.notices).toEqual([expect.stringContaining('begins like JSON')]);
  });

  it('a lot of output is cut', async () => {
    await using fixture = new HookFixture(hookOn('Stop', { command: 'head -c 200000 /dev/zero | tr "\\0" x >&2; exit 1' }));
    await fixture.run('Stop');
    const [notice] = told(fixture);
    expect(JSON.stringify(notice).length).toBeLessThan(8000);
  });
});

describe('repeated failures', () => {
  const stamped = (events: readonly NewSessionEvent[]) =>
    events.map((event, index) => ({ ...event, v: 1 as const, seq: index + 1, id: `e${index}`, at: index }));

  it('of one hook count up in one row until the next message, those of others have their own', async () => {
    await using fixture = new HookFixture(hookOn('PreToolUse', { command: 'exit 4' }), hookOn('PreToolUse', { command: 'exit 5' }));
    for (let calls = 0; calls < 3; calls += 1) await fixture.run('PreToolUse');
    const message: NewSessionEvent = {
      type: 'user.message',
      data: { messageId: 'm1', content: [{ type: 'text', text: 'on' }], origin: 'prompt', visibility: 'both' },
    };
    fixture.events.push(message);
    await fixture.run('PreToolUse');
    const shown = foldSession(stamped(fixture.events)).items.map((item) => (item.type === 'notice' ? (item.times ?? 1) : item.type));
    expect(shown).toEqual([3, 3, 'user', 1, 1]);
  });
});
