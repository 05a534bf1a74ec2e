import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editHookInText } from '#main/settings/hooks/edit-hooks.ts';
import type { PlacedHook } from '#shared/contract/commands/hook-commands.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { EngineWindow } from './engine-window.ts';

const hook = (command: string, event = 'PreToolUse', matcher = 'Bash'): PlacedHook => ({
  event,
  matcher,
  handler: { type: 'command', command },
});

describe('editing hooks in a settings text', () => {
  const source = `{
  "permissions": { "allow": ["Read"] },
  "hooks": {
    "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "a", "custom": 1 }] }]
  }
}
`;
  const first: PlacedHook = { ...hook('a'), handler: { type: 'command', command: 'a', custom: 1 } };
  const hooksOf = (after: string): unknown => JSON.parse(after).hooks;

  it('adds to the group with the same matcher, or to a new one', () => {
    const after = editHookInText(editHookInText(source, { type: 'add', to: hook('b') }), { type: 'add', to: hook('c', 'Stop', '') });
    expect(hooksOf(after)).toEqual({
      PreToolUse: [{ matcher: 'Bash', hooks: [first.handler, { type: 'command', command: 'b' }] }],
      Stop: [{ hooks: [{ type: 'command', command: 'c' }] }],
    });
    expect(after.startsWith('{\n  "permissions": { "allow": ["Read"] },\n')).toBe(true);
  });

  it('starts a file', () => {
    expect(hooksOf(editHookInText('', { type: 'add', to: hook('b') }))).toEqual({
      PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'b' }] }],
    });
  });

  it('changes a hook in its place, and moves it to another event', () => {
    expect(hooksOf(editHookInText(source, { type: 'change', from: first, to: hook('b') }))).toEqual({
      PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'b' }] }],
    });
    expect(hooksOf(editHookInText(source, { type: 'change', from: first, to: hook('b', 'Stop', '') }))).toEqual({
      Stop: [{ hooks: [{ type: 'command', command: 'b' }] }],
    });
  });

  it('removes the last hook with everything that only held it', () => {
    expect(JSON.parse(editHookInText(source, { type: 'remove', from: first }))).toEqual({ permissions: { allow: ['Read'] } });
  });

  it.each([
    ['a hook that is gone', source, { type: 'remove', from: hook('other') }],
    ['a broken file', '{ "hooks": ', { type: 'add', to: hook('b') }],
    ['hooks of another shape', '{ "hooks": [] }', { type: 'add', to: hook('b') }],
    ['an event of another shape', '{ "hooks": { "PreToolUse": {} } }', { type: 'add', to: hook('b') }],
  ] as const)('refuses %s', (_what, before, edit) => {
    expect(() => editHookInText(before, edit)).toThrow(/no longer|mistake|unexpected shape/u);
  });
});

describe('hooks in the window', () => {
  const call = { blocks: [toolUse('c1', 'Read', { file_path: 'a.txt' })] };
  const start = async (files: Readonly<Record<string, string>> = {}) => {
    const server = await MessagesServer.start(call, { blocks: [text('Done.')] });
    const temp = new TempProject({ 'a.txt': 'hello\n', ...files });
    const window = new EngineWindow(temp, server);
    const { projectDir } = temp;
    return {
      window,
      temp,
      projectDir,
      async [Symbol.asyncDispose]() {
        await window[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
        temp[Symbol.dispose]();
      },
    };
  };

  it('are listed with their file and whether they run, and saved with the settings', async () => {
    await using it = await start({ '.claude/settings.json': JSON.stringify({ hooks: { Stop: [{ hooks: [hook('s').handler] }] } }) });
    const { window, projectDir, temp } = it;
    await window.ask('project.open', { path: projectDir });
    const listed = async () =>
      (await window.ask('hooks.list', { projectDir })).hooks.map(({ name, source, state }) => [name, source, state]);
    expect(await listed()).toEqual([['s', 'project', 'untrusted']]);
    const preview = await window.ask('hooks.preview', { projectDir, destination: 'local', edit: { type: 'add', to: hook('mine') } });
    expect(existsSync(temp.path('.claude/settings.local.json'))).toBe(false);
    expect(preview.diff.additions).toBeGreaterThan(0);
    const saved = await window.ask('settings.save', { projectDir, place: 'local', text: preview.after, basedOn: preview.basedOn });
    expect(saved.outcome).toBe('saved');
    expect(await listed()).toEqual([
      ['mine', 'local', 'active'],
      ['s', 'project', 'untrusted'],
    ]);
    const stale = await window.ask('settings.save', { projectDir, place: 'local', text: '{}', basedOn: preview.basedOn });
    expect(stale.outcome).toBe('changed');
  });

  it('warn of a hook that can’t guard, and refuse a condition that isn’t a rule', async () => {
    await using it = await start();
    const { window, projectDir } = it;
    await window.ask('project.open', { path: projectDir });
    const preview = (to: PlacedHook) => window.ask('hooks.preview', { projectDir, destination: 'user', edit: { type: 'add', to } });
    expect((await preview(hook('x', 'PreToolUse', 'mcp__memory'))).warnings).toEqual([expect.stringContaining('mcp__memory__.*')]);
    await expect(preview({ ...hook('x'), handler: { type: 'command', command: 'x', if: 'Bash(' } })).rejects.toThrow('isn’t a rule');
  });

  it('can be tried on a call: the hook runs, and nothing else happens', async () => {
    await using it = await start();
    const { window, projectDir, temp } = it;
    await window.begin('Read it.');
    const before = await window.turnEnded();
    const deny = JSON.stringify({
      systemMessage: 'seen',
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'not this file' },
    });
    const attempt = (command: string, matcher = 'Read') =>
      window.ask('hooks.try', {
        projectDir,
        sessionId: window.sessionId,
        callId: 'c1',
        hook: { event: 'PreToolUse', matcher, handler: { type: 'command', command } },
      });
    const trial = await attempt(`cat > tried.json; echo note >&2; printf %s '${deny}'`);
    expect(trial).toMatchObject({ covers: true, outcome: 'blocked', exitCode: 0, stderr: 'note\n', stdout: deny });
    expect(trial.effects).toEqual([
      { type: 'deny', text: 'not this file' },
      { type: 'message', text: 'seen' },
    ]);
    expect(JSON.parse(readFileSync(join(projectDir, 'tried.json'), 'utf8'))).toMatchObject({
      hook_event_name: 'PreToolUse',
      session_id: window.sessionId,
      tool_name: 'Read',
      tool_use_id: 'c1',
      tool_input: { file_path: temp.path('a.txt') },
    });
    expect(await attempt('exit 7', 'Bash')).toMatchObject({
      covers: false,
      outcome: 'failed',
      exitCode: 7,
      effects: [{ type: 'error' }],
    });
    expect((await window.view()).seq).toBe(before.seq);
  });

  it('of a folder that is no longer trusted can’t be tried', async () => {
    await using it = await start();
    const { window, projectDir } = it;
    await window.begin('Read it.');
    await window.turnEnded();
    mkdirSync(join(projectDir, '.claude'), { recursive: true });
    writeFileSync(
      join(projectDir, '.claude/settings.json'),
      JSON.stringify({ hooks: { PreToolUse: [{ hooks: [hook('touch ran').handler] }] } }),
    );
    const tried = window.ask('hooks.try', {
      projectDir,
      sessionId: window.sessionId,
      callId: 'c1',
      hook: { event: 'PreToolUse', matcher: '', handler: hook('touch ran').handler },
    });
    await expect(tried).rejects.toThrow('trust this folder');
    expect(existsSync(join(projectDir, 'ran'))).toBe(false);
  });
});
