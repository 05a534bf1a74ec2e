import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { NOT_IN_VIEW, partsOf, say, startModel } from './window.ts';

const PARTS = ['npm run build', 'node scripts/other.js --yes', 'make deploy', 'npx tsc --noEmit', 'python3 tools/check.py'];
const command = PARTS.join(' && ');
const settings = '.claude/settings.local.json';

for (const viewport of [
  { width: 740, height: 360 },
  { width: 844, height: 390 },
])
  test.describe(() => {
    test.use({ viewport, hasTouch: true });

    test(`rules are saved only once each was in view, at ${viewport.width} × ${viewport.height}`, async ({ startHost, page }) => {
      const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command })] }, { blocks: [text('Deployed.')] });
      await using _ = server;
      const { projectDir } = await startHost({ files: {}, env });
      const { always, queue } = partsOf(page);
      await say(page, 'deploy');
      await always.tap();
      const save = queue.getByRole('button', { name: 'Save rules and allow' });
      const where = queue.getByRole('combobox', { name: 'Saved to' });
      const rules = queue.getByRole('textbox', { name: 'Rule' });
      await expect(rules).toHaveCount(PARTS.length);
      // What is saved has the room: the first rule, where it is saved, and the buttons.
      for (const part of [rules.first(), where, save]) await expect(part).toBeInViewport({ ratio: 1 });
      await expect(rules.last()).not.toBeInViewport({ ratio: 0.5 });
      await expect(save).toBeEnabled();
      await save.tap();
      await expect(queue.getByText(NOT_IN_VIEW)).toBeInViewport({ ratio: 1 });
      expect(existsSync(join(projectDir, settings))).toBe(false);
      // Each press goes on to what wasn’t in view yet.
      await expect(async () => {
        if (await save.isVisible()) await save.tap({ timeout: 1000 });
        await expect(page.getByText('Deployed.')).toBeAttached({ timeout: 500 });
      }).toPass({ timeout: 40_000 });
      expect(existsSync(join(projectDir, settings))).toBe(true);
    });
  });

test.describe(() => {
  test.use({ viewport: { width: 740, height: 360 }, hasTouch: true });

  test('a rule that is chosen afterwards has to be in view too', async ({ startHost, page }) => {
    const wider = ['git checkout -b f1', ...PARTS.slice(0, 3)].join(' && ');
    const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: wider })] });
    await using _ = server;
    const { projectDir } = await startHost({ files: {}, env });
    const { always, queue } = partsOf(page);
    await say(page, 'deploy');
    await always.tap();
    const save = queue.getByRole('button', { name: 'Save rules and allow' });
    const rules = queue.getByRole('textbox', { name: 'Rule' });
    // What is loaded meanwhile may move it again.
    const bringIntoView = (index: number) =>
      expect(async () => {
        await rules.nth(index).evaluate((field) => field.scrollIntoView({ block: 'center' }));
        await expect(rules.nth(index)).toBeInViewport({ ratio: 1, timeout: 1000 });
      }).toPass();
    // All of the first choice is looked at, then the other is chosen.
    for (const index of [0, 1, 2, 3]) await bringIntoView(index);
    await queue.getByRole('radio').nth(1).tap();
    await expect(rules.first()).toHaveValue('Bash(git checkout *)');
    await expect(rules.last()).not.toBeInViewport({ ratio: 0.5 });
    await expect(save).toBeEnabled();
    await save.tap();
    await expect(queue.getByText(NOT_IN_VIEW)).toBeVisible();
    expect(existsSync(join(projectDir, settings))).toBe(false);
  });
});

const SCRIPT = Array.from({ length: 12 }, (_, index) => `npm run part-${index} -- --of the-long-script`).join('\n');

for (const viewport of [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 740, height: 360 },
])
  test.describe(() => {
    test.use({ viewport, hasTouch: true });

    test(`the rule for a long command is in sight with its buttons at ${viewport.width} × ${viewport.height}`, async ({
      startHost,
      page,
    }) => {
      const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: SCRIPT })] }, { blocks: [text('Run.')] });
      await using _ = server;
      const { projectDir } = await startHost({ files: {}, env });
      const { allow, always, queue } = partsOf(page);
      await say(page, 'run it');
      await expect(allow).toBeEnabled();
      if ((await always.count()) === 0) await queue.getByRole('button', { name: 'More', exact: true }).tap();
      await always.tap();
      const save = queue.getByRole('button', { name: 'Save rule and allow' });
      const rule = queue.getByRole('textbox', { name: 'Rule' });
      await expect(save).toBeEnabled();
      await expect(save).toBeInViewport({ ratio: 1 });
      await expect(rule).toBeInViewport({ ratio: 0.4 });
      await expect(queue.getByText('More below')).toBeInViewport({ ratio: 1 });
      await save.tap();
      // What wasn’t in view yet, why nothing was saved, and the button are all in sight.
      const ignored = queue.getByText(NOT_IN_VIEW);
      for (const part of [ignored, save]) await expect(part).toBeInViewport({ ratio: 1 });
      await ignored.click({ trial: true });
      await queue.locator('pre').click({ trial: true });
      await expect(async () => {
        if (await save.isVisible()) await save.tap({ timeout: 1000 });
        await expect(page.getByText('Run.', { exact: true })).toBeAttached({ timeout: 500 });
      }).toPass({ timeout: 40_000 });
      expect(existsSync(join(projectDir, settings))).toBe(true);
    });
  });
