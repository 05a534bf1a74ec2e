import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from 'playwright/test';
import { startDouble, type DoubleApp } from './electron-double/start.ts';

/** A package that gets its updates from a server on this machine, on the stand-in for Electron. */
interface Installed {
  readonly appImage: string;
  /** Written by the new version when it starts. */
  readonly startedFile: string;
  /** Starts the installed version. */
  start(env?: Readonly<Record<string, string>>): Promise<DoubleApp>;
  /** The server offers this version from now on. */
  offer(version: string, options?: { readonly isDamaged?: boolean }): void;
}

const test = base.extend<{ installed: Installed }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of a fixture's needs from it
  installed: async ({}, use) => {
    const homeDir = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-updates-')));
    const files = new Map<string, Buffer>();
    const server = await serve(files);
    const resources = join(homeDir, 'resources');
    const appImage = join(homeDir, 'gatehouse.AppImage');
    const startedFile = join(homeDir, 'started');
    mkdirSync(resources);
    const { port } = server.address() as AddressInfo;
    const feed = `provider: generic\nurl: http://127.0.0.1:${port}/\nupdaterCacheDirName: gatehouse-updater\n`;
    writeFileSync(join(resources, 'app-update.yml'), feed);
    writeFileSync(appImage, 'old');
    chmodSync(appImage, 0o755);
    const started: DoubleApp[] = [];
    await use({
      appImage,
      startedFile,
      async start(env = {}) {
        const app = await startDouble({
          homeDir,
          env: { DOUBLE_RESOURCES: resources, DOUBLE_VERSION: '1.4.0', APPIMAGE: appImage, ...env },
        });
        started.push(app);
        return app;
      },
      offer(version, { isDamaged = false } = {}) {
        const content = Buffer.from(`#!/bin/sh\necho "${version} $APPIMAGE_EXIT_AFTER_INSTALL" > "${startedFile}"\n`);
        const sha512 = createHash('sha512').update(content).digest('base64');
        const url = `Gatehouse-${version}.AppImage`;
        files.set(`/${url}`, isDamaged ? Buffer.from(content.map((byte) => byte ^ 1)) : content);
        const info = {
          version,
          files: [{ url, sha512, size: content.length }],
          path: url,
          sha512,
          releaseDate: '2030-01-01T00:00:00.000Z',
        };
        files.set('/latest-linux.yml', Buffer.from(JSON.stringify(info)));
      },
    });
    await Promise.all(started.map((app) => app.stop()));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(homeDir, { recursive: true, force: true, maxRetries: 5 });
  },
});

test('an update is downloaded and installed on restart', async ({ installed }) => {
  installed.offer('1.5.0');
  const app = await installed.start();
  await app.ask('clickMenu', 'update');
  await expect.poll(() => app.ask<string[]>('menuLabels')).toContain('Restart to update to 1.5.0');
  expect(await app.ask('log')).toContainEqual({
    what: 'notification',
    details: expect.objectContaining({ title: 'Gatehouse 1.5.0 is ready' }) as unknown,
  });
  expect(readFileSync(installed.appImage, 'utf8')).toBe('old');
  await app.ask('clickMenu', 'update');
  expect(await app.exited).toBe(0);
  await expect.poll(() => existsSync(installed.startedFile) && readFileSync(installed.startedFile, 'utf8')).toBe('1.5.0 \n');
  expect(readFileSync(installed.appImage, 'utf8')).toContain('1.5.0');
});

test('an update waits while an agent is running, and is installed on quit', async ({ installed }) => {
  installed.offer('1.5.0');
  const app = await installed.start();
  await app.ask('clickMenu', 'update');
  await expect.poll(() => app.ask<string[]>('menuLabels')).toContain('Restart to update to 1.5.0');
  await shows(app, true);
  await app.ask('clickMenu', 'update');
  await expect.poll(() => dialogs(app)).toContain('An agent is still working.');
  expect(readFileSync(installed.appImage, 'utf8')).toBe('old');
  await shows(app, false);
  await app.ask('quit');
  expect(await app.exited).toBe(0);
  expect(readFileSync(installed.startedFile, 'utf8')).toBe('1.5.0 true\n');
});

test('an older version than one that ran here is never installed', async ({ installed }) => {
  const newest = await installed.start({ DOUBLE_VERSION: '2.0.0' });
  await newest.ask('quit');
  await newest.exited;
  for (const version of ['1.3.0', '1.9.0', 'nonsense', '1.4.0']) {
    installed.offer(version);
    const app = await installed.start();
    await app.ask('clickMenu', 'update');
    await expect.poll(() => dialogs(app)).toHaveLength(1);
    expect(await app.ask('menuLabels')).toContain('Check for updates…');
    await app.stop();
  }
  expect(readFileSync(installed.appImage, 'utf8')).toBe('old');
});

test('a download that isn’t what was announced is not installed', async ({ installed }) => {
  installed.offer('1.5.0', { isDamaged: true });
  const app = await installed.start();
  await app.ask('clickMenu', 'update');
  await expect.poll(() => dialogs(app)).toEqual(['Gatehouse 1.5.0 is being downloaded.', 'Gatehouse could not be updated.']);
  expect(await app.ask('menuLabels')).toContain('Check for updates…');
  await app.ask('quit');
  expect(await app.exited).toBe(0);
  expect(readFileSync(installed.appImage, 'utf8')).toBe('old');
});

test('a server that can’t be reached is reported', async ({ installed }) => {
  const app = await installed.start();
  await app.ask('clickMenu', 'update');
  await expect.poll(() => dialogs(app)).toEqual(['Gatehouse could not be updated.']);
  expect(await app.ask('menuLabels')).toContain('Check for updates…');
});

test('without a place to get updates from, or when they are turned off, nothing is offered', async ({ installed }) => {
  installed.offer('1.5.0');
  const off = await installed.start({ DISABLE_AUTOUPDATER: '1' });
  expect(await off.ask('menuLabels')).not.toContain('Check for updates…');
  const nowhere = await installed.start({ DOUBLE_RESOURCES: tmpdir() });
  expect(await nowhere.ask('menuLabels')).not.toContain('Check for updates…');
});

async function serve(files: ReadonlyMap<string, Buffer>): Promise<Server> {
  const server = createServer((request, response) => {
    const content = files.get(new URL(request.url ?? '', 'http://localhost').pathname);
    if (!content) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-length': content.length }).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Like a window whose agent is running or isn't. */
async function shows(app: DoubleApp, working: boolean): Promise<void> {
  const input = { projectDir: '/project', sessionId: 's', title: 'Task', working };
  expect(await app.ask('request', { id: 1, command: 'window.shows', input })).toMatchObject({ ok: true });
}

async function dialogs(app: DoubleApp): Promise<string[]> {
  const log = await app.ask<{ what: string; details: { message: string } }[]>('log');
  return log.filter(({ what }) => what === 'showMessageBox').map(({ details }) => details.message);
}
