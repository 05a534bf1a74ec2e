import { byPrompt } from '../support/by-prompt.ts';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test, writeFiles } from './host.ts';
import { answerWithKey, partsOf, row, say, startModel } from './window.ts';

test('the timeline says that a command runs in the background, and afterwards how long it ran', async ({ startHost }) => {
  const command = 'read -r line; echo "got $line"';
  const { server, env } = await startModel(
    { blocks: [toolUse('b1', 'Bash', { command, run_in_background: true, description: 'Wait for a line' })] },
    { blocks: [text('It runs.')] },
    { blocks: [text('It ended.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await page.setViewportSize({ width: 1600, height: 800 });
  const { timeline } = partsOf(page);
  await say(page, 'start it');
  await answerWithKey(page, 'a');
  await expect(page.getByText('It runs.')).toBeVisible();
  const cells = row(timeline, 'read -r').getByRole('gridcell');
  const took = cells.filter({ hasText: /^in background$/ }).last();
  await expect(took).toBeVisible();
  // Its bar reaches the end of the scale.
  const ends = () =>
    page.locator('[data-bar="b1"]').evaluate((cell) => {
      const last = cell.querySelector('[class*="background"]');
      return last ? cell.getBoundingClientRect().right - last.getBoundingClientRect().right : undefined;
    });
  await expect.poll(ends).toBeLessThan(8);

  const call = page.getByRole('log', { name: 'Messages' }).locator('[data-call="b1"]');
  await expect(call).toContainText('in the background');
  await page.keyboard.press('ControlOrMeta+2');
  const terminal = page.getByRole('region', { name: 'Terminals' }).locator('.xterm');
  await terminal.click();
  await page.keyboard.type('one');
  await page.keyboard.press('Enter');
  await expect(page.getByText('It ended.')).toBeVisible();
  await expect(call).toContainText('ended in the background');
  await page.keyboard.press('ControlOrMeta+1');
  await expect(row(timeline, 'read -r').getByTitle('How long it ran, in the background')).toHaveText(/s$/);
});

test('the timeline says that an agent runs in the background, and afterwards how long it ran', async ({ startHost }) => {
  const input = { description: 'Wait for a file', prompt: 'WAIT', subagent_type: 'general-purpose', run_in_background: true };
  const { server, env } = await startModel(
    ...byPrompt(
      ['start it', { blocks: [toolUse('a1', 'Agent', input)] }, { blocks: [text('It runs.')] }, { blocks: [text('It ended.')] }],
      [
        'WAIT',
        { blocks: [toolUse('w1', 'Bash', { command: 'until test -e go; do sleep 0.1; done' })] },
        { blocks: [text('There it is.')] },
      ],
    ),
  );
  await using _ = server;
  const { page, projectDir } = await startHost({ files: {}, env });
  await page.setViewportSize({ width: 1600, height: 800 });
  const { timeline } = partsOf(page);
  await say(page, 'start it');
  await expect(page.getByText('It runs.')).toBeVisible();
  const agent = row(timeline, 'Agent');
  await expect(
    agent
      .getByRole('gridcell')
      .filter({ hasText: /^in background$/ })
      .last(),
  ).toBeVisible();
  await expect(agent.getByRole('img', { name: 'Running in the background' })).toBeVisible();
  writeFiles(projectDir, { go: '' });
  await expect(page.getByText('It ended.')).toBeVisible();
  const took = agent.getByTitle('How long it ran, in the background');
  await expect(took).toHaveText(/s$/);
  await agent.click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector.getByText('Ran in the background')).toHaveText(`Ran in the background ${await took.innerText()}`);
});
