import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectSlug } from '../../main/session/store.ts';
import { bash, PastSessions } from '../support/past-sessions.ts';
import { expect, test } from './host.ts';

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 1024, height: 700 },
  { width: 390, height: 844 },
])
  test(`what is said of the last rule covers no part of the next one (${viewport.width}×${viewport.height})`, async ({
    startHost,
    homeDir,
  }) => {
    const projectDir = join(homeDir, 'project');
    mkdirSync(projectDir, { recursive: true });
    const sessionsDir = join(homeDir, '.gatehouse/sessions', projectSlug(projectDir));
    new PastSessions(sessionsDir, projectDir).session(bash('npm test'), bash('npm run a')).close();
    const { page } = await startHost({ projectDir });
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: 'Show rules' }).click();
    const pane = page.getByRole('region', { name: 'Rules', exact: true });
    const field = pane.getByRole('textbox', { name: 'Rule', exact: true });
    await pane.getByRole('button', { name: 'New rule' }).click();
    await field.fill('Bash(npm test)');
    await field.press('Enter');
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await expect(undo).toBeVisible();
    await pane.getByRole('button', { name: 'New rule' }).click();
    await field.fill('Bash(git *)');
    const past = pane.getByRole('region', { name: 'On past calls' });
    await expect(past).toContainText('Would have decided none of the last 2 calls.');
    const editor = await pane.getByRole('group', { name: 'Rule editor' }).boundingBox();
    const said = await page.getByRole('dialog', { name: 'Rule added: Bash(npm test)' }).boundingBox();
    expect((editor?.y ?? Infinity) + (editor?.height ?? 0)).toBeLessThanOrEqual(said?.y ?? 0);
  });
