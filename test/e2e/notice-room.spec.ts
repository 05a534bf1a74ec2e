import type { Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { say, startModel } from './window.ts';

/** The controls that a notice lies over, but for lines of a list, which scroll. */
const COVERED = `(() => {
  const notices = document.querySelector('[role=region][aria-label=Notifications]');
  const box = notices.getBoundingClientRect();
  const found = new Set();
  for (let x = box.left + 1; x < box.right; x += 12)
    for (let y = box.top + 1; y < box.bottom; y += 8)
      for (const one of document.elementsFromPoint(x, y)) {
        if (one.matches('[role=presentation]')) break;
        const control = notices.contains(one) ? null : one.closest('button, a, input, textarea, [tabindex="0"], [role=row]');
        if (control) found.add(control.ariaLabel ?? control.textContent);
      }
  return [...found];
})()`;

async function expectNoneCovered(page: Page, state: string): Promise<void> {
  await expect(page.locator('[aria-label=Notifications]').getByText('There is no mode')).toBeVisible();
  await expect.poll(() => page.evaluate<string[]>(COVERED), state).toEqual([]);
}

const NAMES = Array.from({ length: 30 }, (_, index) => `part-${index}.ts`);
const COMMAND = `for f in ${NAMES.join(' ')}; do echo two >> $f; done; seq 200`;

for (const { width, height, hasTouch } of [
  { width: 390, height: 844, hasTouch: true },
  { width: 844, height: 390, hasTouch: true },
  { width: 1280, height: 400, hasTouch: false },
  { width: 1280, height: 800, hasTouch: false },
])
  test.describe(() => {
    test.use({ viewport: { width, height }, hasTouch });

    test(`in a window of ${width} × ${height} a notice lies over no control`, async ({ startHost, page }) => {
      const { server, env } = await startModel(
        { blocks: [toolUse('b1', 'Bash', { command: COMMAND })] },
        { blocks: [text('All changed.')] },
      );
      await using _ = server;
      const allow = JSON.stringify({ permissions: { allow: ['Bash'] } });
      const files = { ...Object.fromEntries(NAMES.map((name) => [name, 'one\n'])), '.claude/settings.local.json': allow };
      await startHost({ files, env });
      const show = (what: string) => page.getByRole('button', { name: `Show ${what}`, exact: true }).click();
      await say(page, 'change them');
      await expect(page.getByText('All changed.')).toBeVisible();
      // An error stays until it is closed.
      await say(page, '/mode none');
      await expectNoneCovered(page, 'conversation');
      for (const pane of ['timeline', 'terminals', 'changes', 'tasks', 'rules', 'settings']) {
        await show(pane);
        await expectNoneCovered(page, pane);
      }
      // What a dialog asks is answered above it.
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox', { name: 'Search commands' }).fill('what agents touched');
      await page.getByRole('option', { name: 'Show what agents touched' }).click();
      await expect(page.getByRole('button', { name: 'Markdown' })).toBeEnabled();
      await expectNoneCovered(page, 'report');
    });
  });
