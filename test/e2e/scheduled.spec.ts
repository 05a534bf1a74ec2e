import { text, toolUse } from '../support/messages-answer.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { say, startModel } from './window.ts';

test('scheduled prompts are listed until the person removes them', async ({ startHost }) => {
  const schedule = (id: string, cron: string, prompt: string) => toolUse(id, 'CronCreate', { cron, prompt });
  const { server, env } = await startModel(
    { blocks: [schedule('a', '0 9 * * 1-5', 'Look at the build.'), schedule('b', '0 3 1 1 *', 'Happy\u202Enew year.')] },
    { blocks: [text('Both are scheduled.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'Schedule it');
  await expect(page.getByText('Both are scheduled.')).toBeVisible();
  const list = page.getByRole('list', { name: 'Scheduled by the agent' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  const weekdays = list.getByRole('listitem').filter({ hasText: 'Look at the build.' });
  await expect(weekdays).toContainText('on weekdays at 09:00');
  await expectAccessible(page, 'scheduled prompts');
  await weekdays.getByRole('button', { name: 'Remove: it will not run' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: 'Remove: it will not run' }).click();
  await expect(list).toHaveCount(0);
});
