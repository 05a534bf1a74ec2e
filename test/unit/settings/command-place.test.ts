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

test('on Windows, commands run here or not at all', () => {
  const settings = { commandPlace: { type: 'container', image: 'node:22' }, trusted: true } as const;
  expect(placeOfSession(settings, 'C:\\project', 'win32')?.place).toMatchObject({ type: 'unknown' });
});
