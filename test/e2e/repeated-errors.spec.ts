import { text } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { say, startModel } from './window.ts';

test('a server that stays overloaded has one line, with the count and the last time', async ({ startHost }) => {
  const overloaded = { status: 529, error: 'Overloaded', headers: { 'retry-after': '600' } };
  const { server, env } = await startModel(overloaded, overloaded, overloaded, { blocks: [text('Here I am.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const conversation = page.getByRole('region', { name: 'Conversation' });
  const again = conversation.getByRole('button', { name: 'Try again' });
  await say(page, 'Are you there?');
  const line = conversation.getByRole('paragraph').filter({ hasText: 'The server is overloaded' });
  await expect(line).toBeVisible();
  await expect(line).not.toContainText('times');
  await again.click();
  await expect(line).toContainText(/2 times, last at \d\d:\d\d:\d\d/u);
  await again.click();
  await expect(line).toContainText(/3 times, last at \d\d:\d\d:\d\d/u);
  await expect(line).toHaveCount(1);
  await again.click();
  await expect(conversation.getByText('Here I am.')).toBeVisible();
});
