import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, row, say, startModel } from './window.ts';

test('the head of a turn draws when the model worked, and says how long, also of a turn of text alone', async ({ startHost }) => {
  const [thought, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { server, env } = await startModel(
    { blocks: [{ ...text('Only words.'), until: thought.promise }] },
    { blocks: [toolUse('r1', 'Read', { file_path: 'a.txt' })] },
    { blocks: [{ ...text('Read it.'), until: written.promise }] },
  );
  await using _ = server;
  const { page } = await startHost({ files: { 'a.txt': 'tide\n' }, env });
  const { timeline, stop } = partsOf(page);
  await say(page, 'Say something');
  const head = timeline.getByRole('rowheader').first();
  // While it works, and after.
  await expect(head.getByTitle('The model is at work')).toBeVisible();
  thought.resolve();
  await expect(page.getByText('Only words.')).toBeVisible();
  await expect(head.getByTitle(/^The model worked \d/)).toBeVisible();
  await expect(head).toHaveAccessibleDescription(/^model \d/);
  await expect(stop).toBeHidden();

  await say(page, 'Read the file');
  const second = timeline.getByRole('rowheader').nth(1);
  await expect(row(timeline, 'Read')).toBeVisible();
  await expect(second.getByTitle('The model is at work')).toBeVisible();
  written.resolve();
  await expect(page.getByText('Read it.')).toBeVisible();
  await expect(second).toHaveAccessibleDescription(/^model .+ · tools /);
  await expect(second.getByTitle(/^How long the turn took\nmodel .+ · tools/)).toBeAttached();
  // All of it is within the scale.
  await expect(page.getByRole('button', { name: /Model \d/ })).toBeVisible();
});

test('the pause before another attempt is drawn as waiting for the server, until the person tries at once', async ({ startHost }) => {
  const written = Promise.withResolvers<void>();
  const { server, env } = await startModel(
    { status: 529, error: 'Overloaded', headers: { 'retry-after': '60' } },
    { blocks: [{ ...text('Here again.'), until: written.promise }] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { timeline, stop } = partsOf(page);
  await say(page, 'Say something');
  const head = timeline.getByRole('rowheader').first();
  await expect(head.getByTitle('Waits to ask the model’s server again')).toBeVisible();
  await expect(head.getByTitle('The model is at work')).toBeHidden();
  await page.getByRole('button', { name: 'Try now', exact: true }).click();
  await expect(head.getByTitle('The model is at work')).toBeVisible();
  written.resolve();
  await expect(stop).toBeHidden();
  await expect(head.getByTitle(/^Waited .+ to ask the model’s server again$/)).toBeVisible();
  await expect(head.getByTitle(/^The model worked/).last()).toBeVisible();
  await expect(head).toHaveAccessibleDescription(/^model .+ · waited .+ for the server$/);
});
