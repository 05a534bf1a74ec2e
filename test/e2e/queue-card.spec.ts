import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, say, startModel, stopTime } from './window.ts';

const bash = (id: string, command: string) => toolUse(id, 'Bash', { command });
const scripts = { 'package.json': JSON.stringify({ scripts: { a: 'echo ran-a', b: 'echo ran-b' } }) };

test('an edited input is shown, runs in place of the model’s, and is reported to the model', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [bash('b1', 'npm run a')] }, { blocks: [text('Understood.')] });
  await using _ = server;
  const { page } = await startHost({ files: scripts, env });
  const { queue } = partsOf(page);
  await say(page, 'run it');
  await answerWithKey(page, 'e');
  const form = queue.getByRole('form', { name: 'Edit the input' });
  await expect(form.getByRole('textbox', { name: 'command' })).toHaveValue('npm run a');
  await form.getByRole('button', { name: 'As JSON' }).click();
  await form.getByRole('textbox', { name: 'Input as JSON' }).fill('{"cmd": "npm run b"}');
  await form.getByRole('button', { name: 'Allow with this change' }).click();
  await expect(form.getByRole('alert')).toContainText('command');
  await form.getByRole('textbox', { name: 'Input as JSON' }).fill('{"command": "npm run b"}');
  await form.getByRole('button', { name: 'Allow with this change' }).click();
  await expect(queue).toContainText('edited by you');
  await expect(queue).toContainText('npm run b');
  // It waits again: what would run is shown everywhere, and whose it is.
  const messages = page.getByRole('log', { name: 'Messages' });
  await expect(messages).toContainText('npm run b');
  await expect(messages).toContainText('edited by you');
  await expect(messages).not.toContainText('npm run a');
  const row = page.getByRole('treegrid', { name: 'Timeline' }).getByRole('row').filter({ hasText: 'npm run' });
  await expect(row).toContainText('npm run b');
  await expect(row.getByTitle('edited by you')).toHaveText('edited');
  await expect(row.getByRole('gridcell', { name: /waited for you.*waited for you/iu })).toBeVisible();
  await answerWithKey(page, 'a');
  await expect(page.getByText('Understood.')).toBeVisible();
  await row.click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  const input = inspector.getByRole('region', { name: 'Input, edited by you' });
  await expect(input.getByRole('group', { name: 'Input, edited by you' })).toContainText('npm run b');
  await expect(input.getByRole('group', { name: 'Input from the agent' })).toContainText('npm run a');
  const results = JSON.stringify(server.requests[1]?.body.messages.at(-1)?.content);
  expect(results).toContain('ran-b');
  expect(results).toContain('The user changed the input of your call of Bash');
});

test('applies only the chosen hunks of an edit', async ({ startHost }) => {
  const before = 'one\ntwo\nthree\nfour\n';
  const edit = toolUse('e1', 'Edit', { file_path: 'a.txt', old_string: before, new_string: 'ONE\ntwo\nthree\nFOUR\n' });
  const { server, env } = await startModel(
    { blocks: [toolUse('r1', 'Read', { file_path: 'a.txt' })] },
    { blocks: [edit] },
    { blocks: [text('Half of it, then.')] },
  );
  await using _ = server;
  const { page, projectDir } = await startHost({ files: { 'a.txt': before }, env });
  const { queue } = partsOf(page);
  await say(page, 'edit it');
  await answerWithKey(page, 'h');
  const form = queue.getByRole('form', { name: 'Choose changes' });
  await form.getByRole('checkbox').nth(1).uncheck();
  await form.getByRole('button', { name: 'Allow 1 of 2' }).click();
  await expect(page.getByText('Half of it, then.')).toBeVisible();
  expect(readFileSync(join(projectDir, 'a.txt'), 'utf8')).toBe('ONE\ntwo\nthree\nfour\n');
});

test('shows each change whole when some are chosen, in a window of 1280 × 800', async ({ page, startHost }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const before = Array.from({ length: 60 }, (_, line) => `line ${line}\n`).join('');
  const after = before.replace('line 3\n', 'LINE 3\n').replace('line 25\n', 'LINE 25\n').replace('line 50\n', 'LINE 50\n');
  const { server, env } = await startModel(
    { blocks: [toolUse('r1', 'Read', { file_path: 'a.txt' })] },
    { blocks: [toolUse('w1', 'Write', { file_path: 'a.txt', content: after })] },
  );
  await using _ = server;
  const { url } = await startHost({ files: { 'a.txt': before }, env, noPage: true });
  await page.goto(url);
  await say(page, 'edit it');
  await answerWithKey(page, 'h');
  const form = partsOf(page).queue.getByRole('form', { name: 'Choose changes' });
  await expect(form.getByRole('checkbox')).toHaveCount(3);
  // Each change is as tall as its lines; only the list scrolls.
  const cut = await form
    .locator('[data-kept]')
    .evaluateAll((hunks) => hunks.filter((hunk) => hunk.scrollHeight > hunk.clientHeight + 1).length);
  expect(cut).toBe(0);
});

test('Explain shows the steps of the decision, also below a long diff, and what would allow the call', async ({ startHost }) => {
  const content = Array.from({ length: 200 }, (_, line) => `line ${line}\n`).join('');
  const { server, env } = await startModel({ blocks: [toolUse('w1', 'Write', { file_path: 'long.txt', content })] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  await say(page, 'write much');
  const explain = queue.getByRole('button', { name: 'Explain' });
  await expect(explain).toHaveAttribute('aria-expanded', 'false');
  await answerWithKey(page, 'x');
  await expect(explain).toHaveAttribute('aria-expanded', 'true');
  const steps = queue.getByRole('list', { name: 'Decision of each layer, in order' }).getByRole('listitem');
  await expect(steps.first()).toContainText('Deny rules');
  await expect(steps.first()).toBeInViewport();
  // Layers with nothing to say of them take one line, not that of a step’s name.
  expect((await steps.first().boundingBox())?.height).toBeLessThan(28);
  await expect(queue.getByText('Would be allowed by')).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(explain).toHaveAttribute('aria-expanded', 'false');
  await expect(queue.locator('[data-ask]').first()).toBeFocused();
});

test('a card that reappears under the pointer accepts clicks only after a delay', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [bash('b1', 'npm run a')] }, { blocks: [bash('b2', 'npm run b')] });
  await using _ = server;
  const { page } = await startHost({ files: scripts, env });
  const { queue, allow } = partsOf(page);
  await say(page, 'run one');
  await expect(allow).toBeEnabled();
  await page.keyboard.press('Shift+ControlOrMeta+o');
  await expect(queue.getByRole('button', { name: 'run one' })).toBeVisible();
  await say(page, 'run the other');
  await expect(queue).toContainText('2 pending requests');
  await expect(allow).toBeEnabled();
  // To the other ask and back within one task, in which no time passes.
  const isDisabled = await page.evaluate(`(async () => {
    const drawn = async () => { for (let step = 0; step < 20; step += 1) await null; };
    for (const times of [1, 2]) {
      document.querySelector('button[data-ask]').click();
      await drawn();
    }
    return [...document.querySelectorAll('[role=group][data-ask] button')].find(({ textContent }) => textContent === 'Allow once').disabled;
  })()`);
  expect(isDisabled).toBe(true);
  await expect(allow).toBeEnabled();
});

test('an irreversible action needs holding or typing, and ignores single keys and clicks', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [bash('b1', 'rm -rf old-build')] }, { blocks: [text('Gone.')] });
  await using _ = server;
  const { page, projectDir } = await startHost({ files: { 'old-build/x': '1' }, env });
  const { queue } = partsOf(page);
  await say(page, 'clean up');
  const hold = queue.getByRole('button', { name: 'Hold to allow once' });
  await expect(hold).toBeEnabled();
  // No time passes here, so nothing is held long enough, however slow the machine is.
  await stopTime(page);
  await hold.click();
  await expect(queue.getByText('Hold the button or the key until the button is full.')).toBeVisible();
  // A key released over another window sends no keyup event.
  await hold.focus();
  await page.keyboard.down('a');
  await expect(hold).toHaveAttribute('data-holding', 'true');
  await page.evaluate(`dispatchEvent(new Event('blur'))`);
  await expect(hold).toHaveAttribute('data-holding', 'false');
  await page.keyboard.up('a');
  await page.clock.resume();
  // Keys act only in the queue.
  await page.getByRole('treegrid', { name: 'Timeline' }).focus();
  await page.keyboard.press('a');
  await page.keyboard.press('d');
  await expect(hold).toBeVisible();
  const typed = queue.getByRole('textbox', { name: 'Type old-build to allow it' });
  await typed.fill('old');
  await typed.press('Enter');
  await expect(hold).toBeVisible();
  expect(existsSync(join(projectDir, 'old-build'))).toBe(true);
  await typed.fill('old-build');
  await typed.press('Enter');
  await expect(page.getByText('Gone.')).toBeVisible();
  expect(existsSync(join(projectDir, 'old-build'))).toBe(false);
});

test('shows a payload of two megabytes to its end before it can be answered', async ({ startHost }) => {
  const lines = Array.from({ length: 40_000 }, (_, line) => `line ${line} of a very long file, filled up to some length`);
  const content = `${lines.join('\n')}\nthe very end\n`;
  const { server, env } = await startModel({ blocks: [toolUse('w1', 'Write', { file_path: 'big.txt', content })] });
  await using _ = server;
  const { page, projectDir } = await startHost({ files: {}, env });
  const { queue, allow } = partsOf(page);
  await say(page, 'go');
  await expect(allow).toBeEnabled();
  const payload = queue.getByRole('group', { name: 'content' });
  expect(await payload.evaluate((element) => element.textContent.length)).toBeGreaterThan(2_000_000);
  // Content is laid out when it becomes visible, and may be higher than estimated.
  await expect(async () => {
    const below = await payload.evaluate((element) => {
      element.scrollTo(0, element.scrollHeight);
      const last = element.lastElementChild;
      return last?.textContent.trimEnd().endsWith('the very end') === true
        ? last.getBoundingClientRect().bottom - element.getBoundingClientRect().bottom
        : Number.POSITIVE_INFINITY;
    });
    expect(below).toBeLessThan(1);
  }).toPass();
  await answerWithKey(page, 'd');
  // Scanning all text repeatedly would block the page.
  await expect(payload).toHaveCount(0);
  await expect(queue).toContainText('No pending requests');
  expect(existsSync(join(projectDir, 'big.txt'))).toBe(false);
});

test('a destructive request says whether a checkpoint covers what it deletes', async ({ startHost }) => {
  const covered = 'A checkpoint covers this: “Restore…” can bring it back.';
  const final = 'This can’t be undone.';
  const unknown = 'It may not be possible to undo this.';
  const cases = [
    ['rm src/a.ts', covered],
    ['git mv src/b.ts c.ts; rm src/a.ts', covered],
    ['rm kept.log', final],
    ['rm ../elsewhere.txt', final],
    ['git branch -D old', final],
    ['rm missing.txt', 'Nothing is there now.'],
    ['rm -r "$OUT"', unknown],
    ['git reset --hard', unknown],
  ] as const;
  const calls = cases.map(([command], index) => bash(`b${String(index)}`, command));
  const { server, env } = await startModel(...calls.map((call) => ({ blocks: [call] })));
  await using _ = server;
  const files = { '.gitignore': '*.log\n', 'src/a.ts': 'a\n', 'src/b.ts': 'b\n', 'kept.log': 'l\n', '../elsewhere.txt': 'e\n' };
  const { page } = await startHost({ files, env });
  const { queue, deny } = partsOf(page);
  for (const [command, says] of cases) {
    await say(page, 'go');
    await expect(queue).toContainText(command);
    await expect(queue).toContainText(`Destructive${says}`);
    // A line is read at a glance, and only what is known to be final is said to be.
    await expect(queue).not.toContainText('Read it to the end.');
    if (says !== final) await expect(queue).not.toContainText('can’t be undone');
    await expect(queue.getByRole('button', { name: 'Hold to allow once' })).toBeVisible();
    await deny.click();
    await expect(queue).toContainText('No pending requests');
  }
});

test('at 1280 × 800 the change of an edit is in sight, and a longer card says that it goes on', async ({ startHost, page }) => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${String(index)}`).join('\n');
  const edit = toolUse('e1', 'Edit', { file_path: 'a.txt', old_string: 'line 12', new_string: 'changed' });
  const { server, env } = await startModel(
    { blocks: [toolUse('r1', 'Read', { file_path: 'a.txt' })] },
    { blocks: [bash('b1', 'npm run a'), edit] },
    { blocks: [toolUse('w1', 'Write', { file_path: 'long.txt', content: lines(90) })] },
    { blocks: [text('Done.')] },
  );
  await using _ = server;
  await startHost({ files: { ...scripts, 'a.txt': lines(30) }, env });
  const { queue, allow } = partsOf(page);
  await say(page, 'go');
  await answerWithKey(page, 'a');
  // The line that explains the keys takes its part.
  await expect(queue).toContainText('Press A to allow once or D to deny.');
  const card = queue.getByRole('group', { name: 'The agent wants to edit a.txt' });
  await expect(card.locator('[data-line]').filter({ hasText: 'added' })).toBeInViewport({ ratio: 1 });
  await expect(allow).toBeEnabled();
  await allow.click();
  const long = queue.getByRole('group', { name: 'The agent wants to create long.txt' });
  const goesOn = long.getByText('More below');
  await expect(goesOn).toBeInViewport({ ratio: 1 });
  // Each press scrolls on, to the end.
  await expect(async () => {
    if ((await goesOn.count()) > 0) await goesOn.click({ timeout: 1000 });
    expect(await goesOn.count()).toBe(0);
  }).toPass({ intervals: [50] });
  await expect(long.locator('[data-line]').filter({ hasText: 'line 89' })).toBeInViewport();
});

test('of a command of many parts, those that ask come first, and the others are folded', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [bash('b1', 'ls && pwd && make all && cat a.txt')] });
  await using _ = server;
  await startHost({ files: { 'a.txt': 'a' }, env });
  const { queue } = partsOf(page);
  await say(page, 'make');
  const asking = queue.getByRole('list', { name: 'Parts of the command' }).getByRole('listitem');
  await expect(asking).toHaveCount(1);
  await expect(asking).toContainText('make all');
  const reading = queue.getByRole('list', { name: '3 parts only read' }).getByRole('listitem');
  await expect(reading).toHaveCount(0);
  await queue.getByText('3 parts only read').click();
  await expect(reading).toHaveCount(3);
});
