import { toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

test('letters that look like others are marked in the row and on the card, which names them', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: 'git рush origin && node src/сору.js' })] });
  await using _ = server;
  const { page } = await startHost({ files: { 'a.txt': 'a' }, env });
  const { queue } = partsOf(page);
  await say(page, 'push it');
  await expect(queue.getByRole('note')).toHaveText(
    'Contains letters that look like others: р (Cyrillic, like p), сору (Cyrillic, like copy)',
  );
  await expect(queue.getByTitle('Cyrillic р, looks like p').first()).toHaveText('р');
  const row = page.getByRole('treegrid', { name: 'Timeline' }).getByRole('row').filter({ hasText: 'git рush' });
  await expect(row.getByTitle('Cyrillic р, looks like p')).toBeVisible();
});
