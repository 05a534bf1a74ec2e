import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createEngine, type Engine } from '#main/engine.ts';
import { unpackView } from '#shared/session/pack-view.ts';
import { byPrompt } from '#test/support/by-prompt.ts';
import { hostile } from '#test/support/mcp-fixture.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { CliFixture, type CliResult } from '../cli/run-cli.ts';
import { asWindow, type AskEngine } from './engine-window.ts';

// Each starts Gatehouse as a process, which takes a while under load.
beforeAll(() => vi.setConfig({ testTimeout: 180_000 }));
afterAll(() => vi.resetConfig());

const COMMAND = 'printf agent > by-command.txt; rm gone.txt; chmod 755 mode.sh';

const work = () => [
  {
    blocks: [
      toolUse('r1', 'Read', { file_path: 'a.txt' }),
      toolUse('w1', 'Write', { file_path: 'by-tool.txt', content: 'agent' }),
      toolUse('b1', 'Bash', { command: COMMAND }),
    ],
  },
  { blocks: [text('Done.')] },
];

function run(cli: CliFixture, server: MessagesServer, more: readonly string[] = [], env: Record<string, string> = {}): Promise<CliResult> {
  const args = ['run', '--project', cli.projectDir, '--prompt', 'go', '--permission-mode', 'acceptEdits', '--output-format', 'stream-json'];
  return cli.run([...args, '--allowed-tools', 'Bash', ...more], { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k', ...env });
}

const FILES = { 'a.txt': 'a', 'gone.txt': 'gone', 'mode.sh': '#!/bin/sh' };

/** The engine as a window calls it. */
async function withEngine<T>(
  cli: CliFixture,
  use: (ask: AskEngine, sessionId: string) => Promise<T>,
  more: NodeJS.ProcessEnv = {},
): Promise<T> {
  const env = { ...process.env, GATEHOUSE_HOME: join(cli.root, 'state'), ...more };
  const engine: Engine = createEngine({ host: 'web', env, homeDir: cli.root });
  const ask = asWindow(engine);
  try {
    await ask('project.open', { path: cli.projectDir });
    const { sessions } = await ask('session.list', { projectDir: cli.projectDir });
    const sessionId = sessions[0]?.sessionId ?? '';
    await ask('session.open', { projectDir: cli.projectDir, sessionId });
    return await use(ask, sessionId);
  } finally {
    await engine.dispose();
  }
}

it('a window restores changes that a headless session made by tools and commands, and undoes that', async () => {
  await using server = await MessagesServer.start(...work());
  using cli = new CliFixture(FILES);
  const path = (name: string): string => join(cli.projectDir, name);
  expect((await run(cli, server)).code).toBe(0);
  expect([existsSync(path('by-tool.txt')), existsSync(path('by-command.txt')), existsSync(path('gone.txt'))]).toEqual([true, true, false]);

  await withEngine(cli, async (ask, sessionId) => {
    const { unavailable, points } = await ask('restore.points', { sessionId });
    expect([unavailable, points.length]).toEqual([null, 1]);
    const preview = await ask('restore.preview', { sessionId, checkpointId: points[0]?.checkpointId ?? '' });
    expect(preview.files.map(({ path: name, change, changedByOthers }) => [name, change, changedByOthers])).toEqual([
      ['by-command.txt', 'delete', false],
      ['by-tool.txt', 'delete', false],
      ['gone.txt', 'create', false],
      ['mode.sh', 'mode', false],
    ]);
    const diff = await ask('restore.diff', { sessionId, previewId: preview.previewId, path: 'by-command.txt' });
    expect(diff).toMatchObject({ type: 'diff', detail: { hunks: [{ lines: ['-agent'] }] } });
    const done = await ask('restore.apply', { sessionId, previewId: preview.previewId, keep: ['by-tool.txt'] });
    expect(done).toMatchObject({ restored: 3, failed: [] });
    expect([existsSync(path('by-tool.txt')), existsSync(path('by-command.txt'))]).toEqual([true, false]);
    expect([readFileSync(path('gone.txt'), 'utf8'), statSync(path('mode.sh')).mode & 0o777]).toEqual(['gone', 0o644]);

    const again = await ask('restore.preview', { sessionId, checkpointId: done.undoId });
    await ask('restore.apply', { sessionId, previewId: again.previewId, keep: [] });
    expect([readFileSync(path('by-command.txt'), 'utf8'), existsSync(path('gone.txt'))]).toEqual(['agent', false]);

    const { packed } = await ask('session.open', { projectDir: cli.projectDir, sessionId });
    const notices = unpackView(packed).items.flatMap((item) => (item.type === 'notice' ? [item.text] : []));
    expect(notices).toEqual(['Restored 3 files to an earlier state.', 'The restore of 3 files was undone.']);
  });
});

it('names the files that a turn changed, by edits and by commands, and not those that ended as they began', async () => {
  const write = (id: string, path: string, content: string) => toolUse(id, 'Write', { file_path: path, content });
  await using server = await MessagesServer.start(
    {
      blocks: [
        write('w1', 'by-tool.txt', 'agent'),
        write('w2', 'ignored.log', 'agent'),
        write('w3', 'draft.txt', 'agent'),
        toolUse('b1', 'Bash', { command: `${COMMAND}; rm draft.txt` }),
      ],
    },
    { blocks: [text('Done.')] },
  );
  using cli = new CliFixture({ ...FILES, '.gitignore': '*.log\n' });
  execFileSync('git', ['init', '-q'], { cwd: cli.projectDir });
  expect((await run(cli, server)).code).toBe(0);
  await withEngine(cli, async (ask, sessionId) => {
    const { packed } = await ask('session.open', { projectDir: cli.projectDir, sessionId });
    const turnId = unpackView(packed).turns.at(-1)?.turnId ?? '';
    expect(await ask('changes.ofTurn', { sessionId, turnId })).toEqual({
      files: [
        { path: 'by-tool.txt', change: 'create', added: 1, removed: 0 },
        { path: 'ignored.log', change: 'create', added: 1, removed: 0 },
        { path: 'by-command.txt', change: 'create', added: 1, removed: 0 },
        { path: 'gone.txt', change: 'delete', added: 0, removed: 1 },
        { path: 'mode.sh', change: 'mode', added: 0, removed: 0 },
      ],
      total: 5,
      added: 3,
      removed: 1,
    });
    expect(await ask('changes.ofTurn', { sessionId, turnId: 'unknown' })).toBeNull();
  });
});

it('concurrent reverts wait for each other', async () => {
  await using server = await MessagesServer.start(...work());
  using cli = new CliFixture(FILES);
  expect((await run(cli, server)).code).toBe(0);
  await withEngine(cli, async (ask, sessionId) => {
    const { changesId } = await ask('changes.list', { sessionId, since: 'session' });
    const revert = (path: string) => ask('changes.revert', { sessionId, changesId: changesId ?? '', files: [{ path }] });
    const done = await Promise.all(['by-tool.txt', 'by-command.txt', 'gone.txt'].map(revert));
    expect(done.map(({ restored, failed }) => [restored, failed])).toEqual([1, 1, 1].map((restored) => [restored, []]));
  });
  const there = (name: string): boolean => existsSync(join(cli.projectDir, name));
  expect(['by-tool.txt', 'by-command.txt', 'gone.txt'].map(there)).toEqual([false, false, true]);
});

it('a fork can restore earlier checkpoints, also when the original session was deleted', async () => {
  await using server = await MessagesServer.start(...work());
  using cli = new CliFixture(FILES);
  expect((await run(cli, server)).code).toBe(0);
  await withEngine(cli, async (ask, source) => {
    const { sessionId } = await ask('session.fork', { projectDir: cli.projectDir, sessionId: source });
    await ask('session.open', { projectDir: cli.projectDir, sessionId });
    await ask('session.delete', { projectDir: cli.projectDir, sessionId: source });
    const { points } = await ask('restore.points', { sessionId });
    const { previewId } = await ask('restore.preview', { sessionId, checkpointId: points[0]?.checkpointId ?? '' });
    expect(await ask('restore.apply', { sessionId, previewId, keep: [] })).toMatchObject({ restored: 4, failed: [] });
  });
  expect(existsSync(join(cli.projectDir, 'by-tool.txt'))).toBe(false);
});

it('refuses to restore while another session works in the same folder', async () => {
  await using server = await MessagesServer.start(...work(), { blocks: [text('Later.')], firstByteMs: 600_000 });
  using cli = new CliFixture(FILES);
  expect((await run(cli, server)).code).toBe(0);
  await withEngine(
    cli,
    async (ask, sessionId) => {
      const { points } = await ask('restore.points', { sessionId });
      const { previewId } = await ask('restore.preview', { sessionId, checkpointId: points[0]?.checkpointId ?? '' });
      const other = await ask('session.create', { projectDir: cli.projectDir });
      await ask('session.send', { sessionId: other.sessionId, text: 'Work.' });
      await expect(ask('restore.apply', { sessionId, previewId, keep: [] })).rejects.toThrow('Another session in this folder is running');
      expect(existsSync(join(cli.projectDir, 'by-tool.txt'))).toBe(true);
      await ask('session.interrupt', { sessionId: other.sessionId });
      await vi.waitFor(() => ask('restore.apply', { sessionId, previewId, keep: [] }), { timeout: 60_000, interval: 50 });
      expect(existsSync(join(cli.projectDir, 'by-tool.txt'))).toBe(false);
    },
    { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' },
  );
});

it('refuses to restore while another process works in the same folder', async () => {
  await using server = await MessagesServer.start(...work(), { blocks: [toolUse('s1', 'Bash', { command: 'echo now; sleep 300' })] });
  using cli = new CliFixture(FILES);
  expect((await run(cli, server)).code).toBe(0);
  await withEngine(cli, async (ask, sessionId) => {
    const { points } = await ask('restore.points', { sessionId });
    const { previewId } = await ask('restore.preview', { sessionId, checkpointId: points[0]?.checkpointId ?? '' });
    let stop: (() => void) | undefined;
    const working = cli.run(
      ['run', '--project', cli.projectDir, '--prompt', 'go', '--allowed-tools', 'Bash', '--output-format', 'stream-json'],
      { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' },
      (_stdout, kill) => (stop = () => kill('SIGKILL')),
    );
    await server.received(3);
    await expect(ask('restore.apply', { sessionId, previewId, keep: [] })).rejects.toThrow(
      'Another Gatehouse process is running in this folder',
    );
    expect(existsSync(join(cli.projectDir, 'by-tool.txt'))).toBe(true);
    // A dead process blocks nothing, whatever its log says.
    stop?.();
    await working;
    await ask('restore.apply', { sessionId, previewId, keep: [] });
    expect(existsSync(join(cli.projectDir, 'by-tool.txt'))).toBe(false);
  });
});

it('takes no checkpoint for a turn that only reads', async () => {
  await using server = await MessagesServer.start({ blocks: [toolUse('r1', 'Read', { file_path: 'a.txt' })] }, { blocks: [text('Done.')] });
  using cli = new CliFixture(FILES);
  await run(cli, server);
  expect(eventsOf(cli).filter(({ type }) => type === 'checkpoint.taken')).toEqual([]);
});

it('takes no checkpoint when disabled in the settings', async () => {
  await using server = await MessagesServer.start(...work());
  using cli = new CliFixture(FILES);
  await run(cli, server, ['--settings', JSON.stringify({ fileCheckpointingEnabled: false })]);
  expect(existsSync(join(cli.root, 'state', 'checkpoints'))).toBe(false);
  expect(existsSync(join(cli.projectDir, 'by-tool.txt'))).toBe(true);
});

it('without git, work continues and the person is notified once', async () => {
  await using server = await MessagesServer.start(...work());
  using cli = new CliFixture(FILES);
  // Everything but git: the shell and the programs of the script.
  const bin = join(cli.root, 'bin');
  mkdirSync(bin);
  for (const name of ['bash', 'sh', 'rm', 'chmod', 'env', 'cat']) symlinkSync(`/bin/${name}`, join(bin, name));
  await run(cli, server, [], { PATH: bin });
  expect(readFileSync(join(cli.projectDir, 'by-tool.txt'), 'utf8')).toBe('agent');
  const notices = eventsOf(cli).flatMap(({ type, data }) => (type === 'notice' ? [data] : []));
  expect(notices).toEqual([
    expect.objectContaining({ text: 'Changes that the agent makes now can’t be undone, because git isn’t installed.' }),
  ]);
});

it('a store that can’t be created blocks nothing', async () => {
  await using server = await MessagesServer.start(...work());
  using cli = new CliFixture(FILES);
  mkdirSync(join(cli.root, 'state'), { mode: 0o700 });
  writeFileSync(join(cli.root, 'state', 'checkpoints'), 'a file in the way');
  await run(cli, server);
  expect(readFileSync(join(cli.projectDir, 'by-tool.txt'), 'utf8')).toBe('agent');
  expect(eventsOf(cli).filter(({ type }) => type === 'notice')).toHaveLength(1);
});

const line = z.object({ type: z.string(), data: z.unknown() });

function eventsOf(cli: CliFixture): z.infer<typeof line>[] {
  const sessions = join(cli.root, 'state', 'sessions');
  const file =
    readdirSync(sessions, { recursive: true })
      .map(String)
      .find((name) => name.endsWith('events.jsonl')) ?? '';
  const lines = readFileSync(join(sessions, file), 'utf8').trimEnd().split('\n').slice(1);
  return lines.map((each) => line.parse(JSON.parse(each)));
}

it('changes of a sub-agent and an MCP server are undone with the message that started them', async () => {
  await using server = await MessagesServer.start(
    ...byPrompt(
      [
        'go',
        { blocks: [toolUse('m1', 'Agent', { description: 'd', prompt: 'Do it.', subagent_type: 'general-purpose' })] },
        { blocks: [text('Done.')] },
      ],
      [
        'Do it.',
        { blocks: [toolUse('s1', 'mcp__s__get', {})] },
        {
          blocks: [
            toolUse('s2', 'Write', { file_path: 'by-agent.txt', content: 'agent' }),
            toolUse('s3', 'Bash', { command: 'rm gone.txt' }),
          ],
        },
        { blocks: [text('I did.')] },
      ],
    ),
  );
  using cli = new CliFixture(FILES);
  const path = (name: string): string => join(cli.projectDir, name);
  const servers = JSON.stringify({ mcpServers: { s: hostile('good') } });
  // Its server writes a line for each call to a project file.
  expect((await run(cli, server, ['--mcp-config', servers, '--allowed-tools', 'Bash,mcp__s'])).code).toBe(0);
  expect(['by-agent.txt', 'calls.log', 'gone.txt'].map((name) => existsSync(path(name)))).toEqual([true, true, false]);
  await withEngine(cli, async (ask, sessionId) => {
    const { points } = await ask('restore.points', { sessionId });
    expect(points).toHaveLength(1);
    const preview = await ask('restore.preview', { sessionId, checkpointId: points[0]?.checkpointId ?? '' });
    expect(preview.files.map(({ path: name, change, changedByOthers }) => [name, change, changedByOthers])).toEqual([
      ['by-agent.txt', 'delete', false],
      ['calls.log', 'delete', false],
      ['gone.txt', 'create', false],
    ]);
    await ask('restore.apply', { sessionId, previewId: preview.previewId, keep: [] });
  });
  expect(['by-agent.txt', 'calls.log', 'gone.txt'].map((name) => existsSync(path(name)))).toEqual([false, false, true]);
});
