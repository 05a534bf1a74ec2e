import { toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

test('a new rule says what it allowed, and what it allows but leaves to the person', async ({ startHost, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const blocks = ['rm -r ../other', 'npm run a'].map((command, index) => toolUse(`b${index}`, 'Bash', { command }));
  const { server, env } = await startModel({ blocks });
  await using _ = server;
  await startHost({ files: { 'package.json': '{"scripts":{"a":"true"}}' }, env });
  const { queue } = partsOf(page);
  await say(page, 'run both');
  const card = queue.getByRole('group', { name: 'The agent wants to run a command' });
  await expect(card).toContainText('You can write a rule for exactly this command in Rules.');
  await page.keyboard.press('ControlOrMeta+3');
  const rule = page.getByRole('region', { name: 'Rules' }).getByRole('textbox', { name: 'Rule', exact: true });
  const add = async (text: string) => {
    await page.getByRole('button', { name: 'New rule' }).click();
    await rule.fill(text);
    await rule.press('Enter');
    return page.getByRole('dialog', { name: `Rule added: ${text}` });
  };
  await expect(await add('Bash(npm run a)')).toContainText('It allowed 1 waiting request');
  await expect(queue).toContainText('1 pending request');
  await expect(await add('Bash(rm -r ../other)')).toBeVisible();
  await expect(card).toContainText('The rule Bash(rm -r ../other) allows it now. Destructive requests still wait for your answer.');
  await expect(card).not.toContainText('No rule allows it.');
  await expect(card).not.toContainText('You can write a rule');
  const explain = card.getByRole('button', { name: 'Explain' });
  if (!(await explain.isVisible())) await card.getByRole('button', { name: 'More' }).click();
  await explain.click();
  await expect(card).toContainText('When it asked:');
  await expect(card).not.toContainText('Would be allowed by');
});

test('a mode that allows a waiting request by now is named', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: 'rm src/a.ts' })] });
  await using _ = server;
  await startHost({ files: { 'src/a.ts': 'a\n' }, env });
  const { queue } = partsOf(page);
  await say(page, 'remove it');
  const card = queue.getByRole('group', { name: 'The agent wants to run a command' });
  await expect(card).toContainText('No rule allows it.');
  await page.getByRole('combobox', { name: 'Permission mode' }).click();
  await page.getByRole('option', { name: /^Accept edits/u }).click();
  await expect(card).toContainText('The mode Accept edits allows it now. Destructive requests still wait for your answer.');
});
