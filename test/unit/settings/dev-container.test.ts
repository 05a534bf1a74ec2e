import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadSettings } from '#main/settings/load-settings.ts';
import { placeOfSession } from '#main/settings/session-place.ts';
import { tempProject } from './temp-project.ts';

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

test('a folder with nothing but a dev container is asked about only where commands are to run in it', () => {
  const temp = tempProject();
  temp.write('project/.devcontainer.json', { image: 'node:22' });
  expect(loadSettings(temp).untrustedItems).toEqual([]);
  temp.write('home/.claude/settings.json', { gatehouse: { commandPlace: { type: 'container' } } });
  expect(loadSettings(temp).untrustedItems).toEqual(['.devcontainer.json: chooses the container that commands run in']);
  expect(loadSettings({ ...temp, asIfTrusted: true }).untrustedItems).toEqual([]);
  temp.write('home/.claude/settings.json', { gatehouse: { commandPlace: { type: 'container', image: 'debian:12' } } });
  expect(loadSettings(temp).untrustedItems).toEqual([]);
});
