import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { openInGit } from './git-project.ts';
import { expect, test } from './host.ts';
import { say, startModel } from './window.ts';

const SETTINGS = JSON.stringify({ permissions: { allow: ['Bash', 'Write'] } });
const FILES = { 'a.txt': 'one\n', '.gitignore': 'out/\n', '.claude/settings.json': SETTINGS };
const IDENTITY = '-c user.name=A -c user.email=a@example.com';

test('the card of a turn offers to commit only what isn’t committed, and names the commit that the agent made', async ({
  startHost,
  homeDir,
}) => {
  const command = `echo two >> a.txt; echo new > b.txt; git add --all; git ${IDENTITY} commit -qm "Rework"`;
  const { server, env } = await startModel(
    { blocks: [toolUse('b1', 'Bash', { command })] },
    { blocks: [text('Committed it.')] },
    { blocks: [toolUse('w1', 'Write', { file_path: 'out/log.txt', content: 'x\n' })] },
    { blocks: [text('Logged it.')] },
  );
  await using _ = server;
  const { page, projectDir, git } = await openInGit({ startHost, homeDir }, { files: FILES, env });
  await say(page, 'Rework and commit');
  await expect(page.getByText('Committed it.')).toBeVisible();
  const card = page.getByRole('group', { name: 'End of the turn' }).last();
  const offer = card.getByRole('button', { name: 'Commit…' });
  await expect(card.getByText(`Committed as ${git('rev-parse', '--short', 'HEAD')}`, { exact: true })).toBeVisible();
  await expect(offer).toHaveCount(0);

  // What differs again when the person comes back to the window is offered.
  writeFileSync(join(projectDir, 'a.txt'), 'three\n');
  await page.evaluate(`window.dispatchEvent(new Event('focus'))`);
  await expect(offer).toBeVisible();
  await expect(card.getByText(/^Committed as/)).toHaveCount(0);

  // Git ignores all that this turn wrote: there is nothing to commit.
  await say(page, 'Log it');
  await expect(page.getByText('Logged it.')).toBeVisible();
  await expect(card.getByText('log.txt').first()).toBeVisible();
  await expect(card.getByRole('button', { name: 'Review' })).toBeVisible();
  await expect(offer).toHaveCount(0);
});

test('the card says what the turn changed also after a restore and a reload, and then offers nothing to commit', async ({
  startHost,
  homeDir,
}) => {
  const command = 'git mv a.txt moved.txt; echo new > b.txt; rm gone.txt';
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command })] }, { blocks: [text('It has moved.')] });
  await using _ = server;
  const files = { ...FILES, 'a.txt': 'one\ntwo\nthree\nfour\n', 'gone.txt': 'gone\n' };
  const { page } = await openInGit({ startHost, homeDir }, { files, env });
  await say(page, 'Move it');
  await expect(page.getByText('It has moved.')).toBeVisible();
  const card = page.getByRole('group', { name: 'End of the turn' });
  const offer = card.getByRole('button', { name: 'Commit…' });
  await expect(offer).toBeVisible();
  const facts = card.getByRole('listitem');
  await expect(facts).toHaveCount(3);
  await card.getByRole('button', { name: 'Restore…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Restore \d/ }).click();
  await expect(dialog).toBeHidden();
  await expect(offer).toHaveCount(0);
  await page.reload();
  await expect(facts).toContainText(['b.txt', 'gone.txt', 'moved.txt']);
  await expect(card).toContainText(/3 files changed\s*\+1 −1/);
  await expect(card.getByRole('button', { name: 'Review' })).toBeVisible();
  await expect(offer).toHaveCount(0);
});
