import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, say, startModel } from './window.ts';

const BACK = 'ControlOrMeta+Shift+k';

const QUESTION = {
  question: 'Which database should it use?',
  header: 'Database',
  options: [
    { label: 'SQLite', description: 'One file' },
    { label: 'Postgres', description: 'A server' },
  ],
  multiSelect: false,
};
const CHECKS = {
  question: 'Which checks should run?',
  header: 'Checks',
  options: [
    { label: 'Types', description: 'tsc' },
    { label: 'Lint', description: 'oxlint' },
  ],
  multiSelect: true,
};

test('answers begun in a form are there again after another session or pane, and gone once sent', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('q1', 'AskUserQuestion', { questions: [QUESTION, CHECKS] })] },
    { blocks: [toolUse('p1', 'ExitPlanMode', { plan: '# Rename the module' })] },
    { blocks: [toolUse('p2', 'ExitPlanMode', { plan: '# Smaller' })] },
    { blocks: [text('Thank you.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { message } = partsOf(page);
  const questions = page.getByRole('region', { name: 'Questions for you' });
  const plan = page.getByRole('region', { name: 'Plan to review' });
  const words = plan.getByRole('textbox');
  await say(page, 'Set it up');
  await questions.getByRole('checkbox', { name: /Lint/ }).check();
  await questions.getByRole('textbox', { name: /Other answer to: Which database/ }).fill('MySQL');

  await page.keyboard.press('ControlOrMeta+Shift+o');
  await expect(page.getByRole('button', { name: 'Sessions, now New session' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Permission mode' }).click();
  await page.getByRole('option', { name: /^Plan/ }).click();
  await expect(page.getByRole('combobox', { name: 'Permission mode' })).toContainText('Plan');
  await say(page, 'Rename it');
  await plan.getByRole('checkbox', { name: /Clear the conversation/ }).check();
  await plan.getByRole('button', { name: 'Keep planning…' }).click();
  await expect(words).toBeFocused();
  await words.fill('Less, please');

  // The window's title counts what the status bar does.
  await expect(page).toHaveTitle(/^\(2\) Rename it/);
  await expect(page.getByRole('contentinfo').getByRole('button', { name: '2 waiting' })).toBeVisible();

  await page.keyboard.press(BACK);
  const expectChosen = async () => {
    await expect(questions.getByRole('textbox', { name: /Other answer to: Which database/ })).toHaveValue('MySQL');
    await expect(questions.getByRole('checkbox', { name: /Lint/ })).toBeChecked();
    await expect(questions.getByText('All answered')).toBeVisible();
  };
  await expectChosen();
  await page.keyboard.press('ControlOrMeta+,');
  await expect(message).toBeHidden();
  await page.keyboard.press('ControlOrMeta+i');
  await expectChosen();

  // What is typed goes to the message box, not into the field.
  await page.keyboard.press(BACK);
  await expect(words).toHaveValue('Less, please');
  await expect(message).toBeFocused();
  await plan.getByRole('button', { name: 'Send answer' }).click();
  await expect(plan.getByRole('heading', { name: 'Smaller' })).toBeVisible();
  await expect(words).toHaveCount(0);
  await plan.getByRole('button', { name: 'Keep planning…' }).click();
  await expect(words).toHaveValue('');

  // Cancelled, it is given up.
  await words.fill('Never mind');
  await plan.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press(BACK);
  await expectChosen();
  await page.keyboard.press(BACK);
  await expect(plan.getByRole('button', { name: 'Keep planning…' })).toBeVisible();
  await page.keyboard.press(BACK);
  await questions.getByRole('button', { name: 'Send answers' }).click();
  await expect(page.getByText('Thank you.')).toBeVisible();
  expect(JSON.stringify(server.requests[3]?.body.messages)).toContain('MySQL');
});

test('the words of a denial are there again after a session of another project', async ({ startHost, homeDir }) => {
  const { server, env } = await startModel(
    { blocks: [text('Seen.')] },
    { blocks: [toolUse('w1', 'Write', { file_path: 'b.txt', content: 'b\n' })] },
  );
  await using _ = server;
  const other = join(homeDir, 'other');
  mkdirSync(other);
  const first = await startHost({ projectDir: other, env });
  await say(first.page, 'Look around');
  await expect(first.page.getByText('Seen.')).toBeVisible();
  await first.stop();

  const { page } = await startHost({ files: {}, env });
  const { queue, message } = partsOf(page);
  const list = page.getByRole('navigation', { name: 'Sessions' });
  await say(page, 'Write the file');
  await answerWithKey(page, 'Shift+d');
  const words = queue.getByRole('textbox');
  await expect(words).toBeFocused();
  await words.fill('Use the other file');
  await page.getByRole('button', { name: 'Show the sessions of all projects' }).click();
  await list.getByRole('button', { name: /^Look around/ }).click();
  await expect(page.getByText('Seen.')).toBeVisible();
  await page.keyboard.press(BACK);
  await expect(words).toHaveValue('Use the other file');
  await expect(message).toBeFocused();
});

test('words for a denial are kept when Escape closes their field, and thrown away by Cancel', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: 'npm run a' })] });
  await using _ = server;
  await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  const why = queue.getByRole('textbox', { name: 'What should the agent do instead?' });
  await say(page, 'run it');
  await answerWithKey(page, 'Shift+D');
  await why.fill('Use the test script');
  await why.press('Escape');
  await expect(why).toBeHidden();
  await page.keyboard.press('Shift+D');
  await expect(why).toHaveValue('Use the test script');
  await expect(why).toBeFocused();
  await queue.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Shift+D');
  await expect(why).toHaveValue('');
});

test('a reason begun for a denial is there again after a reload', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [toolUse('r1', 'Read', { file_path: '/etc/hostname' })] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  const reason = queue.getByRole('textbox', { name: 'What should the agent do instead?' });
  await say(page, 'Read it');
  await answerWithKey(page, 'Shift+D');
  await reason.fill('Not this one');
  await page.reload();
  await expect(reason).toHaveValue('Not this one');
});
