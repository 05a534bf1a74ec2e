import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { readSessionEvents } from './session-files.ts';
import { say, startModel } from './window.ts';

const FIRST = 'packages/checkout/src/forms/card-picker.test.tsx';
const SECOND = 'packages/account/src/forms/card-picker.test.tsx';
const NAME = 'card-picker.test.tsx';

const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

/** Whether all of the name shows: how wide it would be in the font that it has. */
async function expectWholeName(shown: Locator): Promise<void> {
  const widths = await shown.evaluate((element, name) => {
    const probe = element.ownerDocument.createElement('span');
    probe.textContent = name;
    probe.style.cssText = 'position: absolute; white-space: pre';
    element.append(probe);
    const needed = probe.getBoundingClientRect().width;
    probe.remove();
    return { needed, has: element.getBoundingClientRect().width };
  }, NAME);
  expect(widths.needed).toBeGreaterThan(100);
  expect(widths.has).toBeGreaterThanOrEqual(widths.needed);
}

for (const { width, height } of [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 740, height: 360 },
])
  test.describe(() => {
    test.use({ viewport: { width, height }, hasTouch: true });

    test(`on a phone of ${width} × ${height} a changed file is known by its name, whatever is said of it`, async ({
      startHost,
      homeDir,
      page,
    }) => {
      const folders = [FIRST, SECOND].map((path) => path.slice(0, path.lastIndexOf('/'))).join(' ');
      const command = `mkdir -p ${folders}; echo new > ${FIRST}; echo new > ${SECOND}`;
      const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command })] }, { blocks: [text('All changed.')] });
      await using _ = server;
      const settings = JSON.stringify({ permissions: { allow: ['Bash'] } });
      const first = await startHost({ files: { 'a.ts': 'one\n', '.claude/settings.local.json': settings }, env, noPage: true });
      const { projectDir } = first;
      const who = {
        GIT_AUTHOR_NAME: 'P',
        GIT_AUTHOR_EMAIL: 'p@example.com',
        GIT_COMMITTER_NAME: 'P',
        GIT_COMMITTER_EMAIL: 'p@example.com',
      };
      const git = (...args: string[]) => execFileSync('git', args, { cwd: projectDir, env: { ...process.env, ...who, HOME: homeDir } });
      const commit = () => {
        git('add', '--all');
        git('commit', '--quiet', '-m', 'done');
      };
      git('init', '--quiet');
      commit();
      await first.stop();
      const { stateDir } = await startHost({ projectDir, env });
      await page.getByRole('button', { name: /^Trust/ }).tap();
      await say(page, 'change it');
      await expect(page.getByText('All changed.')).toBeVisible();
      const phases = () => readSessionEvents(stateDir).flatMap((event) => (event.type === 'checkpoint.taken' ? [event.data.phase] : []));
      await expect.poll(phases).toEqual(['before', 'after']);
      writeFileSync(join(projectDir, FIRST), 'mine\nnow\n');
      commit();

      await page.getByRole('button', { name: 'Show changes', exact: true }).tap();
      const row = page.locator(`[data-path="${FIRST}"]`);
      await page.getByRole('button', { name: 'Refresh' }).tap();
      await expect(row).toContainText('not only by the agent');
      await expect(row).toContainText('committed');
      await expectWholeName(row.getByTitle(FIRST, { exact: true }));
      const counts = await boxOf(row.getByText('−0', { exact: true }));
      expect(counts.width).toBeGreaterThan(0);
      expect(counts.x + counts.width).toBeLessThan(width - 12);

      await page.getByRole('button', { name: 'Show conversation', exact: true }).tap();
      await page.getByRole('article', { name: 'You' }).getByRole('button', { name: 'Message actions' }).click();
      await page.getByRole('menuitem', { name: /Restore…/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Restore', exact: true });
      await expect(dialog.getByText('changed since', { exact: true })).toBeVisible();
      for (const path of [FIRST, SECOND]) await expectWholeName(dialog.getByTitle(path, { exact: true }));
    });
  });
