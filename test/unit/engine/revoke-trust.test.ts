import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hostile } from '#test/support/mcp-fixture.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { EngineWindow } from './engine-window.ts';

const on = (command: string) => [{ hooks: [{ type: 'command', command }] }];
const FILES = {
  '.claude/settings.json': JSON.stringify({
    permissions: { allow: ['Bash(sh task.sh)'], deny: ['Write'], defaultMode: 'acceptEdits' },
    env: { FROM_SETTINGS: 'settings' },
    hooks: { SessionStart: on('echo "export FROM_HOOK=hook" > "$CLAUDE_ENV_FILE"'), PreToolUse: on('echo ran >> hooked.txt') },
  }),
  '.mcp.json': JSON.stringify({ mcpServers: { s: hostile('good') } }),
  'task.sh': 'echo "<$FROM_SETTINGS $FROM_HOOK>" >> seen.txt\nuntil [ -e go ]; do sleep 0.05; done\n',
};

it('revoked trust takes effect with the next call of an open session, and lets the running one end', async () => {
  const task = (id: string) => ({ blocks: [toolUse(id, 'Bash', { command: 'sh task.sh' })] });
  await using server = await MessagesServer.start(task('c1'), task('c2'), { blocks: [text('Done.')] });
  using temp = new TempProject(FILES);
  const { projectDir } = temp;
  await using window = new EngineWindow(temp, server);
  await window.begin('Begin.');
  const { mode } = await window.until(({ calls }) => calls['c1']?.state === 'running' && seen(temp).length === 1);
  expect([mode, ...seen(temp)]).toEqual(['acceptEdits', '<settings hook>']);

  const project = await window.ask('project.revokeTrust', { projectDir });
  expect(project).toMatchObject({ trusted: false, untrustedItems: expect.arrayContaining([expect.stringContaining('sh task.sh')]) });
  expect(project.trustedBefore).toBeUndefined();
  expect(await window.ask('mcp.list', { projectDir })).toMatchObject({ servers: [{ name: 's', state: 'needs_trust' }] });
  expect((await window.view()).calls['c1']).toMatchObject({ state: 'running' });

  writeFileSync(temp.path('go'), '');
  const view = await window.until(({ asks }) => asks.length > 0);
  expect(view).toMatchObject({ mode: 'default', calls: { c1: { state: 'done' } }, asks: [{ callId: 'c2' }] });
  const [ask] = view.asks;
  await window.ask('permission.answer', {
    sessionId: window.sessionId,
    askId: ask?.askId ?? '',
    digest: ask?.digest ?? '',
    answer: { type: 'allow_once' },
  });
  expect((await window.turnEnded()).calls['c2']).toMatchObject({ state: 'done' });
  expect(seen(temp)).toEqual(['<settings hook>', '< >']);
  expect(readFileSync(temp.path('hooked.txt'), 'utf8')).toBe('ran\n');
});

it('a repository’s deny rule still counts, and trust given again brings the rest back', async () => {
  const done = { blocks: [text('Done.')] };
  await using server = await MessagesServer.start(done, { blocks: [toolUse('c1', 'Bash', { command: 'sh task.sh' })] }, done);
  using temp = new TempProject({ ...FILES, go: '' });
  const { projectDir } = temp;
  await using window = new EngineWindow(temp, server);
  await window.begin('Begin.');
  await window.turnEnded();
  const inert = async () => {
    const { rules } = await window.ask('rules.list', { projectDir });
    return Object.fromEntries(rules.map((rule) => [rule.text, rule.inert !== undefined]));
  };
  expect(await inert()).toEqual({ 'Bash(sh task.sh)': false, Write: false });
  await window.ask('project.revokeTrust', { projectDir });
  expect(await inert()).toEqual({ 'Bash(sh task.sh)': true, Write: false });

  await window.ask('project.trust', { projectDir });
  await window.ask('session.send', { sessionId: window.sessionId, text: 'Run.' });
  expect((await window.until(({ calls, turn }) => 'c1' in calls && turn === null)).calls['c1']).toMatchObject({ state: 'done' });
  expect(seen(temp)).toEqual(['<settings hook>']);
});

function seen(temp: TempProject): string[] {
  try {
    // Empty until the first line is written.
    return readFileSync(temp.path('seen.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return [];
  }
}
