import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { startDouble, type DoubleApp } from './electron-double/start.ts';
import { writeFiles } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

/** The desktop app on the stand-in for Electron; its message boxes are answered by the test. */
const test = base.extend<{ homeDir: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of a fixture's needs from it
  homeDir: async ({}, use) => {
    const dir = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-share-')));
    writeFiles(dir, { 'project/readme.md': 'hello' });
    await use(dir);
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  },
});

interface MessageBox {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

async function lastBox(desktop: DoubleApp): Promise<MessageBox | undefined> {
  const log = await desktop.ask<{ what: string; details: MessageBox }[]>('log');
  return log.findLast(({ what }) => what === 'showMessageBox')?.details;
}

async function lastError(desktop: DoubleApp): Promise<string> {
  const log = await desktop.ask<{ what: string; details: unknown }[]>('log');
  return JSON.stringify(log.findLast(({ what }) => what === 'showErrorBox')?.details);
}

/** Presses an item of the app's menu and answers its message boxes with the buttons at these places. */
async function press(desktop: DoubleApp, id: string, ...responses: readonly number[]): Promise<void> {
  for (const response of responses) await desktop.ask('answerNextDialog', { response });
  await desktop.ask('clickMenu', id);
}

/** The link in the message box. */
async function link(desktop: DoubleApp): Promise<string> {
  await expect.poll(async () => (await lastBox(desktop))?.message).toBe('A link for one browser');
  return /https?:\S+/u.exec((await lastBox(desktop))?.detail ?? '')?.[0] ?? '';
}

test('the app’s window and a browser see the same request, and the first answer counts on both', async ({ homeDir, page, context }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('w1', 'Write', { file_path: 'one.txt', content: 'hello\n' })] },
    { blocks: [text('Written.')] },
  );
  await using _ = server;
  const folder = join(homeDir, 'project');
  const desktop = await startDouble({ homeDir, env });
  try {
    await desktop.show(page);
    await expect(page.getByRole('button', { name: 'Open folder' })).toBeVisible();
    await desktop.ask('dropOnDock', folder);
    await say(page, 'Go.');
    await expect(partsOf(page).allow).toBeEnabled();

    // Cancelled: nothing is shared.
    await press(desktop, 'share', 1);
    await expect.poll(async () => (await lastBox(desktop))?.message).toBe('Share with browsers on this machine?');
    expect(await desktop.ask('menuLabels')).not.toContain('Stop sharing with browsers');

    await press(desktop, 'share', 0, 0);
    const browser = await context.newPage();
    await browser.goto(await link(desktop));
    await expect.poll(() => desktop.ask('menuLabels')).toContain('Stop sharing with browsers');
    await browser
      .getByRole('region', { name: 'Recent projects' })
      .getByRole('button', { name: /^project/u })
      .click();
    await expect(partsOf(browser).message).toBeVisible();
    await browser.keyboard.press('ControlOrMeta+b');
    await browser.getByRole('navigation', { name: 'Sessions' }).getByRole('button', { name: /^Go\./u }).click();
    await expect(partsOf(browser).allow).toBeEnabled();
    await partsOf(browser).allow.click();
    await expect(page.getByText('Written.')).toBeVisible();
    await expect(partsOf(page).allow).toHaveCount(0);
    expect(existsSync(join(folder, 'one.txt'))).toBe(true);

    // The app goes on without its window while it is shared.
    await desktop.ask('closeWindow');
    await expect.poll(() => desktop.ask('windows')).toBe(0);
    await expect(browser.getByText('Written.')).toBeVisible();
    await desktop.ask('secondInstance', [], homeDir);
    await expect.poll(() => desktop.ask('windows')).toBe(1);

    await press(desktop, 'share.browsers', 1);
    await expect.poll(async () => (await lastBox(desktop))?.buttons).toEqual(['Close', 'Sign out 1']);
    await expect.poll(async () => (await browser.request.get(browser.url())).status()).toBe(401);

    await press(desktop, 'share.stop');
    await expect.poll(() => desktop.ask('menuLabels')).toContain('Share with a browser…');
    await expect(browser.request.get(browser.url())).rejects.toThrow();
  } finally {
    await desktop.stop();
  }
});

test('with gatehouse.sharing the app listens where it says, with the certificate, after a message box has said so', async ({
  homeDir,
  browser,
}) => {
  const [certificate, key] = ['cert', 'key'].map((part) => join(import.meta.dirname, `../support/tls/test-server.${part}.pem`));
  const save = (sharing: object): void => writeFiles(homeDir, { '.claude/settings.json': JSON.stringify({ gatehouse: { sharing } }) });
  const desktop = await startDouble({ homeDir });
  try {
    save({ host: '0.0.0.0' });
    await press(desktop, 'share');
    await expect.poll(() => lastError(desktop)).toContain('gatehouse.sharing.withoutTls');

    save({ host: '0.0.0.0', names: ['127.0.0.1'], withoutTls: true });
    await press(desktop, 'share', 1);
    await expect.poll(async () => (await lastBox(desktop))?.message).toBe('Share with browsers on other machines?');
    expect((await lastBox(desktop))?.detail).toContain('Other machines reach it as 127.0.0.1 (a free port), and nothing is encrypted');
    expect(await desktop.ask('menuLabels')).not.toContain('Stop sharing with browsers');

    save({ host: '0.0.0.0', names: ['127.0.0.1'], certificate, key });
    await press(desktop, 'share', 0, 0);
    const address = await link(desktop);
    expect(address).toMatch(/^https:\/\/127\.0\.0\.1:\d+\//u);
    // The test's certificate is nobody's.
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await page.goto(address);
    await expect(page.getByRole('button', { name: 'Try the demo' }).first()).toBeVisible();
    await context.close();
  } finally {
    await desktop.stop();
  }
});
