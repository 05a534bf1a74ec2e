import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createEngine } from '#main/engine.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { CliFixture } from '../cli/run-cli.ts';
import { asWindow } from './engine-window.ts';

it('attributes a settings file saved through the window during a turn to the person', async () => {
  await using server = await MessagesServer.start(
    { blocks: [toolUse('w1', 'Write', { file_path: 'by-tool.txt', content: 'agent' })] },
    { blocks: [text('Later.')], firstByteMs: 600_000 },
  );
  using cli = new CliFixture({ 'a.txt': 'a' });
  const state = { GATEHOUSE_HOME: join(cli.root, 'state') };
  const env = { ...process.env, ...state, ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' };
  const engine = createEngine({ host: 'web', env, homeDir: cli.root });
  const ask = asWindow(engine);
  const { projectDir } = cli;
  const RULES = '{ "permissions": { "deny": ["Read(./secret)"] } }';
  try {
    await ask('project.open', { path: projectDir });
    const { sessionId } = await ask('session.create', { projectDir });
    await ask('session.setMode', { sessionId, mode: 'acceptEdits' });
    await ask('session.send', { sessionId, text: 'go' });
    await server.received(2);
    const { digest } = await ask('settings.read', { projectDir, place: 'project' });
    await ask('settings.save', { projectDir, place: 'project', text: RULES, basedOn: digest });
    const { changesId, files } = await ask('changes.list', { sessionId, since: 'turn' });
    expect(files.map(({ path, changedByOthers }) => [path, changedByOthers])).toEqual([
      ['.claude/settings.json', true],
      ['by-tool.txt', false],
    ]);
    await ask('session.interrupt', { sessionId });
    // Like “Revert all”.
    const own = files.filter(({ changedByOthers }) => !changedByOthers).map(({ path }) => ({ path }));
    await vi.waitFor(() => ask('changes.revert', { sessionId, changesId: changesId ?? '', files: own }), { timeout: 60_000, interval: 50 });
  } finally {
    await engine.dispose();
  }
  expect(existsSync(join(projectDir, 'by-tool.txt'))).toBe(false);
  expect(readFileSync(join(projectDir, '.claude/settings.json'), 'utf8')).toBe(RULES);
}, 180_000);
