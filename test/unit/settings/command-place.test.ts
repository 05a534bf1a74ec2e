import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadSettings } from '#main/settings/load-settings.ts';
import { placeOfSession } from '#main/settings/session-place.ts';
import { TrustStore } from '#main/settings/trust-store.ts';
import { LOCAL, MANAGED, PROJECT, USER } from './settings-files.ts';
import { git, tempProject } from './temp-project.ts';

const set = (commandPlace: unknown) => ({ gatehouse: { commandPlace } });
const SSH = { type: 'ssh', host: 'build1', folder: '/srv/app' };
const NODE = { type: 'container', image: 'node:22' };

describe('the setting for where commands run', () => {
  test('is this machine without a value', () => {
    const settings = loadSettings(tempProject());
    expect(settings.commandPlace).toEqual({ type: 'here' });
    expect(placeOfSession(settings, '/project')).toBeUndefined();
  });

  test('is taken from the person’s own files, the highest first', () => {
    const temp = tempProject();
    const now = () => loadSettings(temp).commandPlace;
    temp.write(USER, set(NODE));
    expect(now()).toEqual(NODE);
    temp.write(LOCAL, set(SSH));
    expect(now()).toEqual(SSH);
    expect(loadSettings({ ...temp, cliSettings: { settings: JSON.stringify(set({ type: 'here' })) } }).commandPlace).toEqual({
      type: 'here',
    });
    temp.write(MANAGED, set({ type: 'container', engine: 'podman', image: 'a/b@sha256:0' }));
    expect(now()).toEqual({ type: 'container', engine: 'podman', image: 'a/b@sha256:0' });
  });

  test('is never taken from the repository, even if its folder is trusted', async () => {
    const temp = tempProject();
    git(temp.projectDir, 'init');
    temp.write(PROJECT, set(SSH));
    temp.write(LOCAL, set(SSH));
    git(temp.projectDir, 'add', '--force', '.');
    await new TrustStore(temp).trust(temp.projectDir);
    const settings = loadSettings(temp);
    expect(settings.trusted).toBe(true);
    expect(settings.commandPlace).toEqual({ type: 'here' });
    temp.write(USER, set(NODE));
    expect(loadSettings(temp).commandPlace).toEqual(NODE);
  });

  test.each([
    ['an option for a host', { type: 'ssh', host: '-oProxyCommand=touch x', folder: '/srv' }],
    ['an option behind a user', { type: 'ssh', host: 'me@-oProxyCommand=x', folder: '/srv' }],
    ['a host with a blank', { type: 'ssh', host: 'a b', folder: '/srv' }],
    ['a relative folder', { type: 'ssh', host: 'build1', folder: 'srv' }],
    ['a folder with a line break', { type: 'ssh', host: 'build1', folder: '/srv\nrm -rf /' }],
    ['an option for an image', { type: 'container', image: '--privileged' }],
    ['an image with a blank', { type: 'container', image: 'node --privileged' }],
    ['another engine', { type: 'container', engine: '/tmp/evil' }],
    ['a key it doesn’t have', { type: 'container', image: 'node', runArgs: ['--privileged'] }],
    ['another type', { type: 'kubernetes' }],
    ['text', 'container'],
    ['nothing', null],
  ])('lets no command run with %s', (_, value) => {
    const temp = tempProject();
    // Nothing below counts, even though it is valid.
    temp.write(USER, set({ type: 'here' }));
    const file = temp.write(LOCAL, set(value));
    const settings = loadSettings(temp);
    expect(settings.problems).toContainEqual({ file, message: expect.stringContaining('gatehouse.commandPlace is ignored') });
    expect(placeOfSession(settings, temp.projectDir)?.place).toEqual({
      type: 'unknown',
      why: `No command can run: the value of gatehouse.commandPlace in ${file} is not valid.`,
    });
  });

  test.each([
    ['the user’s', USER],
    ['the local', LOCAL],
    ['the managed', MANAGED],
  ])('lets no command run while %s file is broken and mentions it', (_, name) => {
    const temp = tempProject();
    const file = temp.write(name, '{ "gatehouse": { "commandPlace": ');
    expect(placeOfSession(loadSettings(temp), temp.projectDir)?.place).toMatchObject({
      why: expect.stringContaining(`${file} can’t be read`),
    });
    temp.write(name, '{ "permissions": ');
    expect(loadSettings(temp).commandPlace).toEqual({ type: 'here' });
  });

  test('keeps its value while a file can’t be read that could be before', () => {
    const temp = tempProject();
    temp.write(USER, set(NODE));
    const previous = loadSettings(temp);
    temp.write(USER, '{ broken commandPlace');
    expect(loadSettings({ ...temp, previous }).commandPlace).toEqual(NODE);
  });
});

describe('the container of the project’s dev container file', () => {
  const CONTAINER = { type: 'container' } as const;
  const found = (json: unknown, { trusted = true, at = '.devcontainer/devcontainer.json' } = {}) => {
    const temp = tempProject();
    if (json !== undefined) temp.write(`project/${at}`, json);
    return placeOfSession({ commandPlace: CONTAINER, trusted }, temp.projectDir, 'linux');
  };
  const problem = (...given: Parameters<typeof found>) => {
    const place = found(...given)?.place;
    return place?.type === 'unknown' ? place.why : place;
  };

  test('has its image and its variables, with comments and trailing commas as in the format', () => {
    const text = '{ // my container\n "image": "node:22", "containerEnv": { "A": "b c" }, }';
    expect(found(text)).toEqual({
      place: { type: 'container', image: 'node:22', fromRepository: true, leftOut: [] },
      engine: undefined,
      variables: { A: 'b c' },
    });
    expect(found(text, { at: '.devcontainer.json' })?.place).toMatchObject({ image: 'node:22' });
  });

  test('has nothing else: what the file would run, mount or permit is left out, and named', () => {
    const hostile = {
      name: 'x',
      image: 'node:22',
      initializeCommand: 'touch pwned',
      postCreateCommand: 'touch pwned',
      runArgs: ['--privileged', '-v', '/:/host'],
      mounts: ['source=/,target=/host,type=bind'],
      privileged: true,
      capAdd: ['SYS_ADMIN'],
      securityOpt: ['seccomp=unconfined'],
      workspaceMount: 'source=/,target=/w,type=bind',
      workspaceFolder: '/w',
      remoteUser: 'root',
      containerEnv: { KEY: '${localEnv:ANTHROPIC_API_KEY}', OK: '1' },
      customizations: {},
      'odd\u202ekey': 1,
    };
    expect(found(hostile)).toEqual({
      place: {
        type: 'container',
        image: 'node:22',
        fromRepository: true,
        leftOut: [
          'initializeCommand',
          'postCreateCommand',
          'runArgs',
          'mounts',
          'privileged',
          'capAdd',
          'securityOpt',
          'workspaceMount',
          'workspaceFolder',
          'remoteUser',
          'containerEnv.KEY',
        ],
      },
      engine: undefined,
      variables: { OK: '1' },
    });
  });

  test.each([
    [{ build: { dockerfile: 'Dockerfile' } }, 'has build: Gatehouse builds no images'],
    [{ image: 'node', features: { x: {} } }, 'has features: Gatehouse builds no images'],
    [{ dockerComposeFile: 'c.yml' }, 'has dockerComposeFile'],
    [{ dockerFile: 'Dockerfile' }, 'has dockerFile'],
    [{ image: '--privileged' }, 'not the name of an image'],
    [{ image: 'node', containerEnv: { 'A=1 -v': '/' } }, 'devcontainer.json: '],
    [{}, 'devcontainer.json: '],
    ['not json', 'is not valid JSON'],
    ['['.repeat(100_000), 'is not valid JSON'],
    [undefined, 'The project has no .devcontainer/devcontainer.json'],
  ])('lets no command run with %j', (json, why) => {
    expect(problem(json)).toContain(why);
  });

  test('is used only in a trusted folder', () => {
    expect(problem({ image: 'node:22' }, { trusted: false })).toContain('the folder isn’t trusted');
  });

  test('is not read through a link out of the project', () => {
    const temp = tempProject();
    writeFileSync(join(temp.root, 'outside.json'), '{"image":"node:22"}');
    symlinkSync(join(temp.root, 'outside.json'), join(temp.projectDir, '.devcontainer.json'));
    expect(placeOfSession({ commandPlace: CONTAINER, trusted: true }, temp.projectDir, 'linux')?.place).toMatchObject({
      why: expect.stringContaining('is a link that leads out of the project'),
    });
  });
});

test('on Windows, commands run here or not at all', () => {
  const settings = { commandPlace: { type: 'container', image: 'node:22' }, trusted: true } as const;
  expect(placeOfSession(settings, 'C:\\project', 'win32')?.place).toMatchObject({ type: 'unknown' });
});
