import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { controlConnection, holdCommand } from './connection.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

/** Another tab of the browser, which shows the same session. */
async function secondTab(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  return other;
}

async function showSession(page: Page, title: string): Promise<void> {
  const list = page.getByRole('navigation', { name: 'Sessions' });
  await expect(partsOf(page).message).toBeVisible();
  await page.keyboard.press('ControlOrMeta+b');
  await list.getByRole('button', { name: new RegExp(`^${title}`, 'u') }).click();
}

test('two screens see the same request, the first answer counts, and the other screen is told', async ({ page, startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('w1', 'Write', { file_path: 'a.txt', content: 'x' })] },
    { blocks: [toolUse('w2', 'Write', { file_path: 'b.txt', content: 'x' })] },
    { blocks: [text('Both are answered.')] },
  );
  await using _ = server;
  const host = await startHost({ files: {}, env, noPage: true });
  const firstAnswers = await holdCommand(page, 'permission.answer');
  await page.goto(host.url);
  await say(page, 'Write two files');
  await expect(partsOf(page).allow).toBeEnabled();
  const other = await page.context().newPage();
  const secondAnswers = await holdCommand(other, 'permission.answer');
  await other.goto(page.url());
  await showSession(other, 'Write two files');
  await expect(partsOf(other).allow).toBeEnabled();

  // Both answer before either hears of the other.
  await firstAnswers.hold();
  await secondAnswers.hold();
  await partsOf(page).allow.click();
  await partsOf(other).deny.click();
  firstAnswers.release();
  await expect(partsOf(page).queue).toContainText('b.txt');
  secondAnswers.release();
  await expect(other.getByText('answered on another screen', { exact: false }).first()).toBeVisible();
  expect(existsSync(join(host.projectDir, 'a.txt'))).toBe(true);

  // A card that another screen answers goes away by itself, and says so.
  await expect(partsOf(page).allow).toBeEnabled();
  await expect(partsOf(other).allow).toBeEnabled();
  await partsOf(other).allow.click();
  await expect(partsOf(page).queue).toContainText('answered on another screen or withdrawn. b.txt');
  for (const screen of [page, other]) {
    await expect(screen.getByText('Both are answered.')).toBeVisible();
    await expect(partsOf(screen).allow).toHaveCount(0);
  }
  expect(existsSync(join(host.projectDir, 'b.txt'))).toBe(true);
});

test('a screen whose connection breaks in the middle of a turn shows each call once when it is back', async ({ page, startHost }) => {
  const calls = Array.from({ length: 12 }, (_, index) => ({ blocks: [toolUse(`b${index}`, 'Bash', { command: `echo call-${index}-` })] }));
  const { server, env } = await startModel(...calls, { blocks: [text('All are done.')] });
  await using _ = server;
  const line = await controlConnection(page);
  const host = await startHost({ files: { '.claude/settings.local.json': '{"permissions":{"allow":["Bash"]}}' }, env, noPage: true });
  await page.goto(host.url);
  await say(page, 'Call');
  const { timeline } = partsOf(page);
  await expect(timeline).toContainText('call-0-');
  await line.cut();
  const other = await secondTab(page);
  await showSession(other, 'Call');
  await expect(other.getByText('All are done.')).toBeVisible();
  line.restore();
  for (const screen of [page, other]) {
    await expect(screen.getByText('All are done.')).toBeVisible();
    for (let index = 0; index < 12; index += 1)
      await expect(
        partsOf(screen)
          .timeline.getByRole('row')
          .filter({ hasText: `call-${index}-` }),
      ).toHaveCount(1);
  }
});
