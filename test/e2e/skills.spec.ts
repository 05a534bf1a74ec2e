import { AxeBuilder } from '@axe-core/playwright';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, startModel } from './window.ts';

const files = {
  '.claude/commands/front/new.md': '---\ndescription: Starts a component\nargument-hint: [name]\n---\nMake $1. Files: !`ls src`',
  '.claude/skills/release/SKILL.md': '---\ndescription: Publishes a release\nallowed-tools: Bash(npm publish *)\n---\nPublish it.',
  'src/a.ts': '',
};

test('“/” lists commands; the chosen one runs with its arguments', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('Made.')] }, { blocks: [toolUse('s1', 'Skill', { skill: 'release' })] });
  await using _ = server;
  const { page } = await startHost({ files, env });
  const trust = page.getByRole('button', { name: 'Trust this folder' });
  await trust.click();
  await expect(trust).toBeHidden();
  const { message } = partsOf(page);
  await message.pressSequentially('/');
  const list = page.getByRole('listbox', { name: 'Commands' });
  await expect(list.getByRole('option')).toHaveText([
    ...['clear', 'compact', 'doctor', 'effort', 'export', 'help', 'mode', 'model', 'resume', 'rewind', 'rules', 'usage'].map(
      (name) => new RegExp(`/${name}.*Gatehouse`, 'u'),
    ),
    /\/front:new \[name\].*Starts a component.*command, project/,
    /\/release/,
  ]);
  expect((await new AxeBuilder({ page }).include('[aria-label="Conversation"]').analyze()).violations).toEqual([]);
  await message.pressSequentially('new');
  await expect(list.getByRole('option')).toHaveText([/\/front:new/]);
  await message.press('Tab');
  await expect(message).toHaveValue('/front:new ');
  await expect(list).toBeHidden();
  await message.pressSequentially('Card');
  await message.press('Enter');
  await expect(page.getByText('Made.')).toBeVisible();
  await expect(page.getByText('/front:new', { exact: true })).toBeVisible();
  expect(JSON.stringify(server.requests[0]?.body.messages)).toContain('Make Card. Files: a.ts');

  await message.fill('Release it');
  await message.press('Enter');
  await expect(page.getByText('The skill “release” allows until the end of the turn: Bash(npm publish *).')).toBeVisible();
});
