import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const bash = (id: string, command: string) => toolUse(id, 'Bash', { command });

test('Always allow says how many other waiting requests its rule answers, before and after', async ({ startHost, page }) => {
  const { server, env } = await startModel(
    { blocks: [bash('b1', 'node one.js'), bash('b2', 'touch two'), bash('b3', 'node three.js')] },
    { blocks: [text('All run.')] },
  );
  await using _ = server;
  await startHost({ files: { 'one.js': '', 'three.js': '' }, env });
  const { queue, always } = partsOf(page);
  await say(page, 'Run them');
  await expect(queue).toContainText('3 pending requests');
  await expect(always).toBeEnabled();
  await always.click();
  const form = queue.getByRole('form', { name: 'Always allow' });
  const rule = form.getByRole('textbox', { name: 'Rule' });
  await rule.fill('Bash');
  await expect(form.getByText('Also answers 2 other waiting requests')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Save rule and allow' })).toBeEnabled();
  await form.getByRole('button', { name: 'Save rule and allow' }).click();
  await expect(page.getByRole('dialog', { name: 'Rule added: Bash' })).toContainText('It also answered 2 other waiting requests');
  await expect(queue).toContainText('No pending requests');
});
