import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { admitExpansion, type CommandExpansion } from '#main/agent/session/expansion-hooks.ts';
import { askElicitationHooks, checkElicitationResult, type ElicitationQuestion } from '#main/agent/session/elicitation-hooks.ts';
import { SessionHooks } from '#main/agent/session/session-hooks.ts';
import { HookedWorktrees } from '#main/engine/session/services/hooked-worktrees.ts';
import { createTeamCreateTool } from '#main/tools/team-create/team-create-tool.ts';
import type { ConfiguredHook } from '#shared/settings/hook-config.ts';
import { byPrompt } from '#test/support/by-prompt.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { agent, agentTool } from '../agent/sub-agents/agents-at-work.ts';
import { Repository } from '../worktrees/repository.ts';
import { HookFixture, hookOn, printing } from './hook-fixture.ts';

const signal = new AbortController().signal;
const answering = (event: ConfiguredHook['event'], fields: object): Partial<ConfiguredHook['handler']> => ({
  command: printing(JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...fields } })),
});
const noting = 'cat >> noted.jsonl; echo >> noted.jsonl';

/** Hooks of a session over a fixture's runner. */
function sessionHooks(fixture: HookFixture): SessionHooks {
  const { runner, events, project } = fixture;
  const { projectDir } = project;
  const now = () => ({ cwd: projectDir, mode: 'default', title: '' });
  return new SessionHooks({ runner, append: (event) => void events.push(event), projectDir, now });
}

function noted(fixture: { readonly project: HookFixture['project'] }): Record<string, unknown>[] {
  return readFileSync(fixture.project.path('noted.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Record<string, unknown> => JSON.parse(line));
}

describe('MessageDisplay', () => {
  it('shows what the hook answers, and the model keeps its own text', async () => {
    await using server = await MessagesServer.start({ blocks: [text('The key is 1234.')] }, { blocks: [text('Again.')] });
    const hook = hookOn('MessageDisplay', {
      command: `cat > seen.json; grep -q 1234 seen.json && printf %s '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'MessageDisplay', displayContent: 'The key is hidden.' } })}'; exit 0`,
    });
    await using it = new TestSession({ url: server.url, hooks: [hook] });
    it.session.send('Say it.');
    const { messageId, by } = await it.seen('message.displayed');
    await it.session.idle();
    expect(by).toContain('[User]');
    expect(it.session.view.items.at(-1)).toMatchObject({ text: 'The key is 1234.', displayed: { text: 'The key is hidden.' } });
    expect(JSON.parse(readFileSync(it.project.path('seen.json'), 'utf8'))).toMatchObject({
      hook_event_name: 'MessageDisplay',
      message_id: messageId,
      turn_id: expect.any(String),
      index: 0,
      final: true,
      delta: 'The key is 1234.',
    });
    await it.say('And now?');
    expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('1234');
  });
});

describe('TeammateIdle', () => {
  it('lets a member of a team continue when the hook says why', async () => {
    const teamTool = createTeamCreateTool({ env: () => ({ CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: '1' }) });
    await using server = await MessagesServer.start(
      ...byPrompt(
        [
          'Go.',
          { blocks: [toolUse('t1', 'TeamCreate', { team_name: 'builders' })] },
          { blocks: [agent('m1', 'Work.', { name: 'mason' })] },
          { blocks: [text('Waiting.')] },
          { blocks: [text('Noted.')] },
        ],
        ['Work.', { blocks: [text('Half done.')] }, { blocks: [text('All done.')] }],
      ),
    );
    const once = `${noting}; [ -e told ] || { touch told; echo "the roof is missing" >&2; exit 2; }`;
    await using it = new TestSession({ url: server.url, tools: [agentTool, teamTool], hooks: [hookOn('TeammateIdle', { command: once })] });
    await it.say('Go.');
    expect(noted(it)).toMatchObject([
      { teammate_name: 'mason', team_name: 'builders', agent_id: expect.any(String) },
      { teammate_name: 'mason' },
    ]);
    expect(server.requests.some(({ body }) => JSON.stringify(body.messages).includes('the roof is missing'))).toBe(true);
  });
});

describe('FileChanged', () => {
  it('is called for the files that its matcher names, and for those that a hook adds', async () => {
    await using server = await MessagesServer.start();
    const start = hookOn('SessionStart', answering('SessionStart', { watchPaths: ['later.txt'], sessionTitle: ' The  title\n' }));
    await using it = new TestSession({
      url: server.url,
      files: { '.env': 'A=1\n' },
      hooks: [
        start,
        hookOn('FileChanged', { command: noting }, '.env|gone.txt'),
        hookOn('FileChanged', { command: noting, args: undefined }, ''),
      ],
    });
    it.begin();
    while (it.session.view.title === '') await it.seen('session.title');
    expect(it.session.view.title).toBe('The title');
    const told = async (path: string): Promise<void> => {
      const file = it.project.path(path);
      const heard = (): boolean => existsSync(it.project.path('noted.jsonl')) && noted(it).some(({ file_path }) => file_path === file);
      // Written anew each time: the first look may come later than the first write.
      for (let tries = 0; !heard(); tries += 1) {
        writeFileSync(file, `${'x'.repeat(tries)}\n`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    await told('.env');
    expect(noted(it)[0]).toMatchObject({ file_path: it.project.path('.env'), event: 'change' });
    await told('later.txt');
    rmSync(it.project.path('later.txt'));
    while (noted(it).at(-1)?.['event'] !== 'unlink') await new Promise((resolve) => setTimeout(resolve, 50));
    expect(noted(it).at(-1)).toMatchObject({ file_path: it.project.path('later.txt') });
  });
});

it('DirectoryAdded is called with the folder and who added it', async () => {
  await using server = await MessagesServer.start();
  await using it = new TestSession({ url: server.url, hooks: [hookOn('DirectoryAdded', { command: noting }, 'user')] });
  it.session.choices.setDirectory('add', '/tmp');
  await it.seen('hook.ran');
  expect(noted(it)).toMatchObject([{ directory: '/tmp', source: 'user' }]);
});

describe('UserPromptExpansion', () => {
  const expansion: CommandExpansion = { type: 'slash_command', name: 'deploy', args: 'now', source: 'project', prompt: '/deploy now' };
  const about = { mode: 'default', signal };

  it('may refuse the command, by its name', async () => {
    await using fixture = new HookFixture(hookOn('UserPromptExpansion', { command: printing('', 2, 'not on Friday') }, 'deploy'));
    const hooks = sessionHooks(fixture);
    expect(await admitExpansion(hooks, expansion, about)).toMatchObject({
      type: 'refused',
      message: expect.stringContaining('not on Friday'),
    });
    expect(await admitExpansion(hooks, { ...expansion, name: 'test' }, about)).toEqual({ type: 'expand', contexts: [] });
  });

  it('gets what was written, and gives context', async () => {
    await using fixture = new HookFixture(hookOn('UserPromptExpansion', { command: 'cat > seen.json; echo "the target is staging"' }));
    expect(await admitExpansion(sessionHooks(fixture), expansion, about)).toEqual({ type: 'expand', contexts: ['the target is staging'] });
    expect(JSON.parse(readFileSync(fixture.project.path('seen.json'), 'utf8'))).toMatchObject({
      expansion_type: 'slash_command',
      command_name: 'deploy',
      command_args: 'now',
      command_source: 'project',
      prompt: '/deploy now',
    });
  });
});

describe('Elicitation', () => {
  const question: ElicitationQuestion = { server: 'tickets', message: 'Which queue?', mode: 'form', schema: { type: 'object' } };
  const accept = { action: 'accept', content: { queue: 'ops' } } as const;

  it.each([
    ['nothing', { command: 'true' }, undefined],
    ['an answer', answering('Elicitation', accept), accept],
    ['a refusal', answering('Elicitation', { action: 'cancel' }), { action: 'cancel' }],
    [
      'exit code 2',
      { command: printing(JSON.stringify({ hookSpecificOutput: { hookEventName: 'Elicitation', ...accept } }), 2) },
      { action: 'decline' },
    ],
    ['a failure', { command: 'exit 1' }, undefined],
  ])('%s', async (_what, handler, expected) => {
    await using fixture = new HookFixture(hookOn('Elicitation', handler, 'tickets'));
    expect(await askElicitationHooks(sessionHooks(fixture), question, signal)).toEqual(expected);
  });

  it('is not answered by a hook while its “allow” doesn’t count', async () => {
    await using fixture = new HookFixture(hookOn('Elicitation', answering('Elicitation', accept)));
    fixture.config = { ...fixture.config, mayAllow: false };
    expect(await askElicitationHooks(sessionHooks(fixture), question, signal)).toBeUndefined();
  });

  it('a hook may change or withdraw an answer, and can’t send what the person refused', async () => {
    await using fixture = new HookFixture(
      hookOn('ElicitationResult', answering('ElicitationResult', { action: 'accept', content: { queue: 'dev' } })),
    );
    const hooks = sessionHooks(fixture);
    expect(await checkElicitationResult(hooks, question, accept, signal)).toEqual({ action: 'accept', content: { queue: 'dev' } });
    expect(await checkElicitationResult(hooks, question, { action: 'decline' }, signal)).toEqual({ action: 'decline' });
    await using refusing = new HookFixture(hookOn('ElicitationResult', { command: printing('', 2, 'no') }));
    expect(await checkElicitationResult(sessionHooks(refusing), question, accept, signal)).toEqual({ action: 'decline' });
  });
});

describe('worktrees', () => {
  const withHooks = (repository: Repository, fixture: HookFixture) =>
    new HookedWorktrees({
      worktrees: repository.worktrees(),
      hooks: sessionHooks(fixture),
      homeDir: repository.home,
      stateDir: join(repository.base, 'state'),
    });
  const create = (command: string) => hookOn('WorktreeCreate', { command });

  it('are made by a WorktreeCreate hook, and removed by a WorktreeRemove hook', async () => {
    using repository = new Repository();
    const made = join(repository.base, 'made');
    await using fixture = new HookFixture(
      create(`${noting}; echo "making it"; mkdir -p ${made} && echo ${made}`),
      hookOn('WorktreeRemove', { command: `${noting}; rm -r ${made}` }),
    );
    const worktrees = withHooks(repository, fixture);
    const worktree = await worktrees.create('one', repository.root);
    expect(worktree).toEqual({ path: made, projectDir: made, madeBy: 'hook' });
    const inventory = await worktrees.inventory(worktree);
    expect(inventory.totalFiles).toBeGreaterThan(0);
    await worktrees.remove(worktree, inventory.digest);
    expect(JSON.parse(readFileSync(join(repository.root, 'noted.jsonl'), 'utf8'))).toMatchObject({ name: 'one' });
    expect(noted(fixture)).toMatchObject([{ worktree_path: made }]);
  });

  it.each([
    ['fails', 'echo "no space" >&2; exit 3', 'no space'],
    ['gives no path', 'true', 'has to print the path'],
    ['gives a relative path', 'echo made', 'isn’t absolute'],
    ['gives a missing folder', 'echo /no/such/folder', 'not a folder'],
    ['gives the root', 'echo /', 'can’t be one'],
    ['takes too long', 'sleep 60', 'took too long'],
  ])('aren’t made when the hook %s', async (_what, command, why) => {
    using repository = new Repository();
    await using fixture = new HookFixture(hookOn('WorktreeCreate', { command, timeout: command.startsWith('sleep') ? 0.2 : 20 }));
    await expect(withHooks(repository, fixture).create('one', repository.root)).rejects.toThrow(why);
  });

  it('can’t be the home folder, the project or a folder around them', async () => {
    using repository = new Repository();
    mkdirSync(join(repository.base, 'state'));
    for (const folder of [repository.home, repository.root, repository.base, join(repository.base, 'state')]) {
      await using fixture = new HookFixture(create(`echo ${folder}`));
      await expect(withHooks(repository, fixture).create('one', repository.root)).rejects.toThrow('can’t be one');
    }
  });

  it('made by a hook stay when no hook removes them', async () => {
    using repository = new Repository();
    const made = join(repository.base, 'made');
    await using fixture = new HookFixture(create(`mkdir -p ${made} && echo ${made}`));
    const worktrees = withHooks(repository, fixture);
    const worktree = await worktrees.create('one', repository.root);
    await expect(worktrees.remove(worktree, (await worktrees.inventory(worktree)).digest)).rejects.toThrow('WorktreeRemove');
  });

  it('without such hooks are made by git, and a WorktreeRemove hook is called when they are removed', async () => {
    using repository = new Repository();
    await using fixture = new HookFixture(hookOn('WorktreeRemove', { command: noting }));
    const worktrees = withHooks(repository, fixture);
    const worktree = await worktrees.create('one', repository.root);
    expect(worktree.branch).toBe('worktree-one');
    await worktrees.remove(worktree, (await worktrees.inventory(worktree)).digest);
    expect(noted(fixture)).toMatchObject([{ worktree_path: worktree.path }]);
  });
});
