import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from '../e2e/host.ts';
import { controlConnection } from '../e2e/connection.ts';
import { partsOf, row, say, startModel } from '../e2e/window.ts';
import { NARROW, shoot } from './shoot.ts';

const PLAN = Array.from(
  { length: 26 },
  (_, index) => `${index + 1}. Look at part ${index + 1}, at who calls it, and at what its tests say of it.`,
).join('\n');

const bash = (id: string, command: string, more: Readonly<Record<string, unknown>> = {}) => toolUse(id, 'Bash', { command, ...more });

test('paused by the person: scrolled back during a run, and a command waiting for input', async ({ startHost }) => {
  const names = Array.from({ length: 40 }, (_, index) => `src/part-${index}.ts`);
  const ask = 'printf "Deploy to staging? [y/N] "; read -r yes; echo "deploying"; sleep 600';
  const { server, env } = await startModel(
    { blocks: [text(PLAN), ...names.map((name, index) => toolUse(`r${index}`, 'Read', { file_path: name }))] },
    { blocks: [text('Now the deployment.'), bash('b1', ask)] },
  );
  await using _ = server;
  const files = Object.fromEntries(names.map((name) => [name, 'export {};\n']));
  const { page } = await startHost({ files: { ...files, '.claude/settings.local.json': '{"permissions":{"allow":["Bash"]}}' }, env });
  const { timeline } = partsOf(page);
  await say(page, 'Deploy it');
  await expect(row(timeline, 'Deploy to staging')).toBeVisible();
  for (const part of [page.getByRole('log', { name: 'Messages' }), timeline]) {
    await part.hover();
    await page.mouse.wheel(0, -4000);
  }
  await expect(page.getByRole('button', { name: 'Latest' })).toBeVisible();
  await shoot(page, '40-scrolled-back');
  await page.keyboard.press('ControlOrMeta+2');
  await expect(page.locator('.xterm')).toContainText('staging');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: /^Terminal: / })).toBeFocused();
  await page.keyboard.type('y');
  await expect(page.getByText('You have taken over.')).toBeVisible();
  await shoot(page, '41-taken-over');
});

test('the connection to the host drops, pane by pane, and returns', async ({ page, startHost }) => {
  const { server, env } = await startModel(
    {
      blocks: [
        text('I start the server first.'),
        bash('b1', 'echo "ready at http://localhost:5173/"; sleep 600', { run_in_background: true }),
      ],
    },
    { blocks: [bash('b2', 'printf "export const tide = 2;\\n" > src/tide.ts')] },
    { blocks: [text('One line more.'), toolUse('w1', 'Write', { file_path: 'src/moon.ts', content: 'export const moon = 1;\n' })] },
  );
  await using _ = server;
  const line = await controlConnection(page);
  const files = { 'src/tide.ts': 'export const tide = 1;\n', '.claude/settings.local.json': '{"permissions":{"allow":["Bash"]}}' };
  const host = await startHost({ files, env, noPage: true });
  await page.goto(host.url);
  const { allow, message } = partsOf(page);
  await say(page, 'Bring the tide tables up to date');
  await expect(allow).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+4');
  await expect(page.getByRole('list', { name: 'Changed files' })).toContainText('tide.ts');
  await page.keyboard.press('ControlOrMeta+2');
  await expect(page.locator('.xterm')).toContainText('ready at');
  await page.keyboard.press('ControlOrMeta+1');
  await message.focus();
  await line.cut();
  await expect(page.getByText('Connection to Gatehouse lost')).toBeVisible();
  await shoot(page, '42-line-broken');
  await shoot(page, '43-line-broken-narrow', NARROW);
  await page.keyboard.press('ControlOrMeta+2');
  await shoot(page, '44-line-broken-terminals');
  await page.keyboard.press('ControlOrMeta+4');
  await shoot(page, '45-line-broken-changes');
  line.restore();
  await expect(page.getByText('Connection to Gatehouse lost')).toBeHidden();
  await expect(allow).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+1');
  await message.focus();
  await shoot(page, '46-line-back');
});
