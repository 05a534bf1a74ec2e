import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Locator } from 'playwright/test';
import { toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const NAMES = ['api/client.js', 'api/server.js', 'cart/totals.js'];

/** Whether the end of a cut text can be seen, and not its start. */
async function showsEnd(cut: Locator): Promise<boolean> {
  const [box, whole] = [await cut.boundingBox(), await cut.locator('bdi').boundingBox()];
  return box !== null && whole !== null && whole.x + whole.width <= box.x + box.width + 1;
}

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const) {
  test(`paths outside the project are told apart by their ends at ${width} × ${height}`, async ({ startHost, page }) => {
    await page.setViewportSize({ width, height });
    const outside = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-outside-')));
    const paths = NAMES.map((name) => join(outside, 'projects/a-long-name-of-a-folder/shopfront/packages/web/src', name));
    for (const path of paths) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, 'x\n');
    }
    const { server, env } = await startModel({ blocks: paths.map((path, index) => toolUse(`r${index}`, 'Read', { file_path: path })) });
    await using _ = server;
    await startHost({ files: {}, env });
    const { queue } = partsOf(page);
    await say(page, 'read them');
    await expect(queue).toContainText('3 pending requests');
    const [first = '', ...others] = paths;
    for (const path of others) {
      const waiting = queue.getByRole('button', { name: `The agent wants to read ${path}` });
      await expect(waiting).toBeVisible();
      expect(await showsEnd(waiting.getByTitle(path))).toBe(true);
      const call = page.locator('[data-call]').getByTitle(path, { exact: true });
      expect(await showsEnd(call)).toBe(true);
    }
    // The whole path is read once; elsewhere on the card its end is.
    const card = queue.getByRole('group', { name: `The agent wants to read ${first}` });
    await expect(card.getByRole('heading')).toHaveText(`The agent wants to read ${first}`);
    await expect(card.getByText('No rule allows reading …/src/api/client.js.')).toBeVisible();
    await expect(card).not.toContainText('Does');
    await expect(card).not.toContainText('file_path');
    rmSync(outside, { recursive: true });
  });
}

test('a title marks a long run of blanks in a path', async ({ startHost, page }) => {
  const name = `notes/a${' '.repeat(30)}b.txt`;
  const { server, env } = await startModel({ blocks: [toolUse('w1', 'Write', { file_path: name, content: 'x\n' })] });
  await using _ = server;
  await startHost({ files: {}, env });
  await say(page, 'write it');
  await expect(
    partsOf(page)
      .queue.getByRole('heading')
      .getByTitle(/30 blanks/),
  ).toBeVisible();
});
