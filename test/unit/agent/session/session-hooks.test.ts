import { setTimeout as sleep } from 'node:timers/promises';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { text, toolUse } from '../../../support/messages-answer.ts';
import { MessagesServer } from '../../../support/messages-server.ts';
import { TestSession } from '../../../support/test-session.ts';
import { testTool } from '../../../support/test-tools.ts';
import { hookOn, printing } from '../../hooks/hook-fixture.ts';

const engine = createPermissionEngine();
const answer = (event: string, fields: object): string =>
  printing(JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...fields } }));

describe('hooks in a session', () => {
  it('a PermissionRequest hook answers while the ask is open', async () => {
    await using server = await MessagesServer.start({ blocks: [toolUse('c1', 'Touch', { text: 'a' })] }, { blocks: [text('ok')] });
    const ran: string[] = [];
    await using fixture = new TestSession({
      url: server.url,
      engine: await engine,
      tools: [testTool('Touch', { run: ({ text: what }) => (ran.push(what), what) })],
      hooks: [
        hookOn('PermissionRequest', {
          command: answer('PermissionRequest', { decision: { behavior: 'allow', updatedInput: { text: 'b' } } }),
        }),
      ],
    });
    await fixture.say('go');
    expect(ran).toEqual(['b']);
    expect(fixture.all('call.answered')).toMatchObject([{ by: 'hook', answer: { type: 'allow_once' } }]);
    expect(fixture.all('call.decided').at(-1)?.decision).toMatchObject({ behavior: 'allow', reason: 'hook' });
    expect(fixture.all('hook.ran').map(({ event, callId }) => `${event} ${callId}`)).toContain('PermissionRequest c1');
  });

  it.each([
    ['user', 'localSettings', 'local'],
    ['project', 'projectSettings', 'project'],
    ['project', 'userSettings', undefined],
    ['user', 'nowhere', undefined],
  ] as const)('a hook of %s settings saves to %s', async (source, destination, savedTo) => {
    await using server = await MessagesServer.start({ blocks: [toolUse('c1', 'Touch', { text: 'a' })] }, { blocks: [text('ok')] });
    const updatedPermissions = [
      { type: 'removeRules', behavior: 'deny', rules: [{ toolName: 'Bash' }], destination },
      { type: 'addRules', behavior: 'allow', rules: [{ toolName: 'Touch' }], destination },
      { type: 'setMode', mode: 'bypassPermissions', destination: 'session' },
    ];
    const hook = hookOn('PermissionRequest', {
      command: answer('PermissionRequest', { decision: { behavior: 'allow', updatedPermissions } }),
    });
    await using fixture = new TestSession({
      url: server.url,
      engine: await engine,
      tools: [testTool('Touch', { run: () => 'ran' })],
      hooks: [{ ...hook, source }],
    });
    await fixture.say('go');
    const update = { type: 'add_rules', behavior: 'allow', rules: ['Touch'], destination: savedTo };
    const expected = savedTo === undefined ? { type: 'allow_once' } : { type: 'allow_and_update', updates: [update] };
    expect(fixture.all('call.answered')).toMatchObject([{ by: 'hook', answer: expected }]);
    expect(fixture.saved).toEqual(savedTo === undefined ? [] : [update]);
    expect(fixture.session.view.mode).toBe('default');
    expect(JSON.stringify(fixture.all('notice'))).toContain('bypassPermissions');
  });

  it.each([
    ['stops everything', `{"continue":false,"stopReason":"enough",$ANSWER}`, 0, 'enough'],
    ['blocks by its exit code', `{$ANSWER}`, 2, undefined],
  ])('a PermissionRequest hook that %s does not allow the call, whatever else it returns', async (_how, body, exitCode, said) => {
    await using server = await MessagesServer.start({ blocks: [toolUse('c1', 'Touch', { text: 'a' })] }, { blocks: [text('ok')] });
    const ran: string[] = [];
    const allow = '"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}';
    await using fixture = new TestSession({
      url: server.url,
      engine: await engine,
      tools: [testTool('Touch', { run: () => (ran.push('ran'), 'ran') })],
      hooks: [hookOn('PermissionRequest', { command: printing(body.replace('$ANSWER', allow), exitCode) })],
    });
    const turn = fixture.say('go');
    if (said === undefined) {
      while (fixture.all('hook.ran').length === 0) await sleep(20);
      expect(fixture.all('call.answered')).toEqual([]);
      fixture.session.interrupt();
    }
    await turn;
    expect(ran).toEqual([]);
    if (said !== undefined) expect(JSON.stringify(fixture.all('call.answered'))).toContain(said);
  });

  it('a hook matching an alias of a tool runs for the tool', async () => {
    await using server = await MessagesServer.start({ blocks: [toolUse('c1', 'Touch', { text: 'a' })] }, { blocks: [text('ok')] });
    const ran: string[] = [];
    await using fixture = new TestSession({
      url: server.url,
      engine: await engine,
      tools: [testTool('Touch', { aliases: ['Feel'], run: () => (ran.push('ran'), 'ran') })],
      hooks: [
        hookOn('PreToolUse', { command: printing('', 2, 'no') }, 'Feel'),
        hookOn('PreToolUse', { command: printing('', 2, 'no') }, 'Other'),
      ],
    });
    await fixture.say('go');
    expect(ran).toEqual([]);
    expect(fixture.all('hook.ran')).toMatchObject([{ outcome: 'blocked' }]);
  });

  it('reports what a hook does while the session waits for it', async () => {
    await using server = await MessagesServer.start({ blocks: [toolUse('c1', 'Touch', { text: 'a' })] }, { blocks: [text('ok')] });
    await using fixture = new TestSession({
      url: server.url,
      engine: await engine,
      tools: [testTool('Touch', { run: () => 'ran' })],
      hooks: [
        hookOn('PreToolUse', { command: 'until [ -e seen ]; do sleep 0.02; done', statusMessage: 'Checking the change' }),
        hookOn('PermissionRequest', { command: answer('PermissionRequest', { decision: { behavior: 'allow' } }) }),
      ],
    });
    const turn = fixture.say('go');
    while (fixture.session.view.hookWaits.length === 0) await sleep(20);
    expect(fixture.session.view.hookWaits.map(({ message }) => message)).toEqual(['Checking the change']);
    writeFileSync(join(fixture.project.projectDir, 'seen'), '');
    await turn;
    expect(fixture.session.view.hookWaits).toEqual([]);
  });

  it('a person who answers first stops the hook', async () => {
    await using server = await MessagesServer.start({ blocks: [toolUse('c1', 'Touch', { text: 'a' })] }, { blocks: [text('ok')] });
    await using fixture = new TestSession({
      url: server.url,
      engine: await engine,
      tools: [testTool('Touch', { run: () => 'ran' })],
      hooks: [hookOn('PermissionRequest', { command: 'sleep 300' })],
    });
    fixture.session.send('go');
    const { ask } = await fixture.seen('call.asked');
    await fixture.seen('hook.started');
    expect(fixture.session.answer(ask.askId, ask.digest, { type: 'allow_once' })).toBe('accepted');
    await fixture.session.idle();
    expect(fixture.all('call.answered')).toMatchObject([{ by: 'person' }]);
    while (fixture.all('hook.ran').length === 0) await sleep(10);
    expect(fixture.all('hook.ran')).toMatchObject([{ outcome: 'cancelled' }]);
  });

  it('a hook that blocks may end the turn', async () => {
    await using server = await MessagesServer.start({ blocks: [toolUse('c1', 'Touch', { text: 'a' })] });
    const decision = { behavior: 'deny', message: 'not today', interrupt: true };
    await using fixture = new TestSession({
      url: server.url,
      engine: await engine,
      tools: [testTool('Touch', { run: () => 'ran' })],
      hooks: [hookOn('PermissionRequest', { command: answer('PermissionRequest', { decision }) })],
    });
    await fixture.say('go');
    expect(server.requests).toHaveLength(1);
    expect(fixture.all('call.finished')).toMatchObject([{ outcome: 'denied', content: 'A hook refused this call: not today' }]);
  });

  it('a call that a hook made exclusive runs alone', async () => {
    const calls = ['c1', 'c2', 'c3'].map((id) => toolUse(id, 'Look', { text: id }));
    await using server = await MessagesServer.start({ blocks: calls }, { blocks: [text('ok')] });
    const running = new Set<string>();
    const seen: string[] = [];
    const readTool = {
      ...testTool('Look', {
        run: async ({ text: what }) => {
          running.add(what);
          seen.push([...running].toSorted().join('+'));
          await sleep(60);
          if (what === 'alone') expect([...running]).toEqual(['alone']);
          running.delete(what);
          return what;
        },
      }),
      isReadOnly: () => true,
      isConcurrencySafe: (input: { readonly text: string }) => input.text !== 'alone',
    };
    const change = `if grep -q '"text":"c1"'; then ${answer('PreToolUse', { permissionDecision: 'allow', updatedInput: { text: 'alone' } })}; else ${answer('PreToolUse', { permissionDecision: 'allow' })}; fi`;
    await using fixture = new TestSession({
      url: server.url,
      engine: await engine,
      tools: [readTool],
      hooks: [hookOn('PreToolUse', { command: change })],
    });
    await fixture.say('go');
    expect(fixture.all('call.finished').map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done']);
    expect(seen.filter((names) => names.includes('alone'))).toEqual(['alone']);
    expect(fixture.all('call.changed')).toMatchObject([{ callId: 'c1', by: 'hook', input: { text: 'alone' } }]);
  });

  it.each(['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop', 'PostToolBatch', 'SessionStart'] as const)(
    'stopping the turn while a %s hook runs leaves nothing open',
    async (event) => {
      await using server = await MessagesServer.start({ blocks: [toolUse('c1', 'Look', { text: 'a' })] }, { blocks: [text('ok')] });
      await using fixture = new TestSession({
        url: server.url,
        tools: [testTool('Look', { readOnly: true, run: () => 'seen' })],
        hooks: [hookOn(event, { command: 'touch started; sleep 300' })],
      });
      if (event === 'SessionStart') fixture.begin();
      fixture.session.send('go');
      while (!existsSync(fixture.project.path('started'))) await sleep(10);
      fixture.session.interrupt();
      await fixture.session.idle();
      expect(fixture.session.view.lastTurn?.outcome).toBe('interrupted');
      expect(fixture.all('call.finished')).toHaveLength(fixture.all('call.queued').length);
    },
  );
});
