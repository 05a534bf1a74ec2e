import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expectNoViolation } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { pressInPage } from './typed-in-page.ts';
import { answerWithKey, partsOf, say, startModel } from './window.ts';

const PLAN = `# Rename the module

1. Move \`a.ts\` to \`b.ts\`.
2. Run the tests.
`;

const QUESTIONS = [
  {
    question: 'Which database should it use?',
    header: 'Database',
    options: [
      { label: 'SQLite', description: 'One file, nothing to run' },
      { label: 'Postgres', description: 'A server, grows further' },
    ],
    multiSelect: false,
  },
  {
    question: 'Which checks should run?',
    header: 'Checks',
    options: [
      { label: 'Types', description: 'tsc' },
      { label: 'Tests', description: 'vitest' },
      { label: 'Lint', description: 'oxlint' },
    ],
    multiSelect: true,
  },
];

/** Moves the buttons of a form, and presses Enter where the focus is as soon as the page sees it: `button` is inactive then. */
async function pressWhenMoved(page: Page, button: string): Promise<void> {
  await page.evaluate(`void (async () => {
    const send = [...document.querySelectorAll('[data-form] button')].find(({ textContent }) => textContent.includes('${button}'));
    while (!send.disabled) await new Promise((done) => requestAnimationFrame(done));
    const key = { key: 'Enter', bubbles: true, cancelable: true, composed: true };
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', key));
  })()`);
  await page.setViewportSize({ width: 1200, height: 640 });
}

test('a plan is reviewed, edited and accepted, and work continues in the chosen mode', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [text('Here is what I would do.'), toolUse('p1', 'ExitPlanMode', { plan: PLAN })] },
    { blocks: [toolUse('w1', 'Write', { file_path: 'b.ts', content: 'export {};\n' })] },
    { blocks: [text('Carried out.')] },
  );
  await using _ = server;
  const { page, projectDir } = await startHost({ files: { 'a.ts': '' }, env });
  await page.getByRole('combobox', { name: 'Permission mode' }).click();
  await page.getByRole('option', { name: /^Plan/ }).click();
  await expect(page.getByRole('combobox', { name: 'Permission mode' })).toContainText('Plan');
  await say(page, 'rename it');
  const plan = page.getByRole('region', { name: 'Plan to review' });
  await expect(plan.getByRole('heading', { name: 'Rename the module' })).toBeVisible();
  // It is not a permission, so nothing of it is in the queue.
  await expect(partsOf(page).allow).toBeHidden();
  await expectNoViolation(page, '[data-form]');

  await page.keyboard.press('ControlOrMeta+j');
  await expect(plan.getByRole('button', { name: /^Accept/ }).first()).toBeFocused();

  await plan.getByRole('button', { name: 'Edit', exact: true }).click();
  await plan.getByRole('textbox', { name: 'Plan, in Markdown' }).fill(`${PLAN}3. Write it down.\n`);
  await plan.getByRole('button', { name: 'Read' }).click();
  await expect(plan.getByText('Write it down.')).toBeVisible();
  const auto = plan.getByRole('button', { name: 'Accept, auto-accept edits' });
  await expect(auto).toHaveAccessibleDescription(/as do rm, mv, .*sed -i and redirections\. Other commands ask as usual\.$/u);
  await expect(plan.getByText('switches to the mode “Accept edits”')).toBeVisible();
  await auto.click();
  await expect(page.getByText('Carried out.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Permission mode' })).toContainText('Accept edits');
  expect(existsSync(join(projectDir, 'b.ts'))).toBe(true);
  expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('3. Write it down.');
});

test('a long plan is accepted only once its end was in view: a press before scrolls on', async ({ startHost }) => {
  const long = `${PLAN}${Array.from({ length: 60 }, (_each, index) => `${index + 3}. Step ${index + 3}.\n`).join('')}`;
  const { server, env } = await startModel({ blocks: [toolUse('p1', 'ExitPlanMode', { plan: long })] }, { blocks: [text('Carried out.')] });
  await using _ = server;
  const { page } = await startHost({ files: { 'a.ts': '' }, env });
  await page.getByRole('combobox', { name: 'Permission mode' }).click();
  await page.getByRole('option', { name: /^Plan/ }).click();
  await say(page, 'rename it');
  const plan = page.getByRole('region', { name: 'Plan to review' });
  const accept = plan.getByRole('button', { name: 'Accept, ask before each edit' });
  await accept.click();
  await expect(plan.getByRole('status')).toHaveText('Read it to the end first.');
  await expect(plan.getByText('Step 62.')).not.toBeInViewport();
  await plan.getByText('Step 62.').scrollIntoViewIfNeeded();
  await expect(plan.getByRole('status')).toBeEmpty();
  await accept.click();
  await expect(page.getByText('Carried out.')).toBeVisible();
});

test('a plan is rejected with feedback, and the next is accepted with a cleared conversation', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('p1', 'ExitPlanMode', { plan: PLAN })] },
    { blocks: [toolUse('p2', 'ExitPlanMode', { plan: '# Smaller\n\nOnly this.' })] },
    { blocks: [text('As you say.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await page.getByRole('combobox', { name: 'Permission mode' }).click();
  await page.getByRole('option', { name: /^Plan/ }).click();
  await expect(page.getByRole('combobox', { name: 'Permission mode' })).toContainText('Plan');
  await say(page, 'rename it');
  const plan = page.getByRole('region', { name: 'Plan to review' });
  await plan.getByRole('button', { name: 'Keep planning…' }).click();
  await plan.getByRole('textbox').fill('Less, please');
  await plan.getByRole('button', { name: 'Send answer' }).click();
  await expect(plan.getByRole('heading', { name: 'Smaller' })).toBeVisible();
  expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('Less, please');
  await plan.getByRole('checkbox', { name: /Clear the conversation/ }).check();
  await plan.getByRole('button', { name: 'Accept, ask before each edit' }).click();
  await expect(page.getByText('As you say.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Started fresh with the plan' })).toBeVisible();
  expect(server.requests[2]?.body.messages).toHaveLength(1);
});

test('questions are answered by choice and by text, and survive a reload', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('q1', 'AskUserQuestion', { questions: QUESTIONS })] },
    { blocks: [text('Thank you.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'set it up');
  const form = page.getByRole('region', { name: 'Questions for you' });
  await expect(form.getByRole('group', { name: /Which database/ })).toBeVisible();
  await page.reload();
  await form.getByRole('radio', { name: /Postgres/ }).check();
  const send = form.getByRole('button', { name: 'Send answers' });
  await expect(send).toBeDisabled();
  await form.getByRole('checkbox', { name: /Types/ }).check();
  await form.getByRole('checkbox', { name: /Tests/ }).check();
  await form.getByRole('textbox', { name: /Other answer to: Which checks/ }).fill('The bench');
  await expectNoViolation(page, '[data-form]');
  await send.click();
  await expect(page.getByText('Thank you.')).toBeVisible();
  await expect(form).toBeHidden();
  const announced = JSON.stringify(server.requests[1]?.body.messages);
  expect(announced).toContain('Postgres');
  expect(announced).toContain('Types, Tests, The bench');
});

test('a digit chooses an option, and what it chose is sent at once', async ({ startHost }) => {
  const [question] = QUESTIONS;
  const { server, env } = await startModel(
    { blocks: [toolUse('q1', 'AskUserQuestion', { questions: [question] })] },
    { blocks: [text('Thank you.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'set it up');
  const form = page.getByRole('region', { name: 'Questions for you' });
  await form.getByRole('radio', { name: /SQLite/ }).check();
  await expect(form.getByRole('button', { name: 'Send answer' })).toBeEnabled();
  await pressInPage(page, ['2', 'Enter']);
  await expect(page.getByText('Thank you.')).toBeVisible();
  expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('Postgres');
});

test('the number of the other answer leads into its field', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('q1', 'AskUserQuestion', { questions: QUESTIONS })] },
    { blocks: [text('Thank you.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'set it up');
  const form = page.getByRole('region', { name: 'Questions for you' });
  await form.getByRole('radio', { name: /SQLite/ }).focus();
  await page.keyboard.press('3');
  const database = form.getByRole('textbox', { name: /Other answer to: Which database/ });
  await expect(database).toBeFocused();
  await page.keyboard.type('MySQL 8');
  await expect(database).toHaveValue('MySQL 8');
  await expect(form.getByRole('group', { name: /Which database/ }).getByRole('radio', { name: 'Other', exact: true })).toBeChecked();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(form.getByRole('checkbox', { name: /Types/ })).toBeFocused();
  // Chosen before, it stays chosen.
  await form.getByRole('checkbox', { name: 'Other', exact: true }).check();
  await page.keyboard.press('4');
  await page.keyboard.type('The bench');
  await expect(form.getByRole('checkbox', { name: 'Other', exact: true })).toBeChecked();
  await expect(form.getByRole('button', { name: 'Send answers' })).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('Thank you.')).toBeVisible();
  expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('The bench');
});

test('Enter sends the answers also in the moment in which the buttons have moved', async ({ startHost }) => {
  const [question] = QUESTIONS;
  const { server, env } = await startModel(
    { blocks: [toolUse('q1', 'AskUserQuestion', { questions: [question] })] },
    { blocks: [text('Thank you.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'set it up');
  const form = page.getByRole('region', { name: 'Questions for you' });
  await form.getByRole('radio', { name: /SQLite/ }).check();
  await expect(form.getByRole('button', { name: 'Send answer' })).toBeEnabled();
  await pressWhenMoved(page, 'Send answer');
  await expect(page.getByText('Thank you.')).toBeVisible();
  expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('SQLite');
});

test('Enter sends what is said instead of an answer, also in that moment', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('q1', 'AskUserQuestion', { questions: QUESTIONS })] },
    { blocks: [text('I see.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'set it up');
  const form = page.getByRole('region', { name: 'Questions for you' });
  await form.getByRole('button', { name: 'Say something else' }).click();
  await form.getByRole('textbox', { name: 'What should the agent do instead?' }).fill('Use no database');
  await expect(form.getByRole('button', { name: 'Send answer' })).toBeEnabled();
  await pressWhenMoved(page, 'Send answer');
  await expect(page.getByText('I see.')).toBeVisible();
  expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('Use no database');
});

test('questions with HTML, long words and bidirectional text stay text; a parallel ask is answered separately', async ({ startHost }) => {
  const evil = {
    question: '<img src=x onerror=alert(1)> \u202Eedoc?',
    header: 'x'.repeat(40),
    options: [
      { label: '<b>Yes</b>', description: 'w'.repeat(1500), preview: '<script>1</script>' },
      { label: 'No', description: '' },
    ],
    multiSelect: false,
  };
  const { server, env } = await startModel(
    {
      blocks: [
        toolUse('q1', 'AskUserQuestion', { questions: [evil] }),
        toolUse('q2', 'AskUserQuestion', { questions: [{ ...evil, question: 'And this?' }] }),
        toolUse('w1', 'Write', { file_path: 'b.txt', content: 'x\n' }),
      ],
    },
    { blocks: [text('Well.')] },
  );
  await using _ = server;
  const { page, projectDir } = await startHost({ files: {}, env });
  await say(page, 'ask me');
  const form = page.getByRole('region', { name: 'Questions for you' });
  await expect(form.getByText('<b>Yes</b>')).toBeVisible();
  await expect(form.locator('img, script, b')).toHaveCount(0);
  await form.getByText('<b>Yes</b>').click();
  await form.getByRole('button', { name: 'Send answer' }).click();
  await expect(form.getByText('And this?')).toBeVisible();
  await form.getByRole('radio', { name: 'No' }).check();
  await form.getByRole('button', { name: 'Send answer' }).click();
  await answerWithKey(page, 'a');
  await expect(page.getByText('Well.')).toBeVisible();
  expect(readFileSync(join(projectDir, 'b.txt'), 'utf8')).toBe('x\n');
});
