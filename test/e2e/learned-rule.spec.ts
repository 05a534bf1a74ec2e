import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectSlug } from '../../main/session/store.ts';
import { toolUse } from '../support/messages-answer.ts';
import { bash, PastSessions, type MadeCall } from '../support/past-sessions.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const once = { type: 'allow_once' } as const;

function recordPast(homeDir: string, calls: readonly MadeCall[]): string {
  const projectDir = join(homeDir, 'project');
  mkdirSync(projectDir, { recursive: true });
  new PastSessions(join(homeDir, '.gatehouse/sessions', projectSlug(projectDir)), projectDir).session(...calls).close();
  return projectDir;
}

const offer = (queue: ReturnType<typeof partsOf>['queue']) => queue.getByRole('group', { name: 'Rule learned from your answers' });

test('a request like many that were allowed offers its rule with a back-test, and saves it where the person chooses', async ({
  startHost,
  homeDir,
}) => {
  const calls = ['', ' -- a', ' -- b', ' -- c'].map((end) => bash(`npm test${end}`, once));
  const projectDir = recordPast(homeDir, [...calls, bash('ls')]);
  const { server, env } = await startModel({ blocks: [toolUse('t1', 'Bash', { command: 'npm test -- d' })] });
  await using _ = server;
  const { page } = await startHost({ projectDir, env });
  await say(page, 'test it');
  const { queue } = partsOf(page);
  await expect(offer(queue)).toContainText('You allowed calls like this 4 times. Make it a rule? Bash(npm test *)');
  await expect(offer(queue)).toContainText('It would have allowed 4 of the last 5 calls without asking');
  await expectAccessible(page, 'a request with a learned rule');
  await offer(queue).getByRole('button', { name: 'Make it a rule' }).click();
  const panel = queue.getByRole('form', { name: 'Always allow' });
  await expect(panel.getByRole('textbox', { name: 'Rule' })).toHaveValue('Bash(npm test *)');
  await panel.getByRole('combobox', { name: 'Saved to' }).click();
  await page.getByRole('option', { name: 'All my projects' }).click();
  await panel.getByRole('button', { name: 'Save rule and allow' }).click();
  const file = join(homeDir, '.claude/settings.json');
  await expect
    .poll(() => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown) : null))
    .toEqual({
      permissions: { allow: ['Bash(npm test *)'] },
    });
});

test('a dismissed rule is not offered again', async ({ startHost, homeDir }) => {
  const projectDir = recordPast(homeDir, [bash('npm test', once), bash('npm test', once), bash('npm test', once)]);
  const { server, env } = await startModel(
    { blocks: [toolUse('t1', 'Bash', { command: 'npm test -- first' })] },
    { blocks: [toolUse('t2', 'Bash', { command: 'npm test -- second' })] },
  );
  await using _ = server;
  const { page, stateDir } = await startHost({ projectDir, env });
  await say(page, 'test it');
  const { queue, allow } = partsOf(page);
  await offer(queue).getByRole('button', { name: 'Don’t suggest this again' }).click();
  await expect(offer(queue)).toHaveCount(0);
  const file = join(stateDir, 'dismissed-suggestions.json');
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toContain('Bash(npm test *)');
  await allow.click();
  await expect(queue).toContainText('npm test -- second');
  await expect(allow).toBeEnabled();
  await expect(offer(queue)).toHaveCount(0);
});
