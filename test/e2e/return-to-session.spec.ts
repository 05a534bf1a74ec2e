import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright/test';
import type { Answer } from '../support/messages-answer.ts';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

async function topOf(line: Locator): Promise<number> {
  return (await line.boundingBox())?.y ?? Number.NaN;
}

test('a session that is returned to stands where it was read, with what was opened in it', async ({ startHost }) => {
  const steps = Array.from({ length: 12 }, (_, at): Answer => ({
    blocks: [text(`Looking at part ${at}.`), toolUse(`r${at}`, 'Bash', { command: `seq ${at + 50}` })],
  }));
  const { server, env } = await startModel(...steps, { blocks: [text('All parts are fine.')] }, { blocks: [text('Something else.')] });
  await using _ = server;
  const settings = JSON.stringify({ permissions: { allow: ['Bash(seq *)'] } });
  const { page } = await startHost({ files: { '.claude/settings.local.json': settings }, env });
  await page.setViewportSize({ width: 1280, height: 560 });
  const conversation = page.getByRole('region', { name: 'Conversation' });
  const sessions = page.getByRole('navigation', { name: 'Sessions' });
  const latest = conversation.getByRole('button', { name: 'Latest' });
  await page.getByRole('button', { name: 'Show the sessions of all projects' }).click();
  await say(page, 'Look at all parts');
  await expect(conversation.getByRole('group', { name: 'End of the turn' })).toBeVisible();
  const fold = conversation.getByRole('button', { name: '12 steps: 12 commands' });
  await fold.click();
  const fifth = conversation.locator('[data-call]').filter({ hasText: 'seq 55' });
  await fifth.hover();
  await fifth.getByRole('button', { name: 'Show the result here' }).click();
  await expect(conversation.getByRole('group', { name: 'Output' })).toContainText('55');
  await fifth.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect(latest).toBeVisible();
  const before = await topOf(fifth);

  await page.keyboard.press('ControlOrMeta+Shift+o');
  await expect(page.getByRole('button', { name: 'Sessions, now New session' })).toBeVisible();
  await say(page, 'Something else?');
  await expect(conversation.getByText('Something else.', { exact: true })).toBeVisible();
  await expect(latest).toBeHidden();

  await sessions.getByRole('button', { name: /^Look at all parts/u }).click();
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await expect(conversation.getByRole('group', { name: 'Output' })).toContainText('55');
  await expect.poll(async () => Math.abs((await topOf(fifth)) - before)).toBeLessThan(2);
  await expect(latest).toBeVisible();

  await page.reload();
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await expect(conversation.getByRole('group', { name: 'Output' })).toContainText('55');
  await expect.poll(async () => Math.abs((await topOf(fifth)) - before)).toBeLessThan(2);
  await expect(latest).toBeVisible();

  // Who was at the end is there again.
  await latest.click();
  await expect(conversation.getByText('All parts are fine.')).toBeInViewport();
  await sessions.getByRole('button', { name: /^Something else/u }).click();
  await expect(conversation.getByText('Something else.', { exact: true })).toBeVisible();
  await sessions.getByRole('button', { name: /^Look at all parts/u }).click();
  await expect(conversation.getByText('All parts are fine.')).toBeInViewport();
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await expect(latest).toBeHidden();
});

test('the place stays while another project is shown and across a reload, also below a request of another session', async ({
  startHost,
  homeDir,
}) => {
  const steps = Array.from({ length: 12 }, (_, at): Answer => ({
    blocks: [text(`Looking at **part ${at}**.\n\n- one\n- two`), toolUse(`r${at}`, 'Bash', { command: `seq ${at + 50}` })],
  }));
  const { server, env } = await startModel(
    { blocks: [text('Seen.')] },
    ...steps,
    { blocks: [text(`All is fine.\n\n${'- a line\n'.repeat(40)}`)] },
    { blocks: [toolUse('w1', 'Bash', { command: 'npm run build' })] },
  );
  await using _ = server;
  const other = join(homeDir, 'other');
  mkdirSync(other);
  const before = await startHost({ projectDir: other, env });
  await say(before.page, 'Look around');
  await expect(before.page.getByText('Seen.')).toBeVisible();
  await before.stop();

  const settings = JSON.stringify({ permissions: { allow: ['Bash(seq *)'] } });
  const { page } = await startHost({ files: { '.claude/settings.local.json': settings }, env });
  await page.setViewportSize({ width: 1280, height: 640 });
  const conversation = page.getByRole('region', { name: 'Conversation' });
  const sessions = page.getByRole('navigation', { name: 'Sessions' });
  await page.getByRole('button', { name: 'Show the sessions of all projects' }).click();
  await expect(sessions).toBeVisible();
  await say(page, 'Look at all parts');
  await expect(conversation.getByRole('group', { name: 'End of the turn' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+o');
  await expect(page.getByRole('button', { name: 'Sessions, now New session' })).toBeVisible();
  await say(page, 'Build it');
  const { allow, queue } = partsOf(page);
  await expect(allow).toBeEnabled();
  const back = sessions.getByRole('button', { name: /^Look at all parts/u });
  await back.click();
  const line = conversation.getByText('All is fine.');
  await expect(line).toBeVisible();
  await line.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect(conversation.getByRole('button', { name: 'Latest' })).toBeVisible();
  const top = await topOf(line);
  const isBack = () => expect.poll(async () => Math.abs((await topOf(line)) - top)).toBeLessThan(2);

  await sessions.getByRole('button', { name: /^Look around/u }).click();
  await expect(conversation.getByText('Seen.')).toBeVisible();
  await expect(queue).toContainText('No pending requests');
  await back.click();
  await expect(allow).toBeEnabled();
  await isBack();

  await page.reload();
  await expect(allow).toBeEnabled();
  await isBack();
  await expect(conversation.getByRole('button', { name: 'Latest' })).toBeVisible();
});
