import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDevContainer } from '#main/settings/dev-container/dev-container-file.ts';
import { placeOfSession } from '#main/settings/session-place.ts';
import { placeEffect } from '#shared/permission/call-place.ts';
import { tempProject, type TempProject } from './temp-project.ts';

const FILE = 'project/.devcontainer/devcontainer.json';
const DOCKERFILE = 'project/.devcontainer/Dockerfile';
const BUILD = { build: { dockerfile: 'Dockerfile' } };
const NAME = /^localhost\/gatehouse-dev\/project:[0-9a-f]{12}$/u;

/** The image of a project with these files. */
function found(json: unknown, files: Readonly<Record<string, string>> = { [DOCKERFILE]: 'FROM node:22' }, temp = tempProject()) {
  temp.write(FILE, json);
  for (const [path, text] of Object.entries(files)) temp.write(path, text);
  return readDevContainer(temp.projectDir);
}
const imageOf = (...given: Parameters<typeof found>): string => {
  const it = found(...given);
  return 'problem' in it ? it.problem : it.image;
};
const problemOf = (...given: Parameters<typeof found>): string => {
  const it = found(...given);
  return 'problem' in it ? it.problem : `no problem: ${it.image}`;
};

describe('a dev container that is built', () => {
  test.each<[string, unknown]>([
    ['a Dockerfile', BUILD],
    ['the older key', { dockerFile: 'Dockerfile', context: '..' }],
    ['arguments', { build: { dockerfile: './Dockerfile', context: '..', target: 'dev', args: { A: '1' }, cacheFrom: 'a/b:c' } }],
    ['features on an image', { image: 'node:22', features: { 'ghcr.io/devcontainers/features/go:1': { version: '1.22' } } }],
    ['features on a Dockerfile', { ...BUILD, features: { 'ghcr.io/devcontainers/features/go:1': {} } }],
  ])('has an image of this machine’s own for %s', (_, json) => {
    expect(imageOf(json)).toMatch(NAME);
  });

  test('is a container whose card says that the repository’s file is built, and what of it has no effect', () => {
    const temp = tempProject();
    found({ ...BUILD, runArgs: ['--privileged'], containerEnv: { A: 'b' } }, undefined, temp);
    const place = placeOfSession({ commandPlace: { type: 'container' }, trusted: true }, temp.projectDir, 'linux');
    expect(place).toMatchObject({
      place: { type: 'container', image: expect.stringMatching(NAME), fromRepository: true, built: true, leftOut: ['runArgs'] },
      variables: { A: 'b' },
    });
    expect(place?.place.type === 'container' && placeEffect(place.place)).toMatch(
      /^runs in container localhost\/gatehouse-dev\/project:\w+, built as the repository’s dev container file says; its runArgs have no effect$/u,
    );
  });

  test.each([
    ['the Dockerfile', (temp: TempProject) => temp.write(DOCKERFILE, 'FROM node:23')],
    ['the dev container file, even in a comment', (temp: TempProject) => temp.write(FILE, `${JSON.stringify(BUILD)} // other`)],
    [
      'the lock of the features',
      (temp: TempProject) => {
        temp.write(FILE, { ...BUILD, features: { 'a/b': {} } });
        const before = readDevContainer(temp.projectDir);
        temp.write('project/.devcontainer/devcontainer-lock.json', '{}');
        expect(readDevContainer(temp.projectDir)).not.toEqual(before);
      },
    ],
  ])('has another name when %s changes', (_, change) => {
    const temp = tempProject();
    const before = imageOf(BUILD, undefined, temp);
    expect(readDevContainer(temp.projectDir)).toMatchObject({ image: before });
    change(temp);
    expect(readDevContainer(temp.projectDir)).toMatchObject({ image: expect.stringMatching(NAME) });
    expect(readDevContainer(temp.projectDir)).not.toMatchObject({ image: before });
  });

  test('has another name in a copy of the project, whose context may have other files', () => {
    expect(imageOf(BUILD)).not.toBe(imageOf(BUILD));
  });

  test('is built without writing a lock file, or exactly as the one that is there says', () => {
    const features = { ...BUILD, features: { 'a/b': {} } };
    expect(found(BUILD)).toMatchObject({ build: { options: [] } });
    expect(found(features)).toMatchObject({ build: { options: ['--no-lockfile'] } });
    const lock = { [DOCKERFILE]: 'FROM a', 'project/.devcontainer/devcontainer-lock.json': '{"features":{}}' };
    expect(found(features, lock)).toMatchObject({ build: { options: ['--frozen-lockfile'] } });
  });

  test('is found beside .devcontainer.json too, with that file’s lock', () => {
    const temp = tempProject();
    temp.write('project/.devcontainer.json', { ...BUILD, features: { 'a/b': {} } });
    temp.write('project/Dockerfile', 'FROM a');
    temp.write('project/.devcontainer-lock.json', '{}');
    expect(readDevContainer(temp.projectDir)).toMatchObject({ build: { options: ['--frozen-lockfile'] } });
  });

  test.each(['Ünï çode', '--privileged', '...', 'A'.repeat(200), '-x-'])('names an image after the folder %j', (folder) => {
    const temp = tempProject();
    const project = join(temp.root, folder);
    mkdirSync(project);
    temp.write(`${folder}/.devcontainer.json`, BUILD);
    temp.write(`${folder}/Dockerfile`, 'FROM a');
    expect(readDevContainer(project)).toMatchObject({
      image: expect.stringMatching(/^localhost\/gatehouse-dev\/[a-z0-9]+(?:-[a-z0-9]+)*:[0-9a-f]{12}$/u),
    });
  });
});

describe('a dev container whose build can’t be told or would reach further lets no command run', () => {
  test.each<[string, unknown, string]>([
    [
      'options for the engine',
      { build: { dockerfile: 'Dockerfile', options: ['--output=type=local,dest=/'] } },
      'Unrecognized key: "options"',
    ],
    ['a context outside', { build: { dockerfile: 'Dockerfile', context: '../..' } }, 'is outside of the project'],
    ['the whole machine as context', { build: { dockerfile: 'Dockerfile', context: '/' } }, 'is outside of the project'],
    ['the older context outside', { dockerFile: 'Dockerfile', context: '../..' }, 'is outside of the project'],
    [
      'a secret as argument',
      { build: { dockerfile: 'Dockerfile', args: { KEY: '${localEnv:KEY}' } } },
      'refers to a value of this machine',
    ],
    ['a secret for a feature', { image: 'a', features: { 'a/b': { key: '${localEnv:KEY}' } } }, 'refers to a value of this machine'],
    ['a context that depends on the machine', { build: { dockerfile: 'Dockerfile', context: '${localEnv:HOME}' } }, 'refers to a value'],
    ['an option as target', { build: { dockerfile: 'Dockerfile', target: '--output=/' } }, 'not the name of a stage'],
    ['a file as cache', { build: { dockerfile: 'Dockerfile', cacheFrom: 'type=local,src=/' } }, 'build.cacheFrom'],
    ['a feature of the repository', { image: 'a', features: { './f': {} } }, 'features'],
    ['a Compose file', { dockerComposeFile: 'c.yml', service: 'app' }, 'may be that of another image of yours'],
    ['a Compose file of null', { ...BUILD, dockerComposeFile: null }, 'may be that of another image of yours'],
    ['both kinds of Dockerfile', { ...BUILD, dockerFile: 'Dockerfile' }, 'both dockerFile and build'],
    ['features without an image', { features: { 'a/b': {} } }, 'neither a Dockerfile nor an image'],
    ['a build without a Dockerfile', { image: 'a', build: {} }, 'build.dockerfile'],
    ['a Dockerfile that includes others', { build: { dockerfile: 'Dockerfile.IN' } }, 'includes others'],
    ['no Dockerfile there', { build: { dockerfile: 'Other' } }, 'Other doesn’t exist'],
    ['a Dockerfile outside', { build: { dockerfile: '../../Dockerfile', context: '.' } }, 'outside of the project'],
    ['a folder', { build: { dockerfile: '.', context: '.' } }, 'It is not a regular file'],
    ['a device', { build: { dockerfile: '/dev/zero', context: '.' } }, 'outside of the project'],
  ])('%s', (_, json, why) => {
    const problem = problemOf(json);
    expect(problem).toContain(why);
    expect(problem).toMatch(
      /^\.devcontainer\/devcontainer\.json: .* Build the image yourself and name it as “image” in gatehouse\.commandPlace\.$/u,
    );
  });

  test('what only other readers of the file would see', () => {
    const text = '{"image":"a","features":{},"__proto__":{"dockerFile":"Dockerfile","context":"/"}}';
    expect(problemOf(text)).toContain('is not valid JSON');
    expect(problemOf('{"build":{"dockerfile":"Dockerfile","\\u005f_proto__":{"options":["--ssh=default"]}}}')).toContain(
      'is not valid JSON',
    );
  });

  test('a Dockerfile that is a link out of the project, or too long', () => {
    const temp = tempProject();
    writeFileSync(join(temp.root, 'outside'), 'FROM a');
    temp.write(FILE, BUILD);
    symlinkSync(join(temp.root, 'outside'), join(temp.root, DOCKERFILE));
    expect(readDevContainer(temp.projectDir)).toEqual({ problem: expect.stringContaining('or a link that leads there') });
    expect(problemOf(BUILD, { [DOCKERFILE]: 'x'.repeat(256 * 1024 + 1) })).toContain('It is larger than');
  });

  test('a context that is a link out of the project', () => {
    const temp = tempProject();
    symlinkSync(temp.root, join(temp.projectDir, 'all'));
    expect(problemOf({ build: { dockerfile: 'Dockerfile', context: '../all' } }, undefined, temp)).toContain('is outside of the project');
  });
});
