import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { byPrompt } from '../support/by-prompt.ts';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, row, say, startModel } from './window.ts';

const agent = (id: string, description: string, prompt: string, more: Readonly<Record<string, unknown>> = {}) =>
  toolUse(id, 'Agent', { description, prompt, ...more });

test('a nested sub-agent asks under its name, and the inspector shows what each agent did', async ({ startHost }, info) => {
  const { server, env } = await startModel(
    ...byPrompt(
      ['Please', { blocks: [agent('m1', 'fix the rounding', 'Outer task.')] }, { blocks: [text('The rounding is fixed.')] }],
      [
        'Outer task.',
        { blocks: [text('I pass the file on.'), agent('o1', 'write the file', 'Inner task.', { name: 'scribe', model: 'haiku' })] },
        { blocks: [text('The scribe wrote it.')] },
      ],
      [
        'Inner task.',
        { blocks: [toolUse('i1', 'Write', { file_path: 'rounding.txt', content: 'half to even\n' })] },
        { blocks: [text('It is **written**.')] },
      ],
    ),
  );
  await using _ = server;
  const { page, projectDir } = await startHost({ files: {}, env });
  const { timeline, queue } = partsOf(page);
  await say(page, 'Please fix it');
  await expect(queue.getByRole('heading', { name: /^scribe wants to/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Waiting for you general-purpose/ })).toContainText(
    'Waiting for you: scribe: write the file',
  );
  await page.screenshot({ path: info.outputPath('asks.png') });
  // An agent that waits isn't running as well.
  await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText('0 running');
  await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText('1 waiting');
  for (const what of ['fix the rounding', 'write the file'])
    await expect(row(timeline, what).getByRole('img', { name: 'Waiting for you' })).toBeVisible();
  await answerWithKey(page, 'a');
  await expect(page.getByText('The rounding is fixed.')).toBeVisible();
  expect(existsSync(join(projectDir, 'rounding.txt'))).toBe(true);

  // Each is listed below the call that started it.
  await expect(row(timeline, 'fix the rounding')).toHaveAttribute('aria-level', '1');
  await expect(row(timeline, 'fix the rounding')).not.toContainText('general-purpose');
  // An agent's calls name its task.
  await expect(row(timeline, 'write the file')).toContainText('fix the rounding');
  await expect(row(timeline, 'write the file')).toHaveAttribute('aria-level', '2');
  await expect(row(timeline, 'rounding.txt')).toHaveAttribute('aria-level', '3');

  await row(timeline, 'fix the rounding').click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  const conversation = inspector.getByRole('group', { name: 'The agent’s conversation' });
  await expect(conversation).toContainText('Outer task.');
  // What the scribe waited for isn't counted as its run, nor is it in the conversation.
  await expect(inspector.getByText(/^Ran /)).toBeVisible();
  await expect(inspector.getByText(/^Waited for you /)).toBeVisible();
  await expect(page.getByRole('log', { name: 'Messages' }).getByTitle(/^Waited for you /)).not.toHaveText('');
  await expect(conversation).toContainText('I pass the file on.');
  await expect(conversation).toContainText('The scribe wrote it.');
  await page.screenshot({ path: info.outputPath('inspector.png') });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: info.outputPath('inspector-dark.png') });
  await conversation.getByRole('button', { name: /scribe/ }).click();
  await expect(conversation).toContainText('Inner task.');
  await conversation.getByRole('button', { name: /rounding\.txt/ }).click();
  await expect(inspector).toContainText('Called by the agent');
  await inspector.getByRole('button', { name: 'scribe' }).click();
  await expect(conversation.locator('strong')).toHaveText('written');
});

test('stopping one agent leaves the parallel one running', async ({ startHost }, info) => {
  const { server, env } = await startModel(
    ...byPrompt(
      [
        'Please',
        {
          blocks: [
            agent('m1', 'count for ever', 'Endless.', { name: 'counter' }),
            agent('m2', 'look around', 'Short.', { subagent_type: 'Explore' }),
          ],
        },
        { blocks: [text('One of them was stopped.')] },
      ],
      ['Endless.', { blocks: [toolUse('s1', 'Bash', { command: 'sleep 300; true' })] }],
      [
        'Short.',
        { blocks: [toolUse('s2', 'Bash', { command: 'sleep 1; ls' })], firstByteMs: 500 },
        { blocks: [text('Nothing here.')], firstByteMs: 500 },
      ],
    ),
  );
  await using _ = server;
  const { page } = await startHost({ files: { 'a.txt': 'a' }, env });
  const { timeline } = partsOf(page);
  await say(page, 'Please go');
  await expect(row(timeline, 'sleep 300')).toHaveAttribute('data-state', 'running');
  await expect(page.getByRole('button', { name: 'Stop counter' })).toBeVisible();
  await page.screenshot({ path: info.outputPath('cards.png') });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: info.outputPath('cards-dark.png') });
  await page.getByRole('button', { name: 'Stop counter' }).click();
  await expect(page.getByText('One of them was stopped.')).toBeVisible();
  await expect(row(timeline, 'sleep 300')).toHaveAttribute('data-state', 'cancelled');
  await expect(row(timeline, 'count for ever')).toHaveAttribute('data-state', 'failed');
  await expect(row(timeline, 'look around')).toHaveAttribute('data-state', 'done');
  await expect(page.getByRole('button', { name: /^Stopped counter/ })).toContainText('Stopped: The user stopped it.');
  await page.screenshot({ path: info.outputPath('stopped.png') });
});

test('one key stops the turn, its agents and background commands, but not the user’s shell', async ({ startHost }) => {
  const serve = toolUse('b1', 'Bash', { command: 'echo serving; sleep 600', run_in_background: true, description: 'Serve' });
  const { server, env } = await startModel(
    ...byPrompt(
      [
        'Please',
        { blocks: [serve, agent('m1', 'wait for ever', 'Endless.', { name: 'waiter', run_in_background: true })] },
        { blocks: [toolUse('s1', 'Bash', { command: 'sleep 500; true' })] },
      ],
      ['Endless.', { blocks: [toolUse('s2', 'Bash', { command: 'sleep 400; true' })] }],
    ),
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { timeline } = partsOf(page);
  await expect(partsOf(page).message).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Shift+Period');
  await expect(page.getByText('Nothing is running')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+t');
  const terminals = page.getByRole('region', { name: 'Terminals' });
  await expect(terminals.getByRole('option', { name: /bash/ })).toContainText('open');
  await page.keyboard.press('ControlOrMeta+1');
  await say(page, 'Please go');
  await expect(row(timeline, 'sleep 500')).toHaveAttribute('data-state', 'running');
  await expect(row(timeline, 'sleep 400')).toHaveAttribute('data-state', 'running');
  await page.keyboard.press('ControlOrMeta+Shift+Period');
  await expect(page.getByText('1 background command stopped')).toBeVisible();
  await expect(row(timeline, 'sleep 500')).toHaveAttribute('data-state', 'cancelled');
  await expect(row(timeline, 'sleep 400')).toHaveAttribute('data-state', 'cancelled');
  await page.keyboard.press('ControlOrMeta+2');
  await expect(terminals.getByRole('option', { name: /serving/ })).toContainText('stopped');
  await expect(terminals.getByRole('option', { name: /bash/ })).toContainText('open');
});

test('a person resumes a finished agent and sees its result separately from the conversation', async ({ startHost }) => {
  const { server, env } = await startModel(
    ...byPrompt(
      [
        'Please',
        { blocks: [agent('m1', 'find the rounding', 'Look for it.', { name: 'finder' })] },
        { blocks: [text('Found.')] },
        { blocks: [text('It looked twice.')] },
      ],
      ['Look for it.', { blocks: [text('In money.ts.')] }, { blocks: [text('In tax.ts, too.')] }],
    ),
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'Please find it');
  await expect(page.getByText('Found.', { exact: true })).toBeVisible();
  await row(partsOf(page).timeline, 'find the rounding').click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  const box = inspector.getByRole('textbox', { name: 'Message to finder' });
  await box.fill('Look in tax.ts as well.');
  await box.press('Enter');
  await expect(inspector.getByRole('group', { name: 'The agent’s conversation' })).toContainText('In tax.ts, too.');
  await expect(box).toHaveValue('');
  const notice = page.getByRole('note', { name: 'From a background task' });
  await expect(notice).toContainText('Agent “find the rounding” completed.');
  await expect(page.getByText('It looked twice.')).toBeVisible();
  await inspector.getByRole('button', { name: 'Close the inspector' }).click();
  await expect(inspector).toBeHidden();
  await notice.getByRole('button', { name: 'Show agent' }).click();
  await expect(inspector).toContainText('In tax.ts, too.');
});
