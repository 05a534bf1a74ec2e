import { BY_ITSELF, answerFirst, files, keysRest, run, runs } from './follow-up.ts';
import { expect, test } from './host.ts';
import { pressInPage } from './typed-in-page.ts';
import { partsOf, say, startModel } from './window.ts';

test('Later that may be part of a text ends what the next request offers', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: runs(3) });
  await using _ = server;
  await startHost({ files, env });
  const { queue } = partsOf(page);
  await answerFirst(page, 3);
  await keysRest(page);
  // It follows another letter too soon.
  await pressInPage(page, ['a', 'Escape', 's']);
  await keysRest(page);
  await page.keyboard.press('a');
  await expect(queue.getByText(BY_ITSELF)).toBeVisible();
  await expect(queue).toContainText('2 pending requests');
});

test('T allows the request that follows for the session, once its button has filled', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: runs(3) });
  await using _ = server;
  await startHost({ files, env });
  const { queue } = partsOf(page);
  await answerFirst(page, 3);
  await keysRest(page);
  await page.keyboard.press('t');
  await expect(queue).toContainText('1 pending request');
  await expect(page.getByText(/^Rule added/)).toBeVisible();
});

test('Ctrl+J on a card that isn’t painted yet takes effect once it is', async ({ startHost, page }) => {
  await page.addInitScript(`{
    const frame = requestAnimationFrame.bind(globalThis);
    const held = [];
    globalThis.holdFrames = false;
    globalThis.requestAnimationFrame = (then) => (globalThis.holdFrames ? held.push(then) : frame(then));
    globalThis.releaseFrames = () => { globalThis.holdFrames = false; held.splice(0).forEach((then) => frame(then)); };
  }`);
  const second = Promise.withResolvers<void>();
  const { server, env } = await startModel({ blocks: [{ ...run(0), until: second.promise }] });
  await using _ = server;
  await startHost({ files, env });
  const { queue, allow } = partsOf(page);
  await say(page, 'run it');
  await expect(page.getByRole('button', { name: 'Stop', exact: true }).first()).toBeVisible();
  await page.evaluate('globalThis.holdFrames = true');
  second.resolve();
  const card = queue.getByRole('group', { name: 'The agent wants to run a command' });
  await expect(card).toBeAttached();
  await page.keyboard.press('ControlOrMeta+j');
  await page.evaluate('globalThis.releaseFrames()');
  await expect(allow).toBeEnabled();
  await expect(card).toHaveAttribute('data-engaged', 'true');
  await page.keyboard.press('a');
  await expect(queue).toContainText('No pending requests');
});
