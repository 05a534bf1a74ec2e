import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mayRead } from '#main/engine/session/permission-snapshot.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import { SessionFixture } from './session-fixture.ts';

let session: SessionFixture;
beforeEach(async () => {
  session = new SessionFixture();
  const engine = await createPermissionEngine();
  const context = makePermissionContext({
    projectDir: session.project,
    homeDir: session.root,
    stateDir: session.sessionDir,
    rules: [{ id: '1', behavior: 'deny', source: 'local', text: 'Read(secrets/**)' }],
  });
  const { services } = session.context;
  session.context = {
    ...session.context,
    services: { ...services, mayRead: (path, _, realPath) => mayRead(engine, context, { path, realPath }) },
  };
  session.write('secrets/key.txt', 'needle');
  session.write('open/readme.txt', 'needle');
  mkdirSync(`${session.outside}/links`, { recursive: true });
  symlinkSync(session.project, `${session.outside}/links/project`);
  symlinkSync(`${session.project}/secrets`, `${session.outside}/links/secrets`);
});
afterEach(() => session.dispose());

describe.each([
  ['Glob', { pattern: '**/*.txt' }],
  ['Grep', { pattern: 'needle' }],
  ['Grep', { pattern: 'needle', output_mode: 'content' }],
  ['Grep', { pattern: 'needle', output_mode: 'count' }],
])('%s %j', (name, input) => {
  it('leaves out what a rule denies, also in a folder that a link leads to', async () => {
    for (const path of [
      session.project,
      `${session.outside}/links/project`,
      `${session.outside}/links/project/`,
      `${session.outside}/../outside/links/project`,
    ]) {
      const { text } = await session.call(name, { ...input, path });
      expect(text).toContain('readme.txt');
      expect(text).not.toContain('key.txt');
    }
    expect((await session.call(name, { ...input, path: `${session.outside}/links/secrets` })).text).not.toContain('key.txt');
  });
});

it('Glob leaves out files of a folder that was replaced by a link during the search', async () => {
  session.write('sub/key.txt', 'old');
  const { services } = session.context;
  let isReplaced = false;
  session.context = {
    ...session.context,
    services: {
      ...services,
      mayRead: (path, permission, realPath) => {
        if (!isReplaced) {
          rmSync(`${session.project}/sub`, { recursive: true });
          symlinkSync(`${session.project}/secrets`, `${session.project}/sub`);
          isReplaced = true;
        }
        return services.mayRead(path, permission, realPath);
      },
    },
  };
  const { text } = await session.call('Glob', { pattern: '**/*.txt' });
  expect(text).toContain('readme.txt');
  expect(text).not.toContain('key.txt');
});
