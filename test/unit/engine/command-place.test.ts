import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { EngineWindow } from './engine-window.ts';

const PROGRAMS = resolve('test/support/places');
const bash = (id: string, command: string) => toolUse(id, 'Bash', { command });

/** Ends the model's turn between two commands. */
const END = Symbol('end');

/** A session whose commands run where the setting says, with stand-ins for ssh and docker on the PATH. */
async function start(
  commandPlace: unknown,
  lines: readonly (string | typeof END)[],
  files: Readonly<Record<string, string>> = {},
  trusts = true,
) {
  const server = await MessagesServer.start(
    ...[...lines, END].map((line, index) => ({ blocks: [line === END ? text('Done.') : bash(`c${index + 1}`, String(line))] })),
  );
  const temp = new TempProject({
    '.claude/settings.local.json': JSON.stringify({ gatehouse: { commandPlace }, env: { FROM_SETTINGS: 'yes' } }),
    ...files,
  });
  const containers = join(temp.root, 'containers');
  mkdirSync(containers);
  const window = new EngineWindow(temp, server, {
    // Started from a terminal, whose PATH counts.
    SHLVL: '1',
    PATH: `${PROGRAMS}:${process.env['PATH'] ?? ''}`,
    FAKE_PATH: process.env['PATH'] ?? '',
    FAKE_SSH_ARGUMENTS: join(temp.root, 'ssh-arguments'),
    FAKE_CONTAINERS: containers,
  });
  await window.begin('Begin.', { trusts });
  return {
    window,
    temp,
    server,
    containers,
    async allow(callId: string) {
      const { asks } = await window.until((view) => view.asks.some((ask) => ask.callId === callId));
      const ask = asks.find((one) => one.callId === callId);
      const { sessionId } = window;
      await window.ask('permission.answer', {
        sessionId,
        askId: ask?.askId ?? '',
        digest: ask?.digest ?? '',
        answer: { type: 'allow_once' },
      });
      return ask;
    },
    async [Symbol.asyncDispose]() {
      await window[Symbol.asyncDispose]();
      temp[Symbol.dispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** All text of the audit log. */
const audited = (stateDir: string): string =>
  readdirSync(join(stateDir, 'audit'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('');

describe.skipIf(process.platform !== 'linux')('a session whose commands run elsewhere', () => {
  it('on an ssh host asks about a command that only reads, says where, runs it there and records the place', async () => {
    await using it = await start({ type: 'ssh', host: 'build1', folder: '/tmp' }, ['pwd']);
    const ask = await it.allow('c1');
    expect(ask?.effects).toContain('runs on ssh host build1 in /tmp; files there can’t be restored or checked for links');
    const view = await it.window.turnEnded();
    expect(view.calls['c1']).toMatchObject({ state: 'done', terminal: { place: { name: 'ssh host build1 in /tmp', sharesFiles: false } } });
    expect(existsSync(join(it.temp.root, 'ssh-arguments'))).toBe(true);
    expect(audited(it.temp.stateDir)).toContain('"place":"ssh host build1 in /tmp"');
  });

  it('in a container runs what only reads, with the settings’ variables, and removes the container with the session', async () => {
    const it = await start({ type: 'container', image: 'node:22' }, ['ls', 'echo "$FROM_SETTINGS $CONTAINER" >made']);
    const { window, containers, temp } = it;
    await it.allow('c2');
    const view = await window.turnEnded();
    expect(view.calls['c1']).toMatchObject({ state: 'done', terminal: { place: { name: 'container node:22', sharesFiles: true } } });
    expect(view.calls['c1']?.askedAt).toBeUndefined();
    expect(readFileSync(temp.path('made'), 'utf8')).toMatch(/^yes gatehouse-[0-9a-f]+\n$/u);
    const running = () => readdirSync(containers).filter((name) => name.endsWith('.mounts'));
    expect(running()).toHaveLength(1);
    await window[Symbol.asyncDispose]();
    expect(running()).toEqual([]);
    await it[Symbol.asyncDispose]();
  });

  it('in the container that the repository names asks about everything', async () => {
    await using it = await start({ type: 'container' }, ['ls'], {
      '.devcontainer.json': '{"image":"their/image","runArgs":["--privileged"]}',
    });
    const ask = await it.allow('c1');
    expect(ask?.effects).toContain(
      'runs in container their/image, which the repository’s dev container file names; its runArgs have no effect',
    );
    await it.window.turnEnded();
    expect(readFileSync(join(it.containers, 'calls'), 'utf8')).not.toContain('privileged');
  });

  it('in the container that the repository names runs nothing until its folder is trusted, and then goes on there', async () => {
    await using it = await start(
      { type: 'container' },
      ['echo 1 >made', END, 'echo 2 >>made'],
      { '.devcontainer.json': '{"image":"their/image"}' },
      false,
    );
    const { window, temp, server } = it;
    expect((await window.turnEnded()).calls['c1']?.state).toBe('denied');
    expect(existsSync(temp.path('made'))).toBe(false);
    expect(JSON.stringify(server.requests[0])).toContain('in the project’s own container, once the user trusts its folder');

    await window.ask('project.trust', { projectDir: temp.projectDir });
    await window.ask('session.send', { sessionId: window.sessionId, text: 'Again.' });
    const ask = await it.allow('c3');
    expect(ask?.effects).toContain('runs in container their/image, which the repository’s dev container file names');
    await window.until(({ calls }) => calls['c3']?.state === 'done');
    expect(readFileSync(temp.path('made'), 'utf8')).toBe('2\n');
  });

  it('in a container that has to be built runs nothing until the person has built it, and tells them how', async () => {
    await using it = await start({ type: 'container' }, ['echo 1 >made', 'echo 2 >>made'], {
      '.devcontainer/devcontainer.json': '{"build":{"dockerfile":"Dockerfile"},"initializeCommand":"touch pwned"}',
      '.devcontainer/Dockerfile': 'FROM node:22',
    });
    const { window, containers, temp } = it;
    const ask = await it.allow('c1');
    const card =
      /^runs in container (localhost\/gatehouse-dev\/project:\w{12}), built as the repository’s dev container file says; its initializeCommand/u;
    const image = ask?.effects.map((effect) => card.exec(effect)?.[1]).find((name) => name !== undefined) ?? '';
    const { calls } = await window.until((view) => view.asks.some((one) => one.callId === 'c2'));
    expect(calls['c1']?.state).toBe('failed');
    expect(JSON.stringify(it.server.requests.at(-1))).toContain(
      `devcontainer build --workspace-folder '${temp.projectDir}' --image-name ${image}`,
    );
    writeFileSync(join(containers, 'images'), `${image}\n`);
    await it.allow('c2');
    expect((await window.turnEnded()).calls['c2']?.state).toBe('done');
    expect(readFileSync(temp.path('made'), 'utf8')).toBe('2\n');
    expect(readFileSync(join(containers, 'calls'), 'utf8')).toContain(' --pull never ');
    expect(existsSync(temp.path('pwned'))).toBe(false);
  });

  it('runs nothing, here or there, if it can’t be told where', async () => {
    await using it = await start({ type: 'ssh', host: '-oProxyCommand=touch x', folder: '/' }, ['touch made']);
    const view = await it.window.turnEnded();
    expect(view.calls['c1']?.state).toBe('denied');
    expect(JSON.stringify(it.server.requests.at(-1))).toContain('No command can run: the value of gatehouse.commandPlace');
    expect(existsSync(it.temp.path('made'))).toBe(false);
    expect(existsSync(join(it.temp.root, 'ssh-arguments'))).toBe(false);
  });

  it('tells the model', async () => {
    await using it = await start({ type: 'ssh', host: 'build1', folder: '/tmp' }, []);
    await it.window.turnEnded();
    expect(JSON.stringify(it.server.requests[0])).toContain('Commands run elsewhere: in ssh host build1 in /tmp.');
  });
});
