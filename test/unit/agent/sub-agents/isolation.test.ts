import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import { BUILT_IN_AGENTS } from '#main/agent/sub-agents/built-in-definitions.ts';
import { mayRead } from '#main/engine/session/permission-snapshot.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { Worktrees } from '#main/worktrees/worktrees.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { byPrompt } from '#test/support/by-prompt.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { git, localRule, repositorySession } from '#test/support/repositories/repository-session.ts';

const agent = (id: string, prompt: string, more: Record<string, unknown> = {}) =>
  toolUse(id, 'Agent', { description: 'd', prompt, isolation: 'worktree', ...more });

describe('an agent in a worktree of its own', () => {
  it('works there, and its worktree is kept with what it changed and named in the report', async () => {
    await using server = await MessagesServer.start(
      ...byPrompt(
        ['Go.', { blocks: [agent('m1', 'Change it.')] }, { blocks: [text('Thanks.')] }],
        [
          'Change it.',
          {
            blocks: [
              toolUse('r', 'Read', { file_path: 'a.txt' }),
              toolUse('e', 'Edit', { file_path: 'a.txt', old_string: 'one', new_string: 'two' }),
              toolUse('b', 'Bash', { command: 'pwd > where.txt' }),
            ],
          },
          { blocks: [text('Changed.')] },
        ],
      ),
    );
    await using it = repositorySession(server.url);
    await it.say('Go.');
    const [row] = Object.values(it.session.view.agents);
    const path = row?.worktree?.path ?? '';
    expect(path.startsWith(it.project.path('.claude/worktrees/agent-'))).toBe(true);
    expect(readFileSync(`${path}/where.txt`, 'utf8')).toBe(`${path}\n`);
    expect([readFileSync(`${path}/a.txt`, 'utf8'), readFileSync(it.project.path('a.txt'), 'utf8')]).toEqual(['two\n', 'one\n']);
    expect(JSON.stringify(server.requests.at(-1)?.body.messages)).toContain(`worktree: ${path}, branch ${row?.worktree?.branch ?? 'none'}`);
    expect(it.session.cwd).toBe(it.project.projectDir);
  });

  it('leaves nothing behind when it changed nothing, and can’t be resumed after that', async () => {
    await using server = await MessagesServer.start(
      ...byPrompt(
        [
          'Go.',
          { blocks: [agent('m1', 'Look.', { name: 'looker' }), agent('m2', 'Look.')] },
          { blocks: [toolUse('m3', 'SendMessage', { to: 'looker', message: 'More.' })] },
          { blocks: [text('Done.')] },
        ],
        ['Look.', { blocks: [toolUse('r', 'Read', { file_path: 'a.txt' })] }, { blocks: [text('Seen.')] }],
        ['Look.', { blocks: [text('Seen.')] }],
      ),
    );
    await using it = repositorySession(server.url);
    await it.say('Go.');
    expect(readdirSync(it.project.path('.claude/worktrees'))).toEqual([]);
    expect(git(it, 'branch', '--list', 'worktree-*')).toBe('');
    const rows = Object.values(it.session.view.agents);
    expect(rows.map(({ worktree }) => worktree?.removed)).toEqual([true, true]);
    expect(JSON.stringify(server.requests.at(-1)?.body.messages)).toContain('The worktree of that agent is gone');
  });

  it('may read the worktree without permission, but neither the project nor what the project denies', async () => {
    await using server = await MessagesServer.start(
      ...byPrompt(
        ['Go.', { blocks: [agent('m1', 'Look.')] }, { blocks: [text('Done.')] }],
        [
          'Look.',
          { blocks: [toolUse('own', 'Read', { file_path: 'a.txt' }), toolUse('denied', 'Read', { file_path: 'secret/key.txt' })] },
          { blocks: [toolUse('main', 'Read', { file_path: '../../../a.txt' })] },
          { blocks: [toolUse('mainDenied', 'Read', { file_path: '../../../secret/key.txt' })] },
          { blocks: [text('Seen.')] },
        ],
      ),
    );
    await using it = repositorySession(server.url, { rules: [localRule('deny', 'Read(/secret/**)')], interactive: false });
    await it.say('Go.');
    const decided = Object.fromEntries(it.all('call.decided').map(({ callId, decision }) => [callId, decision.behavior]));
    expect(decided).toMatchObject({ own: 'allow', denied: 'deny', mainDenied: 'deny' });
    expect(decided['main']).not.toBe('allow');
  });

  it('is searched without what the project denies, wherever the worktree is', async () => {
    using base = new TempProject();
    const path = base.path('tree');
    base.write('tree/a.txt', 'a token\n');
    base.write('tree/.env.local', 'b token\n');
    base.write('tree/secret/key.txt', 'c token\n');
    await using server = await MessagesServer.start(
      ...byPrompt(
        ['Go.', { blocks: [agent('m1', 'Look.')] }, { blocks: [text('Done.')] }],
        [
          'Look.',
          {
            blocks: [toolUse('grep', 'Grep', { pattern: 'token', output_mode: 'content' }), toolUse('glob', 'Glob', { pattern: '**/*' })],
          },
          { blocks: [text('Seen.')] },
        ],
      ),
    );
    const engine = await createPermissionEngine();
    await using it = repositorySession(server.url, {
      rules: [localRule('deny', 'Read(/secret/**)'), localRule('deny', 'Read(.env.*)')],
      services: (session) => ({
        worktrees: Object.assign(new Worktrees({ projectDir: session.project.projectDir, env: process.env }), {
          create: () => Promise.resolve({ path, projectDir: path, madeBy: 'hook' as const }),
          inventory: () => Promise.reject(new Error('It is not looked into.')),
        }),
        mayRead: (file, permission = session.permissionContext) => mayRead(engine, permission, { path: file }),
      }),
    });
    await it.say('Go.');
    const found = JSON.stringify(it.all('call.finished').filter(({ callId }) => ['grep', 'glob'].includes(callId)));
    expect(found).toContain('a token');
    expect(found).not.toMatch(/[bc] token|\.env\.local|secret/u);
  });

  it('in the background too, and its notification names what it left', async () => {
    await using server = await MessagesServer.start(
      ...byPrompt(
        [
          'Go.',
          { blocks: [agent('m1', 'Change it.', { run_in_background: true })] },
          { blocks: [text('Waiting.')] },
          { blocks: [text('Noted.')] },
        ],
        ['Change it.', { blocks: [toolUse('b', 'Bash', { command: 'echo x > new.txt' })] }, { blocks: [text('Changed.')] }],
      ),
    );
    await using it = repositorySession(server.url);
    await it.say('Go.');
    const [row] = Object.values(it.session.view.agents);
    expect(existsSync(`${row?.worktree?.path ?? ''}/new.txt`)).toBe(true);
    expect(JSON.stringify(server.requests.at(-1)?.body.messages)).toContain(`<worktree>${row?.worktree?.path ?? 'none'}`);
  });

  it('is what a definition can require, and fails where there is no repository', async () => {
    const definition: AgentDefinition = { name: 'apart', description: 'd', prompt: 'p', isolation: 'worktree', source: 'user' };
    await using server = await MessagesServer.start(
      ...byPrompt(
        [
          'Go.',
          { blocks: [agent('m1', 'Look.', { subagent_type: 'apart', isolation: undefined })] },
          { blocks: [agent('m2', 'Look.', { subagent_type: 'apart', isolation: undefined })] },
          { blocks: [text('Done.')] },
        ],
        ['Look.', { blocks: [toolUse('b', 'Bash', { command: 'pwd > where.txt' })] }, { blocks: [text('Seen.')] }],
      ),
    );
    await using it = repositorySession(server.url, { agentDefinitions: () => [...BUILT_IN_AGENTS, definition] });
    it.session.log.subscribe((event) => {
      if (event.type === 'agent.ended') rmSync(it.project.path('.git'), { recursive: true });
    });
    await it.say('Go.');
    const [row, ...others] = Object.values(it.session.view.agents);
    expect(existsSync(`${row?.worktree?.path ?? ''}/where.txt`)).toBe(true);
    expect(others).toEqual([]);
    expect(JSON.stringify(server.requests.at(-1)?.body.messages)).toContain('not in a git work tree');
  });
});
