import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { startDouble } from './electron-double/start.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

/** As if another window were in front: a test page always has focus. */
const HIDE_PAGE = 'document.hasFocus = () => false';

test('shows a desktop notification with tool and folder only for an unseen ask; a click opens its card', async ({ page }) => {
  const homeDir = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-away-')));
  const desktop = await startDouble({ homeDir });
  try {
    await page.addInitScript({ content: HIDE_PAGE });
    await desktop.show(page);
    await page.getByRole('button', { name: 'Try the demo' }).first().click();
    const { queue } = partsOf(page);
    await expect(queue).toContainText('goodsInCents');
    const log = () => desktop.ask<{ what: string; details: unknown }[]>('log');
    await expect(async () => expect((await log()).map(({ what }) => what)).toContain('notification')).toPass();
    const shown = (await log()).find(({ what }) => what === 'notification')?.details;
    expect(JSON.stringify(shown)).toContain('Edit in ');
    expect(JSON.stringify(shown)).not.toContain('goodsInCents');
    expect(await log()).toContainEqual({ what: 'badge', details: 1 });
    const overlay = (await log()).findLast(({ what }) => what === 'overlay')?.details;
    expect(overlay).toMatchObject({ description: '1 request waits', image: { path: expect.stringMatching(/waiting\W1\.png$/u) } });
    expect(await log()).not.toContainEqual({ what: 'bounce', details: 'critical' });
    await expect(page).toHaveTitle(/^\(1\) /);
    await desktop.ask('clickNotification');
    await expect(queue.locator('[data-ask]').first()).toBeFocused();
    expect(await log()).toContainEqual({ what: 'focus', details: null });
  } finally {
    await desktop.stop();
    rmSync(homeDir, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('the notification of a request has answer buttons; only a short command shown completely can be allowed', async ({ page }) => {
  const homeDir = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-away-')));
  const projectDir = join(homeDir, 'work');
  mkdirSync(projectDir);
  const long = `touch two.txt # ${'x'.repeat(200)}`;
  const run = (id: string, command: string) => ({ blocks: [toolUse(id, 'Bash', { command })] });
  const { server, env } = await startModel(run('b1', 'touch one.txt "<b>"'), run('b2', long), run('b3', 'rm -rf three'));
  await using _ = server;
  const desktop = await startDouble({ homeDir, env });
  try {
    await page.addInitScript({ content: `${HIDE_PAGE}; localStorage.setItem('gatehouse.away', '{"commands":true}')` });
    await desktop.show(page);
    await expect(page.getByRole('button', { name: 'Open folder' })).toBeVisible();
    await desktop.ask('dropOnDock', projectDir);
    const { timeline } = partsOf(page);
    const shown = async () => {
      const log = await desktop.ask<{ what: string; details: { body: string; actions?: { text: string }[] } }[]>('log');
      const { body, actions = [] } = log.findLast(({ what }) => what === 'notification')?.details ?? { body: '' };
      return [body, ...actions.map(({ text: label }) => label)];
    };
    const stateOf = (command: string) => timeline.getByRole('row').filter({ hasText: command }).first();
    await say(page, 'Go.');
    // On Linux the body of a notification is markup.
    const command = process.platform === 'linux' ? 'touch one.txt &quot;&lt;b&gt;&quot;' : 'touch one.txt "<b>"';
    await expect.poll(shown).toEqual([command, 'Allow once', 'Deny']);
    await desktop.ask('answerNotification', 'Allow once');
    await expect(stateOf('touch one.txt')).toHaveAttribute('data-state', 'done');
    // Too long to be shown completely.
    await expect.poll(shown).toEqual(['Bash in work', 'Deny']);
    await desktop.ask('answerNotification', 'Deny');
    await expect(stateOf('touch two.txt')).toHaveAttribute('data-state', 'denied');
    await say(page, 'Go on.');
    await expect(partsOf(page).queue).toContainText('rm -rf three');
    await expect
      .poll(async () =>
        JSON.stringify((await desktop.ask<{ what: string; details: unknown }[]>('log')).findLast(({ what }) => what === 'notification')),
      )
      .toContain('Destructive request waiting');
    expect(await shown()).toEqual(['Bash in work', 'Deny']);
    // Only for a request of high risk.
    const log = await desktop.ask<{ what: string; details: unknown }[]>('log');
    expect(log.filter(({ what }) => what === 'bounce')).toEqual([{ what: 'bounce', details: 'critical' }]);
  } finally {
    await desktop.stop();
    rmSync(homeDir, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('a browser page notifies only when enabled and hidden', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [toolUse('w1', 'Write', { file_path: 'secret-plan.txt', content: 'x' })] });
  await using _ = server;
  await page.addInitScript({
    content: `
      globalThis.shown = [];
      globalThis.Notification = class extends EventTarget {
        static permission = 'default';
        static requestPermission = () => Promise.resolve((this.permission = 'granted'));
        constructor(title, { body }) {
          super();
          shown.push({ title, body });
        }
        close() {}
      };`,
  });
  const { projectDir } = await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  const settings = page.getByRole('checkbox', { name: 'Show a notification' });
  await page.getByRole('button', { name: 'Settings' }).first().click();
  await expect(settings).not.toBeChecked();
  await settings.check();
  await expect(page.getByRole('checkbox', { name: 'Play a short sound' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Timeline' }).first().click();
  await page.evaluate(HIDE_PAGE);
  await say(page, 'write it');
  await expect(queue).toContainText('secret-plan.txt');
  const name = projectDir.split('/').at(-1);
  await expect(async () => {
    const shown: unknown = await page.evaluate('shown');
    expect(shown).toEqual([{ title: 'Request waiting', body: `Write in ${name}` }]);
  }).toPass();
});

/** Notifications as a browser has them, all allowed; what was shown is in `shown`. */
const GRANTED = `
  globalThis.shown = [];
  globalThis.Notification = class extends EventTarget {
    static permission = 'granted';
    static requestPermission = () => Promise.resolve('granted');
    constructor(title, { body }) {
      super();
      shown.push({ title, body });
    }
    close() {}
  };
  localStorage.setItem('gatehouse.away', '{"notify":true,"sound":false}');`;

for (const { name, setting, hidden, result, notification } of [
  { name: 'is shown while the page is hidden', setting: true, hidden: true, result: 'Shown: The tests are done.', notification: true },
  { name: 'is not shown to someone who looks', setting: true, hidden: false, result: 'has the window in front', notification: false },
  { name: 'is not shown unless the user allowed it', setting: false, hidden: true, result: 'has not allowed', notification: false },
]) {
  test(`a notification of the agent ${name}`, async ({ startHost, page }) => {
    const { server, env } = await startModel(
      { blocks: [toolUse('n1', 'PushNotification', { message: 'The tests\n\u202Eare done.' })] },
      { blocks: [text('I have told you.')] },
    );
    await using _ = server;
    await page.addInitScript({ content: GRANTED });
    const { projectDir, homeDir } = await startHost({ files: {}, env });
    if (setting) {
      mkdirSync(join(homeDir, '.claude'), { recursive: true });
      writeFileSync(join(homeDir, '.claude/settings.json'), '{"agentPushNotifEnabled": true}');
    }
    if (hidden) await page.evaluate(HIDE_PAGE);
    await say(page, 'tell me');
    await expect(page.getByText('I have told you.')).toBeVisible();
    expect(JSON.stringify(server.requests.at(-1)?.body.messages)).toContain(result);
    const title = `The agent in ${projectDir.split('/').at(-1) ?? ''}`;
    expect(await page.evaluate('shown')).toEqual(notification ? [{ title, body: 'The tests are done.' }] : []);
  });
}

test('the desktop app shows a notification of the agent', async ({ page }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('n1', 'PushNotification', { message: 'The tests are done.' })] },
    { blocks: [text('I have told you.')] },
  );
  await using _ = server;
  const homeDir = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-away-')));
  mkdirSync(join(homeDir, '.claude'));
  writeFileSync(join(homeDir, '.claude/settings.json'), '{"agentPushNotifEnabled": true}');
  const projectDir = join(homeDir, 'work');
  mkdirSync(projectDir);
  const desktop = await startDouble({ homeDir, env });
  try {
    await page.addInitScript({ content: HIDE_PAGE });
    await desktop.show(page);
    await expect(page.getByRole('button', { name: 'Open folder' })).toBeVisible();
    await desktop.ask('dropOnDock', projectDir);
    await say(page, 'tell me');
    await expect(page.getByText('I have told you.')).toBeVisible();
    const log = await desktop.ask<{ what: string; details: unknown }[]>('log');
    expect(log).toContainEqual({
      what: 'notification',
      details: { title: 'The agent in work', body: 'The tests are done.', silent: true },
    });
    await desktop.ask('clickNotification');
    expect(await desktop.ask('log')).toContainEqual({ what: 'focus', details: null });
  } finally {
    await desktop.stop();
    rmSync(homeDir, { recursive: true, force: true, maxRetries: 5 });
  }
});
