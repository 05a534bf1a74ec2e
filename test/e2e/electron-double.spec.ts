import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { test } from './electron-double/desktop-test.ts';
import type { DoubleApp } from './electron-double/start.ts';

const STATE = { id: 1, command: 'app.state', input: {} };

test('the window gets its state through the bridge', async ({ desktop, homeDir }) => {
  expect(await desktop.ask('request', STATE)).toMatchObject({ id: 1, ok: true, output: { host: 'electron', homeDir } });
});

test('the built window renders in a browser over the built bridge', async ({ desktop, page }) => {
  await desktop.show(page);
  await expect(page).toHaveTitle('Gatehouse');
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
});

test('a session runs through the built bridge: live calls, an ask, its answer, a terminal', async ({ desktop, page }) => {
  await desktop.show(page);
  await page.getByRole('button', { name: 'Try the demo' }).first().click();
  const queue = page.getByRole('region', { name: 'Permission queue' });
  const timeline = page.getByRole('treegrid', { name: 'Timeline' });
  await expect(queue).toContainText('goodsInCents >= FREE_SHIPPING_FROM');
  await queue.getByRole('button', { name: 'Allow once' }).click();
  await expect(queue).toContainText('npm test');
  await expect(timeline.getByRole('row').filter({ hasText: 'Edit' }).first()).toHaveAttribute('data-state', 'done');
  await queue.getByRole('button', { name: 'Allow once' }).click();
  await expect(page.getByText('All five tests pass.')).toBeVisible();
  expect(desktop.pushes.some(({ push }) => push === 'session.frames')).toBe(true);
});

test('exposes only the bridge to the page', async ({ desktop }) => {
  expect(await desktop.ask('log')).toContainEqual({
    what: 'exposed',
    details: { name: 'gatehouse', keys: ['onConnection', 'onPush', 'pathForFile', 'request'], frozen: true },
  });
  expect(await desktop.ask('windowOptions')).toMatchObject({
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false },
  });
  expect(await desktop.ask('log')).toContainEqual({ what: 'enableSandbox', details: { beforeReady: true } });
  expect(await desktop.ask('pathForFile', { path: '/dropped/folder' })).toBe('/dropped/folder');
  expect(await desktop.ask('pathForFile', {})).toBeNull();
});

for (const origin of ['https://evil.example', 'app://other', 'null', 'app://ui']) {
  test(`rejects any frame but the main frame, whatever its origin: ${origin}`, async ({ desktop }) => {
    expect(await desktop.ask('requestFrom', origin, STATE)).toMatchObject({ ok: false, error: { code: 'refused' } });
  });
}

test('blocks navigation, new windows and permission requests', async ({ desktop }) => {
  expect(await desktop.ask('navigate', 'will-navigate', 'https://evil.example')).toBe(true);
  expect(await desktop.ask('navigate', 'will-redirect', 'https://evil.example')).toBe(true);
  expect(await desktop.ask('navigate', 'will-attach-webview', '')).toBe(true);
  for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal', 'fileSystem']) {
    expect(await desktop.ask('askPermission', permission), permission).toBe(false);
  }
  expect(await desktop.ask('askPermission', 'clipboard-sanitized-write')).toBe(true);
});

test('opens web and mail links externally after confirmation, and no others', async ({ desktop }) => {
  const opened = async () =>
    (await desktop.ask<{ what: string; details: unknown }[]>('log'))
      .filter(({ what }) => what === 'openExternal')
      .map(({ details }) => details);
  for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'smb://host/share', 'https://declined.example/']) {
    expect(await desktop.ask('openWindow', url)).toEqual({ action: 'deny' });
  }
  expect(await opened()).toEqual([]);
  await desktop.ask('answerNextDialog', { response: 0 });
  expect(await desktop.ask('openWindow', 'https://docs.example/page')).toEqual({ action: 'deny' });
  await expect.poll(opened).toEqual(['https://docs.example/page']);
});

test('the app scheme serves only the window’s files', async ({ desktop }) => {
  const load = (url: string) => desktop.ask<{ status: number; headers: Record<string, string> }>('load', url);
  const page = await load('app://ui/index.html');
  expect(page.status).toBe(200);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
  for (const url of [
    'app://ui/../main/index.js',
    'app://ui/%2e%2e/main/index.js',
    'app://ui/..%2fmain%2findex.js',
    'app://other/index.html',
    'app://ui/missing.js',
  ]) {
    expect((await load(url)).status, url).toBe(404);
  }
});

test('saves a trace where the person chooses, readable only by them', async ({ desktop, homeDir }) => {
  const started = await desktop.ask<{ output: { sessionId: string } }>('request', { id: 2, command: 'demo.start', input: {} });
  const request = { id: 3, command: 'session.exportTrace', input: { sessionId: started.output.sessionId, texts: false } };
  expect(await desktop.ask('request', request)).toMatchObject({ ok: true, output: { type: 'cancelled' } });
  const file = join(homeDir, 'timeline.json');
  await desktop.ask('answerNextDialog', { canceled: false, filePath: file });
  expect(await desktop.ask('request', request)).toMatchObject({ ok: true, output: { type: 'saved', path: file } });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('traceEvents.0.ph', 'M');
  expect(statSync(file).mode & 0o077).toBe(0);
  await desktop.ask('answerNextDialog', { canceled: false, filePath: join(homeDir, 'gone', 'timeline.json') });
  expect(await desktop.ask('request', request)).toMatchObject({ ok: false, error: { code: 'unavailable' } });
});

test('opens folders from the dialog, the dock and a second instance', async ({ desktop, homeDir }) => {
  const folder = join(homeDir, 'a project');
  mkdirSync(folder);
  expect(await desktop.ask('request', { id: 2, command: 'project.pick', input: {} })).toEqual({
    id: 2,
    ok: true,
    output: { path: null, unsupported: false },
  });
  await desktop.ask('answerNextDialog', { canceled: false, filePaths: [folder] });
  expect(await desktop.ask('request', { id: 3, command: 'project.pick', input: {} })).toMatchObject({ output: { path: folder } });

  await desktop.ask('dropOnDock', folder);
  await desktop.ask('secondInstance', ['electron', '/app', '--flag', 'a project'], homeDir);
  await desktop.ask('secondInstance', ['electron', '/app', 'no such folder'], homeDir);
  const asked = () => desktop.pushes.filter(({ push }) => push === 'app.openFolder');
  await expect.poll(asked).toEqual([
    { push: 'app.openFolder', payload: { path: folder } },
    { push: 'app.openFolder', payload: { path: folder } },
  ]);
});

test('builds menus from the command table and runs them in the window', async ({ desktop, page }) => {
  const labels = await desktop.ask<string[]>('menuLabels');
  for (const label of ['Open folder', 'Open a new window', 'Show changes', 'Stop the agent', 'Show keyboard shortcuts'])
    expect(labels).toContain(label);
  await desktop.show(page);
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  await desktop.ask('clickMenu', 'shortcuts');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  // Not while a dialog is open, and nothing outside the table.
  await desktop.ask('clickMenu', 'palette');
  await expect.poll(() => desktop.pushes.filter(({ push }) => push === 'app.command')).toHaveLength(2);
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await desktop.ask('clickMenu', 'window.new');
  expect(await desktop.ask('windows')).toBe(2);
});

test('keeps crash reports on this machine', async ({ desktop }) => {
  expect(await desktop.ask('log')).toContainEqual({ what: 'crashReporter', details: { uploadToServer: false } });
});

test('lists recent projects in the menus of the system', async ({ desktop, homeDir }) => {
  expect(await desktop.ask('dockLabels')).toEqual(['New window']);
  const folder = join(homeDir, 'a project');
  mkdirSync(folder);
  await desktop.ask('request', { id: 2, command: 'project.open', input: { path: folder } });
  await desktop.ask('request', {
    id: 3,
    command: 'window.shows',
    input: { projectDir: folder, sessionId: null, title: '', working: false },
  });
  await expect.poll(() => desktop.ask('dockLabels')).toEqual(['New window', '', 'a project']);
  expect(await desktop.ask('menuLabels')).toContain('Open recent');
  await desktop.ask('clickDock', 'a project');
  expect(await desktop.ask('windows')).toBe(1);
});

test('shows a tray icon only while something waits, and keeps the computer awake while an agent works', async ({ desktop, homeDir }) => {
  const logged = async (...whats: string[]) =>
    (await desktop.ask<{ what: string; details: unknown }[]>('log'))
      .filter(({ what }) => whats.includes(what))
      .map(({ details, what }) => details ?? what);
  const shows = (working: boolean) =>
    desktop.ask('request', { id: 4, command: 'window.shows', input: { projectDir: homeDir, sessionId: 's', title: '', working } });
  const waits = (count: number) =>
    desktop.ask('request', { id: 5, command: 'window.waits', input: { projectDir: homeDir, count, notice: null } });
  await shows(true);
  await shows(true);
  await waits(2);
  await waits(1);
  expect(await logged('trayToolTip')).toEqual(['Gatehouse: 2 requests', 'Gatehouse: 1 request']);
  expect(await logged('keepAwake', 'keepAwakeEnded')).toEqual(['prevent-app-suspension']);
  await waits(0);
  await shows(false);
  expect(await logged('trayGone')).toEqual(['trayGone']);
  expect(await logged('keepAwake', 'keepAwakeEnded')).toEqual(['prevent-app-suspension', 'keepAwakeEnded']);
});

test('has the system’s context menu for text', async ({ desktop }) => {
  const editFlags = { canUndo: false, canRedo: false, canCut: true, canCopy: true, canPaste: true, canSelectAll: true };
  const click = (params: object) =>
    desktop.ask('contextMenu', { isEditable: false, selectionText: '', editFlags, dictionarySuggestions: [], ...params });
  expect(await click({})).toBeUndefined();
  expect(await click({ selectionText: 'npm test' })).toEqual([{ role: 'copy' }]);
  const items = await desktop.ask<{ label?: string; role?: string }[]>('contextMenu', {
    isEditable: true,
    selectionText: '',
    editFlags,
    dictionarySuggestions: ['tests', 'text'],
  });
  expect(items.flatMap(({ label, role }) => label ?? role ?? [])).toEqual([
    'tests',
    'text',
    'undo',
    'redo',
    'cut',
    'copy',
    'paste',
    'selectAll',
  ]);
});

test('opens one window per folder', async ({ desktop, homeDir }) => {
  const folder = join(homeDir, 'one');
  mkdirSync(folder);
  const shows = { projectDir: join(homeDir, 'another'), sessionId: null, title: '', working: false };
  await desktop.ask('request', { id: 4, command: 'window.shows', input: shows });
  await desktop.ask('dropOnDock', folder);
  expect(await desktop.ask('windows')).toBe(2);
  await desktop.ask('request', { id: 5, command: 'window.shows', input: { ...shows, projectDir: folder } });
  await desktop.ask('dropOnDock', folder);
  expect(await desktop.ask('windows')).toBe(2);
  expect(desktop.pushes).toEqual([]);
});

test('gives each window a name of its own, under which Electron keeps its place: a folder always the same', async ({
  desktop,
  homeDir,
}) => {
  const names = async (): Promise<string[]> =>
    (await desktop.ask<{ what: string; details: { name: string } }[]>('log'))
      .filter(({ what }) => what === 'window')
      .map(({ details }) => details.name);
  const folder = join(homeDir, 'one');
  mkdirSync(folder);
  const shows = { projectDir: join(homeDir, 'another'), sessionId: null, title: '', working: false };
  await desktop.ask('request', { id: 4, command: 'window.shows', input: shows });
  await desktop.ask('clickMenu', 'window.new');
  await desktop.ask('dropOnDock', folder);
  // The first one still shows another folder; the new one shows none, so it is used.
  expect(await names()).toEqual(['main', 'main-2']);
  await desktop.ask('request', { id: 5, command: 'window.open', input: { path: folder } });
  await desktop.ask('request', { id: 6, command: 'window.open', input: { path: folder } });
  expect(await names()).toEqual([
    'main',
    'main-2',
    expect.stringMatching(/^project-[\da-f]{16}$/u),
    expect.stringMatching(/^project-[\da-f]{16}-2$/u),
  ]);
});

test('closes a window without a running agent without asking, and quits with the last one', async ({ desktop }) => {
  await desktop.ask('closeWindow').catch(() => undefined);
  expect(await desktop.exited).toBe(0);
});

test.describe('with a running agent', () => {
  test.beforeEach(async ({ desktop, page }) => {
    await desktop.show(page);
    await page.getByRole('button', { name: 'Try the demo' }).first().click();
    await expect(page.getByRole('region', { name: 'Permission queue' })).toContainText('goodsInCents >= FREE_SHIPPING_FROM');
  });
  const questions = async (desktop: DoubleApp) =>
    (await desktop.ask<{ what: string; details: { buttons?: string[] } }[]>('log')).filter(({ what }) => what === 'showMessageBox');

  test('asks before closing, and Cancel keeps the window', async ({ desktop }) => {
    await desktop.ask('answerNextDialog', { response: 2 });
    await desktop.ask('closeWindow');
    await expect.poll(() => questions(desktop)).toHaveLength(1);
    expect((await questions(desktop))[0]?.details.buttons).toEqual(['Keep running', 'Stop it', 'Cancel']);
    expect(await desktop.ask('windows')).toBe(1);
  });

  test('continues without a window, which the next start shows again', async ({ desktop, homeDir }) => {
    await desktop.ask('answerNextDialog', { response: 0 });
    await desktop.ask('closeWindow');
    await expect.poll(() => desktop.ask('windows')).toBe(0);
    await desktop.ask('secondInstance', ['electron', '/app'], homeDir);
    await expect.poll(() => desktop.ask('windows')).toBe(1);
    await expect.poll(() => desktop.ask('request', { ...STATE, id: 9 })).toMatchObject({ ok: true });
  });

  test('stops it and quits with the last window', async ({ desktop }) => {
    await desktop.ask('answerNextDialog', { response: 1 });
    await desktop.ask('closeWindow');
    expect(await desktop.exited).toBe(0);
  });
});

test('quits on request', async ({ desktop }) => {
  await desktop.ask('quit');
  expect(await desktop.exited).toBe(0);
});
