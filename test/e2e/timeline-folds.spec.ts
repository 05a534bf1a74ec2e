import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, row, say, startModel } from './window.ts';

test('of many turns the old ones are folded; all fold and unfold at once, and a call that is shown unfolds its turn', async ({
  startHost,
}) => {
  const TURNS = 7;
  const numbers = Array.from({ length: TURNS }, (_, index) => index + 1);
  const { server, env } = await startModel(
    ...numbers.flatMap((index) => [
      { blocks: [toolUse(`b${index}`, 'Bash', { command: index === 2 ? 'cat nothing' : `echo turn-${index}` })] },
      { blocks: [text(`Answer ${index}.`)] },
    ]),
  );
  await using _ = server;
  const settings = JSON.stringify({ permissions: { allow: ['Bash'] } });
  const { page } = await startHost({ files: { '.claude/settings.local.json': settings }, env });
  const { timeline } = partsOf(page);
  for (const index of numbers) {
    await say(page, `Do ${index}`);
    await expect(page.getByText(`Answer ${index}.`)).toBeVisible();
  }
  const calls = timeline.getByRole('row').filter({ has: page.getByRole('gridcell') });
  // None folds while it is read, but when the timeline opens.
  await expect(calls).toHaveCount(TURNS);
  await page.reload();
  await expect(calls).toHaveText([/turn-5/, /turn-6/, /turn-7/]);
  // A fold opens for the failure in it.
  await timeline.focus();
  await page.keyboard.press('[');
  await expect(row(timeline, 'cat nothing')).toHaveAttribute('data-active', 'true');
  await expect(row(timeline, 'cat nothing')).toBeInViewport({ ratio: 1 });
  // From its head too.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('h');
  await expect(calls).toHaveCount(3);
  await page.keyboard.press(']');
  await expect(row(timeline, 'cat nothing')).toHaveAttribute('data-active', 'true');
  await page.keyboard.press('w');
  await expect(page.getByRole('region', { name: 'Why?' })).toBeVisible();
  await page.getByRole('button', { name: 'Close the inspector' }).click();

  await timeline.getByRole('button', { name: 'Fold all turns' }).click();
  await expect(calls).toHaveCount(0);
  await timeline.getByRole('button', { name: 'Unfold all turns' }).click();
  await expect(calls).toHaveCount(TURNS);
  await timeline.getByRole('button', { name: 'Fold all turns' }).click();
  await page
    .getByRole('region', { name: 'Conversation' })
    .getByRole('button', { name: /Run echo turn-3/ })
    .click();
  await expect(calls).toHaveText([/turn-3/]);

  // What is folded stays so while another pane is shown, and across a reload.
  await page.keyboard.press('ControlOrMeta+4');
  await expect(timeline).toBeHidden();
  await page.keyboard.press('ControlOrMeta+1');
  await expect(calls).toHaveText([/turn-3/]);
  await page.reload();
  await expect(calls).toHaveText([/turn-3/]);
});
