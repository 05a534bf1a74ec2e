import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, row, say, startModel } from './window.ts';

const LONG = 'A line of a long answer.\n\n'.repeat(60);

test('a call selected in the timeline is shown in the conversation, in its fold, and the other way round', async ({ startHost }) => {
  const write = (name: string) => toolUse(name, 'Write', { file_path: `${name}.txt`, content: name });
  const { server, env } = await startModel(
    { blocks: ['a', 'b', 'c', 'd', 'e'].map(write) },
    { blocks: [text(`First done.\n\n${LONG}`)] },
    { blocks: ['v', 'w', 'x', 'y', 'z'].map(write) },
    { blocks: [text(`Second done.\n\n${LONG}`)] },
  );
  await using _ = server;
  const settings = JSON.stringify({ permissions: { allow: ['Edit(*.txt)'] } });
  const { page } = await startHost({ files: { '.claude/settings.local.json': settings }, env });
  const { timeline } = partsOf(page);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await say(page, 'Begin with five');
  await expect(page.getByText('First done.')).toBeAttached();
  await say(page, 'Then five more');
  await expect(page.getByText('Second done.')).toBeAttached();

  // Each turn has a head with its message.
  await expect(timeline.getByText('Begin with five')).toBeVisible();
  await expect(timeline.getByText('Then five more')).toBeVisible();

  await row(timeline, 'b.txt').click();
  const call = conversation.locator('[data-call="b"]');
  await expect(call).toBeInViewport();
  await expect(conversation.getByRole('button', { name: /^5 edits/ }).first()).toHaveAttribute('aria-expanded', 'true');

  // Reading on isn't disturbed by what stays selected.
  await conversation.getByRole('log').hover();
  await page.mouse.wheel(0, 5000);
  await expect(call).not.toBeInViewport();

  await page.getByRole('button', { name: 'Latest' }).or(conversation.getByText('Second done.')).first().isVisible();
  const second = conversation.getByRole('button', { name: /^5 edits/ }).last();
  await second.click();
  await conversation.getByRole('button', { name: /Write y\.txt/ }).click();
  await expect(row(timeline, 'y.txt')).toHaveAttribute('aria-selected', 'true');
  await expect(row(timeline, 'y.txt')).toBeInViewport();
});

test('finding a text brings the timeline along, and begins near what is in view', async ({ startHost }) => {
  const paths = (turn: number) => Array.from({ length: 14 }, (_, at) => `part${turn}-${at}.txt`);
  const reads = (turn: number) => paths(turn).map((path) => toolUse(path, 'Read', { file_path: path }));
  const { server, env } = await startModel(
    ...[1, 2, 3].flatMap((turn) => [{ blocks: reads(turn) }, { blocks: [text(`Harbour ${turn}.\n\n${LONG}`)] }]),
  );
  await using _ = server;
  const files = Object.fromEntries([1, 2, 3].flatMap(paths).map((path) => [path, 'x\n']));
  const { page } = await startHost({ files, env });
  const { timeline } = partsOf(page);
  for (const turn of [1, 2, 3]) {
    await say(page, `Read the files of part ${turn}`);
    await expect(page.getByText(`Harbour ${turn}.`)).toBeAttached();
    await expect(partsOf(page).stop).toBeHidden();
  }
  await page.keyboard.press('ControlOrMeta+f');
  const field = page.getByRole('textbox', { name: 'Find in the conversation' });
  const count = page.getByRole('search').getByRole('status');
  await field.fill('harbour');
  await expect(count).toHaveText('3 of 3');
  await field.press('Enter');
  await expect(count).toHaveText('1 of 3');
  await expect(timeline.getByText('Read the files of part 1')).toBeInViewport();
});
