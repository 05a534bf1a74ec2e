import type { Locator, Page } from 'playwright/test';
import { BY_ITSELF, answerFirst, files, keysRest, lookRests, runs } from './follow-up.ts';
import { expect, test } from './host.ts';
import { partsOf, startModel } from './window.ts';

/** Opens the form by its key, on a request that came up by itself after an answer. */
async function openForm(page: Page, key: string, name: string): Promise<Locator> {
  const { queue } = partsOf(page);
  await answerFirst(page, 3);
  await keysRest(page);
  await page.keyboard.press(key);
  const field = queue.getByRole('textbox', { name });
  await expect(field).toBeFocused();
  return field;
}

test('who opens a form by its letter and writes in it after a look answers by Enter', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: runs(3) });
  await using _ = server;
  await startHost({ files, env });
  const { queue } = partsOf(page);
  await openForm(page, 'c', 'What should the agent know?');
  await lookRests(page);
  await page.keyboard.type('go on');
  await expect(queue.getByRole('textbox', { name: 'What should the agent know?' })).toHaveValue('go on');
  await lookRests(page);
  await page.keyboard.press('Enter');
  await expect(queue).toContainText('1 pending request');
});

test('who opens the edit by its letter, changes it and presses Mod+Enter allows what they wrote', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: runs(3) });
  await using _ = server;
  await startHost({ files, env });
  const { queue } = partsOf(page);
  await openForm(page, 'e', 'command');
  await expect(queue.getByRole('button', { name: 'Allow with this change' })).toBeEnabled();
  await lookRests(page);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('npm run s9');
  await page.keyboard.press('ControlOrMeta+Enter');
  // What was changed is checked, and asks again.
  await expect(queue.getByRole('group').first()).toContainText('edited by you');
});

test('in a form that a letter opened, Enter alone says that it has to be pressed again', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: runs(3) });
  await using _ = server;
  await startHost({ files, env });
  const { queue } = partsOf(page);
  await openForm(page, 'Shift+A', 'Rule');
  await lookRests(page);
  await page.keyboard.press('Enter');
  await expect(queue.getByText('Press again to answer it.')).toBeVisible();
  await expect(queue).toContainText('2 pending requests');
  await lookRests(page);
  await page.keyboard.press('Enter');
  await expect(queue).not.toContainText('2 pending requests');
});

test('prose whose first letter opens a form answers nothing, even with Enter at its end', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: runs(3) });
  await using _ = server;
  await startHost({ files, env });
  const { queue } = partsOf(page);
  await answerFirst(page, 3);
  await keysRest(page);
  await page.keyboard.type('could you add a test');
  const comment = queue.getByRole('textbox', { name: 'What should the agent know?' });
  await expect(comment).toHaveValue('ould you add a test');
  await lookRests(page);
  await page.keyboard.press('Enter');
  await expect(queue.getByText(BY_ITSELF)).toBeVisible();
  await expect(queue).toContainText('2 pending requests');
  // Going to the request leaves the person in its form, and takes back what was said.
  await page.keyboard.press('ControlOrMeta+j');
  await expect(comment).toBeFocused();
  await expect(queue.getByText(BY_ITSELF)).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(queue).toContainText('1 pending request');
});

test('after Escape from a form, its letter opens it again at once', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: runs(3) });
  await using _ = server;
  await startHost({ files, env });
  const { queue } = partsOf(page);
  const field = await openForm(page, 'e', 'command');
  await lookRests(page);
  await page.evaluate(`(async () => {
    const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    press('Escape');
    await new Promise((done) => setTimeout(done, 300));
    press('e');
  })()`);
  await expect(field).toBeFocused();
  await expect(queue.getByText(/^Ignored/)).toBeHidden();
});
