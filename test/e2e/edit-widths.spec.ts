import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

test('an edit can be allowed with its folder for the session, on the card itself', async ({ startHost }) => {
  const write = (id: string, name: string) => toolUse(id, 'Write', { file_path: name, content: 'hello\n' });
  const { server, env } = await startModel(
    { blocks: [write('w1', 'src/one.txt')] },
    { blocks: [write('w2', 'src/deep/two.txt')] },
    { blocks: [write('w3', 'docs/three.txt')] },
    { blocks: [text('Three written.')] },
  );
  await using _ = server;
  const { page, projectDir } = await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  await say(page, 'Write three files');
  const widths = queue.getByRole('group', { name: 'For this session:' });
  const folder = widths.getByRole('button', { name: 'All in src/' });
  await expect(folder).toBeEnabled();
  await expect(folder).toHaveAttribute('title', 'Edit(src/**)');
  await folder.click();
  // The second file in the folder isn't asked about, the one elsewhere is.
  await expect(queue.getByRole('group', { name: 'The agent wants to create docs/three.txt' })).toBeVisible();
  expect(existsSync(join(projectDir, 'src/deep/two.txt'))).toBe(true);
  const all = widths.getByRole('button', { name: 'All edits' });
  await expect(all).toBeEnabled();
  await all.click();
  await expect(page.getByText('Three written.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Permission mode' })).toContainText('Accept edits');
});
