import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createEngine } from '#main/engine.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { CliFixture } from '../cli/run-cli.ts';
import { asWindow } from './engine-window.ts';

// Starts Gatehouse as a process, which takes a while under load.
beforeAll(() => vi.setConfig({ testTimeout: 180_000 }));
afterAll(() => vi.resetConfig());

it('restores what a session changed in its worktree, and leaves the project folder alone', async () => {
  await using server = await MessagesServer.start(
    { blocks: [toolUse('e', 'EnterWorktree', { name: 'one' }), toolUse('w', 'Write', { file_path: 'new.txt', content: 'agent' })] },
    { blocks: [toolUse('b', 'Bash', { command: 'echo changed > a.txt' })] },
    { blocks: [text('Done.')] },
  );
  using cli = new CliFixture({ 'a.txt': 'a\n' });
  const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@e', ...args], { cwd: cli.projectDir });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'first');
  const args = ['run', '--project', cli.projectDir, '--prompt', 'go', '--permission-mode', 'acceptEdits', '--allowed-tools', 'Bash'];
  expect((await cli.run(args, { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' })).code).toBe(0);
  const inWorktree = (name: string): string => join(cli.projectDir, '.claude/worktrees/one', name);
  expect([readFileSync(inWorktree('a.txt'), 'utf8'), existsSync(inWorktree('new.txt'))]).toEqual(['changed\n', true]);

  const engine = createEngine({ host: 'web', env: { ...process.env, GATEHOUSE_HOME: join(cli.root, 'state') }, homeDir: cli.root });
  const ask = asWindow(engine);
  try {
    await ask('project.open', { path: cli.projectDir });
    const { sessions } = await ask('session.list', { projectDir: cli.projectDir });
    const sessionId = sessions[0]?.sessionId ?? '';
    await ask('session.open', { projectDir: cli.projectDir, sessionId });
    const { points } = await ask('restore.points', { sessionId });
    const preview = await ask('restore.preview', { sessionId, checkpointId: points[0]?.checkpointId ?? '' });
    expect(preview.files.map(({ path, change }) => [path, change])).toEqual([
      ['a.txt', 'modify'],
      ['new.txt', 'delete'],
    ]);
    expect(await ask('restore.apply', { sessionId, previewId: preview.previewId, keep: [] })).toMatchObject({ restored: 2, failed: [] });
    expect([readFileSync(inWorktree('a.txt'), 'utf8'), existsSync(inWorktree('new.txt'))]).toEqual(['a\n', false]);
    expect(readFileSync(join(cli.projectDir, 'a.txt'), 'utf8')).toBe('a\n');
  } finally {
    await engine.dispose();
  }
});
