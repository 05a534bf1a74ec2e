import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { userInfo } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { ContainerPlace, type ContainerPlaceOptions } from '#main/terminal/place/container-place.ts';
import { gone } from '#test/support/process-gone.ts';
import { TerminalFixture, ptyHost } from '../terminal-fixture.ts';

const PROGRAMS = path.resolve('test/support/places');
const opened: TerminalFixture[] = [];

/** A fixture whose commands run in the stand-in's containers. */
function fixtureIn(options: Partial<ContainerPlaceOptions> & { readonly fakePath?: string; readonly security?: string } = {}) {
  const { fakePath = process.env['PATH'] ?? '', security = '' } = options;
  const fixture = new TerminalFixture(
    { ...process.env, HOST_SECRET: 'secret' },
    'state/session',
    ptyHost,
    async ({ root, cwd, sessionDir }) => {
      mkdirSync(path.join(root, 'containers'), { recursive: true });
      mkdirSync(path.join(root, 'home'), { recursive: true });
      return new ContainerPlace({
        engine: 'docker',
        client: {
          file: path.join(PROGRAMS, 'docker'),
          env: {
            PATH: process.env['PATH'] ?? '',
            FAKE_CONTAINERS: path.join(root, 'containers'),
            FAKE_PATH: fakePath,
            FAKE_ENGINE: options.engine ?? 'docker',
            FAKE_SECURITY: security,
            HOST_SECRET: 'secret',
          },
          cwd: root,
        },
        image: 'node:22',
        variables: {},
        sessionId: 'session',
        sessionDir,
        folders: () => [cwd],
        homeDir: path.join(root, 'home'),
        stateDir: path.join(root, 'state'),
        env: () => ({}),
        ...options,
      });
    },
  );
  opened.push(fixture);
  const containers = (): string[] => readdirSync(path.join(fixture.root, 'containers')).filter((name) => name.endsWith('.mounts'));
  const calls = (): string => readFileSync(path.join(fixture.root, 'containers/calls'), 'utf8');
  return { fixture, containers, calls };
}

afterEach(async () => {
  for (const fixture of opened.splice(0)) await fixture.dispose();
});

describe.skipIf(process.platform !== 'linux')('a command in a container', () => {
  it('runs with the project at its own path, and its exit code passes through', async () => {
    const { fixture } = fixtureIn();
    const result = await fixture.run('pwd; echo made >file; exit 3');
    expect(result).toMatchObject({ output: fixture.cwd, exitCode: 3, cwd: fixture.cwd });
    expect(readFileSync(path.join(fixture.cwd, 'file'), 'utf8')).toBe('made\n');
  });

  it.each([0, 1, 125, 126, 127, 137, 255])('passes exit code %i through without a word', async (code) => {
    const { fixture } = fixtureIn();
    expect(await fixture.run(`exit ${code}`)).toMatchObject({ exitCode: code, output: '' });
  });

  it('reports the working directory, also outside of the project', async () => {
    const { fixture } = fixtureIn();
    mkdirSync(path.join(fixture.cwd, 'sub'));
    expect(await fixture.run('cd sub')).toMatchObject({ cwd: path.join(fixture.cwd, 'sub') });
    expect(await fixture.run('cd /')).toMatchObject({ cwd: '/' });
  });

  it('names the container in its terminal', async () => {
    const { fixture } = fixtureIn();
    const places: unknown[] = [];
    await fixture.run('true', { onOpen: ({ place }) => places.push(place) });
    expect(places).toEqual([{ name: 'container node:22', sharesFiles: true }]);
  });

  it('gets nothing of this machine’s environment, only the terminal, the settings’ variables and those of the dev container', async () => {
    const env = {
      FROM_SETTINGS: "it's $(here)\nand there",
      PATH: '/nowhere',
      BASH_ENV: '/nowhere',
      HOME: '/nowhere',
      GATEHOUSE_TERMINAL: 'other',
    };
    const { fixture } = fixtureIn({ env: () => env, variables: { FROM_FILE: 'a b' } });
    const { output } = await fixture.run(
      'printf "%s|" "$FROM_SETTINGS" "$FROM_FILE" "$TERM" "$PAGER" "$HOST_SECRET" "$HOME" "$BASH_ENV" "$GATEHOUSE_TERMINAL"; type ls',
    );
    expect(output.replaceAll('\r', '')).toContain("it's $(here)\nand there|a b|xterm-256color|cat||/tmp||");
    expect(output).not.toContain('other');
    expect(output).toMatch(/ls is .*\/ls/u);
  });

  it('starts one container for all commands, with these options and no others, and removes it at the end', async () => {
    const { fixture, calls, containers } = fixtureIn();
    await Promise.all([fixture.run('true'), fixture.run('true'), fixture.run('true')]);
    expect(containers()).toHaveLength(1);
    const { uid, gid } = userInfo();
    const shells = path.join(fixture.sessionDir, 'container-shells');
    const run = calls()
      .split('\n')
      .find((line) => line.startsWith('docker run '));
    expect(run?.replaceAll(/gatehouse-[0-9a-f]+/gu, 'ID').trim()).toBe(
      `docker run --rm -i --init --name ID --label gatehouse.session=session --security-opt no-new-privileges --user=${uid}:${gid} ` +
        `--mount type=bind\\,src=${fixture.cwd}\\,dst=${fixture.cwd} --mount type=bind\\,src=${shells}\\,dst=${shells} --entrypoint cat node:22`,
    );
    await fixture.service.dispose();
    expect(containers()).toEqual([]);
    expect(calls()).toContain('docker rm -f gatehouse-');
  });

  it.each([
    ['docker', '["name=seccomp","name=rootless"]', 'no-new-privileges --mount'],
    ['podman', 'true', 'no-new-privileges --security-opt label=disable --userns=keep-id --mount'],
    ['podman', 'false', `no-new-privileges --security-opt label=disable --user=${userInfo().uid}:${userInfo().gid} --mount`],
  ] as const)('writes files as the user with %s where %s', async (engine, security, expected) => {
    const { fixture, calls } = fixtureIn({ engine, security });
    await fixture.run('true');
    expect(calls()).toContain(expected);
  });

  it('does not find programs in the project by their names', async () => {
    const { fixture } = fixtureIn({ folders: () => [process.cwd()], fakePath: `${process.cwd()}/bin:bin::/usr/bin:/bin:${process.cwd()}` });
    expect(await fixture.run('printf %s "$PATH"', { cwd: process.cwd() })).toMatchObject({ output: '/usr/bin:/bin' });
  });

  it('runs an image that was built here without ever downloading one of its name, and says how to build it until it is there', async () => {
    const image = 'localhost/gatehouse-dev/app:0123456789ab';
    const { fixture, calls } = fixtureIn({ image, howToBuild: () => 'Build it:\nthe line' });
    await expect(fixture.run('true')).rejects.toThrow(
      `The container could not be started: the image ${image} isn’t on this machine. Build it:\nthe line`,
    );
    expect(calls()).not.toContain('docker run ');
    writeFileSync(path.join(fixture.root, 'containers/images'), `${image}\n`);
    expect(await fixture.run('echo there')).toMatchObject({ output: 'there', exitCode: 0 });
    expect(calls()).toMatch(/docker run [^\n]* --pull never [^\n]* localhost\/gatehouse-dev\/app:0123456789ab /u);
  });

  it('starts another container when a working directory is added', async () => {
    const folders: string[] = [];
    const { fixture, containers } = fixtureIn({ folders: () => [fixture.cwd, ...folders] });
    await fixture.run('true');
    const added = path.join(fixture.root, 'added');
    mkdirSync(added);
    await expect(fixture.run('true', { cwd: added })).rejects.toThrow('is not mounted in the container');
    folders.push(added);
    expect(await fixture.run('pwd', { cwd: added })).toMatchObject({ output: added });
    expect(containers()).toHaveLength(2);
  });

  it('says that the container has ended, and starts another one', async () => {
    const { fixture, containers } = fixtureIn();
    await fixture.run('true');
    const [first = ''] = containers();
    const lost = await fixture.run(`rm -f ${path.join(fixture.root, 'containers', first)}; kill -KILL $$`);
    expect(lost.output).toContain('[The container has ended; the next command starts another one]');
    expect(await fixture.run('echo again')).toMatchObject({ output: 'again', exitCode: 0 });
  });
});

describe.skipIf(process.platform !== 'linux')('ending a command in a container', () => {
  it('ends it there: the program here is only its client', async () => {
    const { fixture } = fixtureIn();
    const { terminalId, finished } = await fixture.watched(
      'trap "echo ended >ended; exit 0" TERM; echo started; while :; do sleep 0.1; done',
    );
    await fixture.shown('started');
    fixture.service.stop(terminalId);
    expect(await finished).toMatchObject({ aborted: true });
    expect(existsSync(path.join(fixture.cwd, 'ended'))).toBe(true);
  });

  it('kills what ignores that', async () => {
    const { fixture } = fixtureIn();
    const { finished } = await fixture.watched('trap "" TERM; echo $$ >pid; while :; do sleep 0.1; done', { timeoutMs: 1000 });
    expect(await finished).toMatchObject({ timedOut: true });
    await gone(Number(readFileSync(path.join(fixture.cwd, 'pid'), 'utf8')));
  });

  it('ends what finished commands left running, with the session', async () => {
    const { fixture } = fixtureIn();
    await fixture.run('setsid sleep 1000 & echo $! >pid');
    const pid = Number(readFileSync(path.join(fixture.cwd, 'pid'), 'utf8'));
    expect(existsSync(`/proc/${pid}`)).toBe(true);
    await fixture.service.dispose();
    await gone(pid);
  });
});

describe.skipIf(process.platform !== 'linux')('a container that can’t be started', () => {
  it.each([
    [
      'an image that doesn’t exist',
      { image: 'missing' },
      "The container could not be started: docker: Unable to find image 'missing:latest' locally",
    ],
    ['an image without bash', { image: 'no-bash' }, 'commands need bash, and the image no-bash has none that works.'],
  ])('%s', async (_, options, why) => {
    const { fixture, containers } = fixtureIn(options);
    await expect(fixture.run('true')).rejects.toThrow(why);
    expect(containers()).toEqual([]);
  });

  it('no engine that answers', async () => {
    const { fixture } = fixtureIn();
    mkdirSync(path.join(fixture.root, 'containers'));
    writeFileSync(path.join(fixture.root, 'containers/no-daemon'), '');
    await expect(fixture.run('true')).rejects.toThrow('Cannot connect to the Docker daemon');
  });

  it('no engine that answers about an image that was built', async () => {
    const { fixture } = fixtureIn({ howToBuild: () => 'Build it.' });
    mkdirSync(path.join(fixture.root, 'containers'));
    writeFileSync(path.join(fixture.root, 'containers/no-daemon'), '');
    await expect(fixture.run('true')).rejects.toThrow('Cannot connect to the Docker daemon');
  });

  it.each([
    ['the home folder', (root: string) => path.join(root, 'home')],
    ['a folder above it', (root: string) => root],
    ['Gatehouse’s own folder', (root: string) => path.join(root, 'state')],
    ['a folder in that', (root: string) => path.join(root, 'state/session')],
    ['the socket that controls the machine', () => '/run'],
    ['everything', () => '/'],
  ])('never mounts %s', async (_, folderIn) => {
    const { fixture, containers } = fixtureIn({ folders: () => [fixture.cwd, folderIn(fixture.root)] });
    await expect(fixture.run('true')).rejects.toThrow('never mounted');
    expect(containers()).toEqual([]);
  });

  it.each(['a,src=/etc', 'with "quotes"', 'two\nlines'])('never takes a name for a mount option: %j', async (name) => {
    const { fixture, containers } = fixtureIn({ folders: () => [fixture.cwd, path.join(fixture.root, name)] });
    mkdirSync(path.join(fixture.root, name), { recursive: true });
    await expect(fixture.run('true')).rejects.toThrow('can’t be mounted');
    expect(containers()).toEqual([]);
  });

  it('stops waiting when the command is stopped', async () => {
    const { fixture } = fixtureIn();
    await expect(fixture.run('true', { signal: AbortSignal.abort() })).rejects.toThrow('stopped before it began');
  });
});

it('runs no command that belongs to this machine there', async () => {
  const { fixture } = fixtureIn();
  await expect(fixture.run('true', { hereOnly: true })).rejects.toThrow(
    'This runs only on this machine, and the commands of this session run in container node:22.',
  );
});
