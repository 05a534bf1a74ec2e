import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const bash = (id: string, command: string) => toolUse(id, 'Bash', { command });

test('a later response is sorted by risk, though an earlier request is set aside', async ({ startHost, page }) => {
  const [second, riskier] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { server, env } = await startModel(
    { blocks: [bash('a1', 'node aside.js')] },
    {
      blocks: [
        { ...bash('b1', 'node one.js'), until: second.promise },
        { ...bash('b2', 'rm -rf ../two'), until: riskier.promise },
      ],
    },
    { blocks: [text('Done.')] },
  );
  await using _ = server;
  await startHost({ files: {}, env });
  const { queue, message, allow } = partsOf(page);
  const card = queue.getByRole('group', { name: /wants to run a command/ });
  await say(page, 'Ask the first');
  await expect(card).toContainText('node aside.js');
  await expect(allow).toBeEnabled();
  await queue.getByRole('button', { name: 'Later' }).click();
  await expect(queue).toContainText('1 set aside');
  await page.keyboard.press('ControlOrMeta+Shift+o');
  await expect(message).toBeFocused();
  await message.hover();
  await say(page, 'Ask for two');
  second.resolve();
  await expect(card).toContainText('node one.js');
  riskier.resolve();
  await expect(queue).toContainText('2 pending requests · 1 set aside');
  await expect(card).toContainText('rm -rf ../two');
});

test('no row moves while the pointer is in the queue', async ({ startHost, page }) => {
  const riskier = Promise.withResolvers<void>();
  const { server, env } = await startModel({
    blocks: [bash('b1', 'node one.js'), { ...bash('b2', 'rm -rf ../two'), until: riskier.promise }],
  });
  await using _ = server;
  await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  const card = queue.getByRole('group', { name: /wants to run a command/ });
  await say(page, 'Ask for two');
  await expect(card).toContainText('node one.js');
  await card.getByRole('heading').hover();
  riskier.resolve();
  await expect(queue).toContainText('2 pending requests');
  await expect(card).toContainText('node one.js');
});
