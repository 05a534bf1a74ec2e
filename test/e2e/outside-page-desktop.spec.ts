import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { startDouble, type DoubleApp } from './electron-double/start.ts';
import { attackPage, replaceBuiltIns } from './hostile-page.js';
import { writeFiles } from './host.ts';
import { CONFIRMING } from './outside-page.ts';
import { partsOf, say, startModel } from './window.ts';

/** The desktop host on the stand-in for Electron: it asks in the system's message box, which the test answers. */
const test = base.extend<{ homeDir: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of a fixture's needs from it
  homeDir: async ({}, use) => {
    const dir = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-desktop-')));
    writeFiles(dir, { ...CONFIRMING, 'project/readme.md': 'hello' });
    await use(dir);
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  },
});

interface MessageBox {
  readonly message: string;
  readonly detail: string;
  readonly defaultId: number;
}

const write = toolUse('w1', 'Write', { file_path: 'one.txt', content: 'hello\n' });

async function messageBoxes(desktop: DoubleApp): Promise<MessageBox[]> {
  const log = await desktop.ask<{ what: string; details: MessageBox }[]>('log');
  return log.filter(({ what }) => what === 'showMessageBox').map(({ details }) => details);
}

/** Opens the folder and asks for the model's first call. A folder that is opened for the first time is confirmed as well. */
async function askedIn(desktop: DoubleApp, page: Page, folder: string): Promise<void> {
  await desktop.show(page);
  await expect(page.getByRole('button', { name: 'Open folder' })).toBeVisible();
  await desktop.ask('answerNextDialog', { response: 0 });
  await desktop.ask('dropOnDock', folder);
  await say(page, 'Go.');
  await expect(partsOf(page).queue).toContainText('1 pending request');
  await expect(partsOf(page).allow).toBeEnabled();
}

test('an allowed call runs once it was confirmed in the system’s message box', async ({ homeDir, page }) => {
  const { server, env } = await startModel({ blocks: [write] }, { blocks: [text('Written.')] });
  await using _ = server;
  const folder = join(homeDir, 'project');
  const desktop = await startDouble({ homeDir, env });
  try {
    await askedIn(desktop, page, folder);
    // The stand-in cancels a message box that the test doesn't answer.
    await partsOf(page).allow.click();
    await expect.poll(() => messageBoxes(desktop)).toHaveLength(2);
    await expect(partsOf(page).queue).toContainText('1 pending request');
    const [opened, box] = await messageBoxes(desktop);
    expect(opened).toMatchObject({ message: 'Open this folder?', detail: expect.stringContaining(folder) });
    expect(box).toMatchObject({ message: 'Allow this call?', buttons: ['Confirm', 'Cancel'], defaultId: 1, cancelId: 1 });
    for (const fact of ['Tool: Write', join(folder, 'one.txt'), 'hello', 'Answer: allow once']) expect(box?.detail).toContain(fact);
    expect(existsSync(join(folder, 'one.txt'))).toBe(false);
    await desktop.ask('answerNextDialog', { response: 0 });
    await expect(partsOf(page).allow).toBeEnabled();
    await partsOf(page).allow.click();
    await expect(page.getByText('Written.')).toBeVisible();
    expect(existsSync(join(folder, 'one.txt'))).toBe(true);
  } finally {
    await desktop.stop();
  }
});

test('a script that owns the page gets no call allowed and nothing widened', async ({ homeDir, page }) => {
  const { server, env } = await startModel({ blocks: [write] });
  await using _ = server;
  const folder = join(homeDir, 'project');
  const desktop = await startDouble({ homeDir, env });
  try {
    await page.addInitScript(replaceBuiltIns);
    await askedIn(desktop, page, folder);
    const outcomes = await page.evaluate(attackPage, { projectDir: folder, transport: 'bridge' as const });
    for (const [command, outcome] of Object.entries(outcomes.confirmed)) expect(outcome, command).toBe('refused');
    expect(outcomes.pressed).toEqual([]);
    // Each was asked, and what the page clicked afterwards too.
    expect((await messageBoxes(desktop)).length).toBeGreaterThanOrEqual(Object.keys(outcomes.confirmed).length);
    expect(existsSync(join(folder, 'one.txt'))).toBe(false);
    expect(existsSync(join(folder, '.claude'))).toBe(false);
    await expect(partsOf(page).queue).toContainText('1 pending request');
    expect(server.requests).toHaveLength(1);
  } finally {
    await desktop.stop();
  }
});

test('a notification, whose title is the page’s, has no button that allows', async ({ homeDir, page }) => {
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: 'touch one.txt' })] });
  await using _ = server;
  const desktop = await startDouble({ homeDir, env });
  try {
    await page.addInitScript({
      content: `document.hasFocus = () => false; localStorage.setItem('gatehouse.away', '{"commands":true}')`,
    });
    await askedIn(desktop, page, join(homeDir, 'project'));
    const buttons = async () => {
      const log = await desktop.ask<{ what: string; details: { actions?: { text: string }[] } }[]>('log');
      return log.filter(({ what }) => what === 'notification').map(({ details }) => details.actions?.map((action) => action.text));
    };
    await expect.poll(buttons).toEqual([['Deny']]);
  } finally {
    await desktop.stop();
  }
});

test('cancelling one question refuses what waits behind it', async ({ homeDir }) => {
  const desktop = await startDouble({ homeDir });
  try {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, id) =>
        desktop.ask('request', { id, command: 'project.trust', input: { projectDir: join(homeDir, 'project') } }),
      ),
    );
    for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect((await messageBoxes(desktop)).length).toBeLessThan(20);
  } finally {
    await desktop.stop();
  }
});
