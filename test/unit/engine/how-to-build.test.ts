import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { howToBuild } from '#main/engine/session/services/how-to-build.ts';
import { readDevContainer } from '#main/settings/dev-container/dev-container-file.ts';
import { TempProject } from '#test/support/temp-project.ts';

function project(folder: string, json: object = { build: { dockerfile: 'Dockerfile' } }) {
  const temp = new TempProject();
  onTestFinished(() => temp[Symbol.dispose]());
  const projectDir = join(temp.projectDir, folder);
  mkdirSync(projectDir);
  temp.write(`${folder}/.devcontainer.json`, JSON.stringify(json));
  temp.write(`${folder}/Dockerfile`, 'FROM node:22');
  const container = readDevContainer(projectDir);
  return { temp, projectDir, image: 'problem' in container ? '' : container.image };
}

it.skipIf(process.platform === 'win32')('ends with one line for a shell, whatever the folder is called', () => {
  const { projectDir, image } = project("it's $(touch pwned); `x` -- & é");
  const line = howToBuild({ projectDir, image, engine: 'docker' }).split('\n').at(-1) ?? '';
  const printed = execFileSync('sh', ['-c', `devcontainer() { printf '%s\\n' "$@"; }; ${line}`], { encoding: 'utf8' });
  expect(printed.trimEnd().split('\n')).toEqual(['build', '--workspace-folder', projectDir, '--image-name', image]);
});

it('names podman and what to do about the lock of features', () => {
  const { projectDir, image } = project('app', { image: 'node:22', features: { 'a/b': {} } });
  expect(howToBuild({ projectDir, image, engine: 'podman' })).toContain(
    `devcontainer build --workspace-folder '${projectDir}' --image-name ${image} --no-lockfile --docker-path podman`,
  );
});

it.each([
  ['changed', 'Dockerfile', 'FROM other'],
  ['broken', '.devcontainer.json', '{'],
  ['without a build', '.devcontainer.json', '{"image":"node:22"}'],
])('does not build what is %s since the session was opened', (_, path, text) => {
  const { temp, projectDir, image } = project('app');
  temp.write(`app/${path}`, text);
  const how = howToBuild({ projectDir, image, engine: 'docker' });
  expect(how).toContain('have changed since the session was opened');
  expect(how).not.toContain('devcontainer build');
});
