import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, row, say, startModel } from './window.ts';

const FOLDERS = ['src/api', 'src/db', 'src/ui'];

test('files of one name keep the folder that tells them apart, in folded work and in the timeline of a phone', async ({ startHost }) => {
  const paths = FOLDERS.map((folder) => `${folder}/client.js`);
  const edits = paths.map((path, index) => toolUse(`e${index}`, 'Edit', { file_path: path, old_string: 'a', new_string: 'b' }));
  const reads = paths.map((path, index) => toolUse(`r${index}`, 'Read', { file_path: path }));
  const { server, env } = await startModel(
    { blocks: reads },
    { blocks: edits },
    { blocks: [text('All done.')] },
    { blocks: [text('Nothing else.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: Object.fromEntries(paths.map((path) => [path, 'a\n'])), env });
  await page.getByRole('combobox', { name: 'Permission mode' }).click();
  await page.getByRole('option', { name: /Accept edits/ }).click();
  await say(page, 'Fix them');
  await expect(page.getByText('All done.')).toBeVisible();
  await say(page, 'And now?');
  await expect(page.getByText('Nothing else.')).toBeVisible();
  await expect(page.getByRole('button', { name: /3 edits/ })).toContainText('api/client.js, db/client.js, ui/client.js');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Show timeline' }).click();
  const path = row(partsOf(page).timeline, 'src/db/client.js').getByText('src/db/client.js');
  await expect(path).toBeVisible();
  // Its end is in sight; what is cut is its start.
  const cut = await path.evaluate((element) => {
    const [text, box] = [element.getBoundingClientRect(), element.parentElement?.getBoundingClientRect()];
    return { end: text.right - (box?.right ?? 0), start: (box?.left ?? 0) - text.left };
  });
  expect(cut.end).toBeLessThanOrEqual(1);
  expect(cut.start).toBeGreaterThan(0);
});
