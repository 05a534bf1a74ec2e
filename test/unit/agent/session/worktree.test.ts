import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { text, toolUse, type Answer } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { ALLOW_EVERYTHING, git, localRule, repositorySession } from '#test/support/repositories/repository-session.ts';

const enter = (id = 'enter') => toolUse(id, 'EnterWorktree', { name: 'one' });
const done: Answer = { blocks: [text('Done.')] };
const resultOf = (server: MessagesServer, id: string): string =>
  JSON.stringify(server.requests.flatMap(({ body }) => JSON.stringify(body.messages)).at(-1))
    .split(id)
    .slice(1)
    .join(id);

describe('a session in a worktree', () => {
  it('starts commands and relative paths there, also after it was opened again, and goes back', async () => {
    await using server = await MessagesServer.start(
      { blocks: [enter(), toolUse('pwd', 'Bash', { command: 'pwd > where.txt; cd secret' })] },
      done,
      { blocks: [toolUse('again', 'Bash', { command: 'pwd > again.txt' })] },
      { blocks: [toolUse('leave', 'ExitWorktree', { action: 'keep' }), toolUse('home', 'Bash', { command: 'pwd > home.txt' })] },
      done,
    );
    await using it = repositorySession(server.url);
    const worktree = join(it.project.projectDir, '.claude/worktrees/one');
    await it.say('Go there.');
    expect(it.session.view.worktree).toMatchObject({ path: worktree, branch: 'worktree-one' });
    expect(readFileSync(join(worktree, 'where.txt'), 'utf8')).toBe(`${worktree}\n`);
    expect(it.session.cwd).toBe(join(worktree, 'secret'));
    await it.reopen();
    expect(it.session.cwd).toBe(worktree);
    await it.say('Go on.');
    expect(readFileSync(join(worktree, 'again.txt'), 'utf8')).toBe(`${worktree}\n`);
    expect(it.session.view.worktree).toBeNull();
    expect(readFileSync(it.project.path('home.txt'), 'utf8')).toBe(`${it.project.projectDir}\n`);
    expect(existsSync(worktree)).toBe(true);
  });

  it('moves the folders that need no permission with it, and keeps what is denied in the project denied', async () => {
    await using server = await MessagesServer.start(
      {
        blocks: [enter(), toolUse('here', 'Read', { file_path: 'a.txt' }), toolUse('hidden', 'Read', { file_path: 'secret/key.txt' })],
      },
      { blocks: [toolUse('main', 'Read', { file_path: '../../../a.txt' })] },
      { blocks: [toolUse('mainHidden', 'Read', { file_path: '../../../secret/key.txt' })] },
      done,
    );
    await using it = repositorySession(server.url, { rules: [localRule('deny', 'Read(/secret/**)')], interactive: false });
    await it.say('Look.');
    const decided = Object.fromEntries(
      it.all('call.decided').map(({ callId, decision }) => [callId, [decision.behavior, decision.reason]]),
    );
    expect(decided).toMatchObject({ here: ['allow', 'workingDirectory'], hidden: ['deny', 'rule'], mainHidden: ['deny', 'rule'] });
    expect(decided['main']).not.toEqual(['allow', 'workingDirectory']);
  });

  it('removes an unchanged worktree without a question', async () => {
    await using server = await MessagesServer.start({ blocks: [enter(), toolUse('leave', 'ExitWorktree', { action: 'remove' })] }, done);
    await using it = repositorySession(server.url);
    await it.say('There and back.');
    expect(it.all('call.asked')).toEqual([]);
    expect(readdirSync(it.project.path('.claude/worktrees'))).toEqual([]);
    expect(git(it, 'branch', '--list', 'worktree-*')).toBe('');
  });

  it('refuses to remove one with changes, and says what is in it', async () => {
    await using server = await MessagesServer.start(
      { blocks: [enter(), toolUse('w', 'Bash', { command: 'echo x > new.txt' })] },
      { blocks: [toolUse('leave', 'ExitWorktree', { action: 'remove' })] },
      done,
    );
    await using it = repositorySession(server.url);
    await it.say('Go.');
    expect(resultOf(server, 'leave')).toContain('new.txt');
    expect(it.session.view.worktree).not.toBeNull();
  });

  const remove = toolUse('leave', 'ExitWorktree', { action: 'remove', discard_changes: true });
  const changed: Answer = {
    blocks: [
      enter(),
      toolUse('w', 'Bash', { command: 'echo x > new.txt; git -c user.name=t -c user.email=t@e commit -q --allow-empty -m mine' }),
    ],
  };

  it.each([
    [[localRule('allow', 'ExitWorktree'), ...ALLOW_EVERYTHING], 'default'] as const,
    [ALLOW_EVERYTHING, 'bypassPermissions'] as const,
  ])('asks a person before it discards changes, whatever rules and mode say', async (rules, mode) => {
    await using server = await MessagesServer.start(changed, { blocks: [remove] }, done);
    await using it = repositorySession(server.url, { rules });
    if (mode === 'bypassPermissions') it.session.log.append({ type: 'session.mode', data: { mode, by: 'user' } });
    it.session.send('Go.');
    const { ask } = await it.seen('call.asked');
    expect(ask).toMatchObject({ toolName: 'ExitWorktree', reason: 'userInteraction', risk: 'destructive', suggestions: [] });
    expect(ask.view.detail).toMatchObject({ type: 'text', text: expect.stringMatching(/new\.txt[^]*mine/u) });
    it.session.answer(ask.askId, ask.digest, { type: 'allow_once' });
    await it.session.idle();
    expect(it.session.view.worktree).toBeNull();
    expect(readdirSync(it.project.path('.claude/worktrees'))).toEqual([]);
    expect(resultOf(server, 'leave')).toContain('removed');
  });

  it('keeps it when it has changed since the person was asked', async () => {
    await using server = await MessagesServer.start(changed, { blocks: [remove] }, done);
    await using it = repositorySession(server.url);
    it.session.send('Go.');
    const { ask } = await it.seen('call.asked');
    const file = it.project.path('.claude/worktrees/one/later.txt');
    writeFileSync(file, 'made while the card was open');
    it.session.answer(ask.askId, ask.digest, { type: 'allow_once' });
    await it.session.idle();
    expect(existsSync(file)).toBe(true);
    expect(it.session.view.worktree).not.toBeNull();
    expect(resultOf(server, 'leave')).toContain('has changed since');
  });

  it('keeps it where nobody can be asked', async () => {
    await using server = await MessagesServer.start(changed, { blocks: [remove] }, done);
    await using it = repositorySession(server.url, { interactive: false });
    await it.say('Go.');
    expect(existsSync(it.project.path('.claude/worktrees/one/new.txt'))).toBe(true);
  });

  it('leaves a worktree that was removed from outside', async () => {
    await using server = await MessagesServer.start(
      { blocks: [enter()] },
      done,
      { blocks: [toolUse('leave', 'ExitWorktree', { action: 'keep' })] },
      done,
    );
    await using it = repositorySession(server.url);
    await it.say('Go.');
    rmSync(it.project.path('.claude/worktrees/one'), { recursive: true });
    await it.say('Back.');
    expect(it.session.view.worktree).toBeNull();
    expect(it.session.cwd).toBe(it.project.projectDir);
  });

  it('asks before it enters one outside of .claude/worktrees, and refuses one of another repository', async () => {
    await using server = await MessagesServer.start(
      { blocks: [toolUse('foreign', 'EnterWorktree', { path: '../home' })] },
      { blocks: [toolUse('outside', 'EnterWorktree', { path: '../elsewhere' })] },
      done,
    );
    await using it = repositorySession(server.url, { rules: [] });
    git(it, 'worktree', 'add', '--quiet', join(it.project.root, 'elsewhere'));
    const answers = ['foreign', 'outside'];
    it.session.log.subscribe((event) => {
      if (event.type !== 'call.asked') return;
      answers.splice(answers.indexOf(event.data.ask.callId), 1);
      const { askId, digest } = event.data.ask;
      queueMicrotask(() => it.session.answer(askId, digest, { type: 'allow_once' }));
    });
    await it.say('Go.');
    expect(answers).toEqual([]);
    expect(it.session.view.worktree).toMatchObject({ path: join(it.project.root, 'elsewhere') });
    expect(resultOf(server, 'foreign')).toContain('not a worktree of this repository');
  });
});
