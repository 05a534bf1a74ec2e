import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { longWork, storeSession } from '../support/stored-sessions.ts';
import { growForAFrame } from './grow-for-a-frame.ts';
import { expect, test } from './host.ts';
import { partsOf, row, say, startModel, stopTime } from './window.ts';

const settings = { permissions: { deny: ['Bash(curl *)'], allow: ['Bash(printf *)', 'Bash(curl *)'] } };
const files = { '.claude/settings.local.json': JSON.stringify(settings), 'src/money.ts': 'export const cents = 100;\n' };

const ENDLESS = 'printf "%*s" 40000 x';

/** A turn with a read, a failed command, a denied one, and one whose output is too long for the model. */
const turn = [
  {
    blocks: [toolUse('r1', 'Read', { file_path: 'src/money.ts' }), toolUse('b1', 'Bash', { command: 'ls no-such-folder' })],
  },
  { blocks: [toolUse('b2', 'Bash', { command: 'curl example.invalid' })] },
  { blocks: [toolUse('b3', 'Bash', { command: ENDLESS })] },
  { blocks: [text('That is all.')] },
] as const;

test('finds calls by search, state and jumping between failures, and resets to all', async ({ startHost }) => {
  const { server, env } = await startModel(...turn);
  await using _ = server;
  const { page } = await startHost({ files, env });
  const { timeline } = partsOf(page);
  const rows = timeline.getByRole('row').filter({ has: page.getByRole('gridcell') });
  await say(page, 'look around');
  await expect(page.getByText('That is all.')).toBeVisible();
  await expect(rows).toHaveCount(4);

  await timeline.focus();
  await page.keyboard.press('/');
  const field = page.getByRole('textbox', { name: 'Filter by tool, path or command' });
  await expect(field).toBeFocused();
  await page.keyboard.type('money');
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('search')).toContainText('1 of 4');
  await expect(timeline.getByRole('row', { name: /look around/ })).toContainText('1 of 4 calls');
  await field.fill('nowhere to be found');
  await expect(page.getByText('No call matches')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(4);
  await expect(timeline).toBeFocused();

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'State' }).click();
  await page.getByRole('menuitemcheckbox', { name: /Denied/ }).click();
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('curl');
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await expect(rows).toHaveCount(4);

  // The focused row keeps focus wherever the filter moves it.
  await timeline.focus();
  await page.keyboard.press('Home');
  // The head of the turn is the first line.
  await expect(timeline.getByRole('row', { name: /look around/ })).toHaveAttribute('data-active', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(row(timeline, 'money')).toHaveAttribute('data-active', 'true');
  await page.keyboard.press('/');
  await field.fill('curl');
  await expect(rows).toHaveCount(1);
  await expect(row(timeline, 'curl')).toHaveAttribute('data-active', 'false');
  await page.keyboard.press('Escape');
  await expect(row(timeline, 'money')).toHaveAttribute('data-active', 'true');

  await page.keyboard.press(']');
  await expect(row(timeline, 'no-such-folder')).toHaveAttribute('data-active', 'true');
  await page.keyboard.press(']');
  await expect(row(timeline, 'curl')).toHaveAttribute('data-active', 'true');
  await page.keyboard.press('[');
  await expect(row(timeline, 'no-such-folder')).toHaveAttribute('data-active', 'true');

  // A pane that opens and closes below moves the rows without a scroll by the person, so the list keeps following.
  await timeline.evaluate((grid) => {
    grid.style.flex = 'none';
    grid.style.height = '80px';
  });
  const fromEnd = () => timeline.evaluate((grid) => Math.abs(grid.scrollHeight - grid.clientHeight - grid.scrollTop));
  await timeline.evaluate((grid) => grid.scrollTo({ top: grid.scrollHeight }));
  await expect.poll(fromEnd).toBeLessThan(8);
  await growForAFrame(page, 'treegrid');
  await expect.poll(fromEnd).toBeLessThan(8);

  // The next failure is in view as a whole, below the header and the head of its turn.
  await timeline.evaluate((grid) => (grid.style.height = '108px'));
  await page.keyboard.press('Home');
  await page.keyboard.press(']');
  await expect(row(timeline, 'no-such-folder')).toBeInViewport({ ratio: 1 });
});

test('fast-scrolled rows render without text until scrolling stops', async ({ startHost }) => {
  const calls = Array.from({ length: 150 }, (_, index) => toolUse(`r${index}`, 'Read', { file_path: 'a.ts', limit: index + 1 }));
  const { server, env } = await startModel({ blocks: calls }, { blocks: [text('Seen.')] });
  await using _ = server;
  const { page } = await startHost({ files: { 'a.ts': 'tide\n' }, env });
  await say(page, 'look');
  await expect(page.getByText('Seen.')).toBeVisible();
  const timeline = page.getByRole('treegrid', { name: 'Timeline' });
  // Where it lands depends on time: no time passes until then, however long a frame takes.
  await page.evaluate('void (window.onFrame = requestAnimationFrame.bind(window))');
  await stopTime(page);
  const texts = await page.evaluate<string[]>(`(async () => {
    const grid = document.querySelector('[role=treegrid]');
    const seen = [];
    // The leap to the newest call, as it came, counts no more after a short step.
    grid.scrollTop -= 1;
    await new Promise((resolve) => window.onFrame(resolve));
    await new Promise((resolve) => window.onFrame(resolve));
    grid.scrollTop = 0;
    for (let frame = 0; frame < 5; frame += 1) {
      await new Promise((resolve) => window.onFrame(resolve));
      seen.push([...grid.querySelectorAll('[role=row] [data-kind]')].map((cell) => cell.textContent).join(''));
      // Further than the visible range, starting with one leap, like a jump.
      grid.scrollTop += grid.clientHeight + 30;
    }
    return seen;
  })()`);
  expect(texts[0]).toContain('a.ts');
  expect(texts.at(-1)).toBe('');
  await page.clock.resume();
  await expect(timeline.getByRole('row').nth(5)).toContainText('a.ts');
});

test('shows why a call was denied: the rule, the one it overrode, and links to both', async ({ startHost }) => {
  const { server, env } = await startModel(...turn);
  await using _ = server;
  const { page } = await startHost({ files, env });
  const { timeline } = partsOf(page);
  await say(page, 'look around');
  await expect(page.getByText('That is all.')).toBeVisible();
  await row(timeline, 'curl').click();
  await timeline.focus();
  await page.keyboard.press('w');
  const why = page.getByRole('complementary', { name: 'Inspector' }).getByRole('region', { name: 'Why?' });
  await expect(why).toContainText('Denied by a rule');
  await expect(why).toContainText('Denied by the rule Bash(curl *) because of');
  await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('Not allowed here')), null`);
  await why.getByRole('button', { name: 'Copy the decision' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Copying failed');
  await why.getByText('All rules about this call').click();
  const candidates = why.locator('details').getByRole('listitem');
  await expect(candidates.nth(0)).toContainText('decides');
  await expect(candidates.filter({ hasText: 'overridden' })).toContainText('The deny rule Bash(curl *) comes before it.');
  await candidates.nth(0).getByRole('button', { name: 'Bash(curl *)' }).click();
  await expect(page.getByRole('region', { name: 'Rules' })).toContainText('Bash(curl *)');
});

test('reads a 50 MB result page by page', async ({ startHost }) => {
  const { server, env } = await startModel(...turn);
  await using _ = server;
  const { page, stateDir } = await startHost({ files, env });
  const { timeline, message } = partsOf(page);
  await say(page, 'look around');
  await expect(page.getByText('That is all.')).toBeVisible();
  writeFileSync(savedResult(stateDir), `first line\n${'a line of fifty characters, so that pages add up.\n'.repeat(1_000_000)}last line\n`);
  await row(timeline, 'printf').click();
  const result = page.getByRole('complementary', { name: 'Inspector' }).getByRole('region', { name: 'Whole result' });
  await expect(result).toContainText('first line');
  await expect(result).toContainText('of 47.7MB');
  await expect(result.getByRole('button', { name: 'Previous page' })).toBeDisabled();
  await result.getByRole('button', { name: 'Next page' }).click();
  await expect(result).not.toContainText('first line');
  await result.getByRole('button', { name: 'Last page' }).click();
  await expect(result).toContainText('last line');
  await expect(result.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await result.getByRole('button', { name: 'Previous page' }).click();
  await result.getByRole('button', { name: 'First page' }).click();
  await expect(result).toContainText('first line');
  // The window was never blocked by it.
  await message.fill('still here');
  await expect(message).toHaveValue('still here');
});

test('exports the timeline without call contents unless requested', async ({ startHost }, info) => {
  const { server, env } = await startModel(...turn);
  await using _ = server;
  const { page } = await startHost({ files, env });
  await say(page, 'look around');
  await expect(page.getByText('That is all.')).toBeVisible();
  const save = async (texts: boolean): Promise<string> => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export the timeline' });
    if (texts) await dialog.getByRole('checkbox').check();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    const path = info.outputPath(`${texts}.json`);
    await (await download).saveAs(path);
    await expect(dialog).toBeHidden();
    return readFileSync(path, 'utf8');
  };
  const bare = await save(false);
  expect(JSON.parse(bare)).toHaveProperty('traceEvents.0.ph', 'M');
  expect(bare).toContain('"tool":"Read"');
  expect(bare).not.toMatch(/curl|money|no-such-folder/);
  expect(await save(true)).toContain('curl example.invalid');
});

/** The only file of a result that was too long for the model. */
function savedResult(stateDir: string): string {
  const found = readdirSync(stateDir, { recursive: true, encoding: 'utf8' }).find((path) => /tool-results\/[^/]+\.txt$/.test(path));
  const path = join(stateDir, found ?? 'no saved result');
  if (!existsSync(path)) throw new Error('No result was saved to a file');
  return path;
}

test('heads of folded turns that pass too fast to be read say only when they began', async ({ startHost, homeDir }) => {
  const projectDir = join(homeDir, 'project');
  mkdirSync(projectDir);
  storeSession(join(homeDir, '.gatehouse'), projectDir, 'Long work', longWork(10_000));
  const { page } = await startHost({ projectDir });
  await page.getByRole('button', { name: /^Long work/ }).click();
  const { timeline } = partsOf(page);
  const heads = timeline.getByRole('row').filter({ hasText: /Work on part/ });
  await expect(heads.last()).toContainText('Work on part 200');
  // Where it lands depends on time: no time passes until then, however long a frame takes.
  await page.evaluate('void (window.onFrame = requestAnimationFrame.bind(window))');
  await stopTime(page);
  const texts = await page.evaluate<string[]>(`(async () => {
    const grid = document.querySelector('[role=treegrid]');
    grid.scrollTop = 0;
    for (let frame = 0; frame < 5; frame += 1) {
      await new Promise((resolve) => window.onFrame(resolve));
      grid.scrollTop += grid.clientHeight + 30;
    }
    await new Promise((resolve) => window.onFrame(resolve));
    return [...grid.querySelectorAll('[role=rowheader]')].map((head) => head.textContent);
  })()`);
  expect(texts.length).toBeGreaterThan(10);
  for (const passing of texts) expect(passing).toMatch(/^\d\d:\d\d$/u);
  await page.clock.resume();
  await expect(heads.nth(10)).toContainText(/50 calls/);
  // Each is at its place, and in order for screen readers.
  const places = await heads.evaluateAll((rows) =>
    rows.map((head) => [Number(head.ariaRowIndex), head.getBoundingClientRect().top] as const),
  );
  for (const [index, [place, top]] of places.entries()) {
    const before = places[index - 1];
    if (!before) continue;
    expect(place).toBe(before[0] + 1);
    expect(Math.round(top - before[1])).toBe(28);
  }
});
