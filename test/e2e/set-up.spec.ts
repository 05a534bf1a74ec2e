import { expectAccessible } from './expect-accessible.ts';
import { expect, test, writeFiles } from './host.ts';

const SETTINGS = JSON.stringify({
  model: 'opus',
  theme: 'dark',
  sandbox: { enabled: true },
  permissions: { allow: ['Read'], deny: ['Bash('] },
  hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }] },
});

test('“Your set-up” lists every part with its effect, problems first, and follows trust', async ({ startHost, homeDir }) => {
  writeFiles(homeDir, {
    '.claude/settings.json': SETTINGS,
    '.claude/agents/reviewer.md': '---\nname: reviewer\ndescription: Reviews.\nskills: [a]\n---\nReview.',
    '.claude/commands/test.md': 'Run the tests.',
    '.claude/CLAUDE.md': 'Be brief.',
    '.claude.json': JSON.stringify({ mcpServers: { odd: { url: 'https://example.com' } } }),
  });
  const { page } = await startHost({
    files: { '.claude/settings.json': '{"permissions": {"allow": ["Bash(make *)"]}}', 'CLAUDE.md': 'Use tabs.' },
  });
  await page.getByRole('button', { name: 'Open without trusting' }).click();
  await page.keyboard.press('ControlOrMeta+,');
  const pages = page.getByRole('navigation', { name: 'Pages of settings' });
  await pages.getByRole('button', { name: 'Your set-up' }).click();
  await expect(pages.getByRole('button', { name: 'Your set-up' })).toHaveAttribute('aria-current', 'page');

  const list = (name: string) => page.getByRole('list', { name, exact: true });
  await expect(page.getByRole('heading', { level: 3 }).first()).toContainText('Broken');
  await expect(list('Broken')).toContainText('Bash(');
  await expect(list('Broken')).toContainText('odd');
  await expect(list('Protects nothing here')).toContainText('sandbox.enabled');
  await expect(list('No effect here')).toContainText('theme');
  await expect(list('Works in part')).toContainText('skills');
  await expect(list('Works')).toContainText('say done');
  await expect(list('Waits for you')).toContainText('Bash(make *)');
  await expectAccessible(page, 'your set-up');
  await page.screenshot({ path: test.info().outputPath('wide.png'), fullPage: true });

  const search = page.getByRole('searchbox', { name: 'Search your set-up' });
  await search.fill('hook stop');
  await expect(page.getByRole('status').filter({ hasText: 'items.' })).toContainText('No problems.');
  await expect(page.getByRole('listitem').filter({ hasText: 'say done' })).toBeVisible();
  await expect(list('Broken')).toHaveCount(0);
  await search.fill('nothing like this');
  await expect(page.getByText('No item matches.')).toBeVisible();
  await search.fill('');

  await page.setViewportSize({ width: 640, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(list('Broken')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('narrow-dark.png') });
  await pages.getByRole('button', { name: 'General' }).click();
  await expect(list('Settings files')).toBeVisible();
});

test('“Your set-up” says when there is nothing', async ({ startHost }) => {
  const { page } = await startHost({ files: {} });
  await expect(page.getByRole('textbox').first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('button', { name: 'Your set-up' }).click();
  await expect(page.getByText('Nothing is set up')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('empty.png') });
});

test('a file outside the repository is included once its text was looked at and allowed', async ({ startHost, homeDir }) => {
  const advice = ['# Advice for all projects', '', ...Array.from({ length: 40 }, (_, index) => `- Rule ${index + 1}: keep it short.`)];
  writeFiles(homeDir, { 'shared/advice.md': advice.join('\n') });
  const { page } = await startHost({
    files: {
      'CLAUDE.md': 'See @~/shared/advice.md and @/etc/passwd\n',
      '.claude/settings.json': '{"permissions": {"allow": ["Bash(make *)"]}}',
    },
  });
  await page.getByRole('button', { name: 'Trust this folder' }).click();
  await expect(page.getByRole('textbox').first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('button', { name: 'Your set-up' }).click();
  await expect(page.getByRole('list', { name: 'Broken' })).toContainText('/etc/passwd');
  const waiting = page.getByRole('list', { name: 'Waits for you' });
  await waiting.getByRole('button', { name: 'Review and allow…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Include a file from outside' });
  await expect(dialog).toContainText('Rule 40');
  await expect(dialog).toContainText('CLAUDE.md');
  await expectAccessible(page, 'a file to include');
  await page.screenshot({ path: test.info().outputPath('include-light.png') });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: test.info().outputPath('include-dark.png') });
  await page.setViewportSize({ width: 480, height: 700 });
  await page.screenshot({ path: test.info().outputPath('include-narrow.png') });
  await dialog.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Works', exact: true })).toContainText('advice.md');
});
