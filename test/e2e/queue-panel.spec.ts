import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const LINES = Array.from({ length: 12 }, (_, index) => `hop ${index}\n`).join('');
const HALF = LINES.slice(0, LINES.indexOf('hop 6'));

for (const [what, call] of [
  ['a command that changes a file', toolUse('t2', 'Bash', { command: 'sed -i s/hop/HOP/ notes.txt' })],
  ['an edit', toolUse('t2', 'Edit', { file_path: 'notes.txt', old_string: HALF, new_string: HALF.replaceAll('hop', 'HOP') })],
] as const)
  test(`the change stays readable while a rule is made for ${what}`, async ({ startHost, page }) => {
    const run = (id: string) => toolUse(id, 'Bash', { command: `npm run ${id}` });
    const { server, env } = await startModel(
      { blocks: [toolUse('r1', 'Read', { file_path: 'notes.txt' })] },
      { blocks: [run('t0'), run('t1'), call, run('t3'), run('t4')] },
      { blocks: [text('Done.')] },
    );
    await using _ = server;
    await startHost({ files: { 'notes.txt': LINES }, env });
    await page.setViewportSize({ width: 1280, height: 800 });
    const { queue } = partsOf(page);
    await say(page, 'go');
    await queue.getByRole('button', { name: /notes\.txt/ }).click();
    const change = queue.getByRole('group', { name: 'Changes to notes.txt' });
    await expect(change).toBeVisible();
    await queue.getByRole('button', { name: 'Always allow' }).click();
    const form = queue.getByRole('form', { name: 'Always allow' });
    const save = form.getByRole('button', { name: /^Save rules? and allow$/ });
    await expect(save).toBeInViewport({ ratio: 1 });
    await expect(form).toContainText('Would have decided');
    const sixth = change.getByText('hop 5').first();
    const bottomOf = async (part: typeof sixth) => {
      const box = await part.boundingBox({ timeout: 5000 });
      return box ? box.y + box.height : Number.NaN;
    };
    expect(await bottomOf(sixth)).toBeLessThanOrEqual((await form.boundingBox({ timeout: 5000 }))?.y ?? 0);
  });
