import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

/** The text of the current match, and how many are marked in all that is rendered. */
const MARKED = `[...(CSS.highlights.get('found-current') ?? [])].map(String).join() + ' of ' + (CSS.highlights.get('found')?.size ?? 0)`;

/** The line with the current match, if it is in sight. */
const LINE = `(() => {
  const [range] = CSS.highlights.get('found-current') ?? [];
  if (!range) return '';
  const { left, top } = range.getBoundingClientRect();
  if (!range.startContainer.parentElement.contains(document.elementFromPoint(left + 2, top + 4))) return 'out of sight';
  const text = range.startContainer.parentElement.closest('pre').textContent;
  const before = document.createRange();
  before.setStart(range.startContainer.parentElement.closest('pre'), 0);
  before.setEnd(range.startContainer, range.startOffset);
  const at = before.toString().length;
  return text.slice(text.lastIndexOf('\\n', at) + 1, text.indexOf('\\n', at) < 0 ? undefined : text.indexOf('\\n', at));
})()`;

test('finds in messages, code and folded work, opens what it finds, and gives the focus back', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: ['a', 'b', 'harbour', 'd', 'e'].map((name) => toolUse(name, 'Write', { file_path: `${name}.txt`, content: 'x' })) },
    { blocks: [text('The **harbour** master keeps `harbour.txt`.\n\n```ts\nconst harbour = 1;\n```')] },
  );
  await using _ = server;
  const settings = JSON.stringify({ permissions: { allow: ['Edit(*.txt)'] } });
  const { page } = await startHost({ files: { '.claude/settings.local.json': settings }, env });
  const { message } = partsOf(page);
  await say(page, 'Write about the Harbour');
  await expect(page.getByText('master keeps')).toBeVisible();

  await message.press('ControlOrMeta+f');
  const field = page.getByRole('textbox', { name: 'Find in the conversation' });
  const count = page.getByRole('search').getByRole('status');
  await field.fill('harbour');
  await expect(count).toHaveText('1 of 5');
  await field.press('Enter');
  await expect(count).toHaveText('2 of 5');
  // The call stands in a fold, which opens.
  const folded = page.getByRole('button', { name: /^5 edits/ });
  await expect(folded).toHaveAttribute('aria-expanded', 'true');
  await expect(page.locator('[data-found]')).toContainText('harbour.txt');
  await expect.poll(() => page.evaluate(MARKED)).toBe('harbour of 5');
  await field.press('Shift+Enter');
  await field.press('Shift+Enter');
  await expect(count).toHaveText('5 of 5');
  await expect.poll(() => page.evaluate(MARKED)).toBe('harbour of 5');

  await field.fill('lighthouse');
  await expect(count).toHaveText('No results');
  await field.press('Escape');
  await expect(field).toBeHidden();
  await expect(message).toBeFocused();
  expect(await page.evaluate(MARKED)).toBe(' of 0');
});

test('finds in results that aren’t loaded, and opens them at the place', async ({ startHost }) => {
  const list = toolUse('list', 'Bash', { command: 'seq -f "tide %g" 300' });
  const { server, env } = await startModel({ blocks: [list] }, { blocks: [text('Three hundred.')] });
  await using _ = server;
  const settings = JSON.stringify({ permissions: { allow: ['Bash(seq *)'] } });
  const { page } = await startHost({ files: { '.claude/settings.local.json': settings }, env });
  await say(page, 'Count them');
  await expect(page.getByText('Three hundred.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+f');
  const field = page.getByRole('textbox', { name: 'Find in the conversation' });
  await field.fill('Tide 42');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('1 of 1');
  const result = page.getByRole('region', { name: 'Conversation' }).getByRole('group', { name: 'Output' });
  await expect(result).toContainText('tide 41\ntide 42\ntide 43');
  await expect.poll(() => page.evaluate(MARKED)).toBe('tide 42 of 1');

  // Each occurrence counts, those in lines that aren’t shown too.
  const count = page.getByRole('search').getByRole('status');
  await field.fill('tide 1');
  await expect(count).toHaveText('1 of 111');
  for (const line of ['10', '11', '12']) {
    await field.press('Enter');
    await expect.poll(() => page.evaluate(LINE)).toBe(`tide ${line}`);
  }
  await expect(count).toHaveText('4 of 111');
  await field.press('Shift+Enter');
  await expect.poll(() => page.evaluate(LINE)).toBe('tide 11');
  for (let times = 0; times < 3; times += 1) await field.press('Shift+Enter');
  await expect(count).toHaveText('111 of 111');
  await expect.poll(() => page.evaluate(LINE)).toBe('tide 199');
  await expect(result).toContainText('tide 199');
  await field.press('Escape');
  await expect(result).toBeVisible();
});

test('goes through what it finds in files that were read', async ({ startHost }) => {
  const names = ['a', 'b', 'c', 'd'];
  const { server, env } = await startModel(
    { blocks: names.map((name) => toolUse(name, 'Read', { file_path: `${name}.txt` })) },
    { blocks: [text('Read.')] },
  );
  await using _ = server;
  const tides = 'high tide\nlow tide\n';
  const { page } = await startHost({ files: Object.fromEntries(names.map((name) => [`${name}.txt`, name === 'd' ? 'x' : tides])), env });
  await say(page, 'Read them');
  await expect(page.getByText('Read.', { exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+f');
  const field = page.getByRole('textbox', { name: 'Find in the conversation' });
  const count = page.getByRole('search').getByRole('status');
  await field.fill('tide');
  await expect(count).toHaveText('1 of 6');
  const result = page.getByRole('region', { name: 'Conversation' }).getByRole('group', { name: 'Output' });
  await expect(result).toHaveCount(1);
  await expect.poll(() => page.evaluate(LINE)).toContain('high tide');
  await field.press('Enter');
  await expect.poll(() => page.evaluate(LINE)).toContain('low tide');
  await field.press('Enter');
  await expect(count).toHaveText('3 of 6');
  await expect(page.locator('[data-found]')).toContainText('b.txt');
  await expect(result).toHaveCount(1);
});

test('finds in the diffs of changed files, and opens them at the place', async ({ startHost }) => {
  const content = Array.from({ length: 60 }, (_, line) => `tide ${line}\n`).join('');
  const { server, env } = await startModel(
    { blocks: [toolUse('w', 'Write', { file_path: 'table.txt', content })] },
    { blocks: [text('Sixty.')] },
  );
  await using _ = server;
  const settings = JSON.stringify({ permissions: { allow: ['Edit(*.txt)'] } });
  const { page } = await startHost({ files: { '.claude/settings.local.json': settings }, env });
  await say(page, 'Write them down');
  await expect(page.getByText('Sixty.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+f');
  await page.getByRole('textbox', { name: 'Find in the conversation' }).fill('tide 42');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('1 of 1');
  await expect.poll(() => page.evaluate(MARKED)).toBe('tide 42 of 1');
});

test('finds what the model thought and what was rewound', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [{ type: 'thinking', thinking: 'A zeppelin would do.', signature: 's' }, text('Done.')] },
    { blocks: [text('Carried.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'Carry the pianoforte');
  await expect(page.getByText('Done.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+f');
  const field = page.getByRole('textbox', { name: 'Find in the conversation' });
  await field.fill('zeppelin');
  await expect(page.getByText('A zeppelin would do.')).toBeVisible();
  await field.press('Escape');

  await page.getByRole('article', { name: 'You' }).hover();
  await page.getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: /Edit and resend/ }).click();
  const message = page.getByRole('textbox', { name: 'Message' });
  await expect(message).toHaveValue('Carry the pianoforte');
  await message.fill('Carry the cello');
  await message.press('Enter');
  await expect(page.getByText('Carried.')).toBeVisible();
  const rewound = page.getByRole('region', { name: 'Rewound' });
  await expect(rewound.getByRole('button', { name: 'Show' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+f');
  await field.fill('pianoforte');
  await expect(rewound.getByText('Carry the pianoforte')).toBeVisible();
});

test('shows what it finds in the part of a command that is cut', async ({ startHost }) => {
  const command = `printf '%s' ${'one '.repeat(50)}xylophone`;
  const { server, env } = await startModel({ blocks: [toolUse('c', 'Bash', { command })] }, { blocks: [text('It ran.')] });
  await using _ = server;
  const settings = JSON.stringify({ permissions: { allow: ['Bash(printf *)'] } });
  const { page } = await startHost({ files: { '.claude/settings.local.json': settings }, env });
  await say(page, 'go');
  await expect(page.getByText('It ran.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+f');
  await page.getByRole('textbox', { name: 'Find in the conversation' }).fill('xylophone');
  // What is cut isn't where its letters are.
  const isShown = `(() => {
    const [range] = CSS.highlights.get('found-current') ?? [];
    if (!range) return false;
    const { left, top } = range.getBoundingClientRect();
    return range.startContainer.parentElement.contains(document.elementFromPoint(left + 2, top + 4));
  })()`;
  await expect.poll(() => page.evaluate(isShown)).toBe(true);
});

test('finds one of five thousand calls and the first message above them', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('call-0', 'Write', { file_path: 'file-0.txt', content: 'x' })] },
    { blocks: [text('All written.')] },
  );
  await using _ = server;
  const settings = JSON.stringify({ permissions: { allow: ['Edit(*.txt)'] } });
  const first = await startHost({ files: { '.claude/settings.local.json': settings }, env });
  await say(first.page, 'Begin at the beginning');
  await expect(first.page.getByText('All written.')).toBeVisible();
  await first.stop();
  multiplyCall(first.stateDir, 5000);

  const { page } = await startHost({ projectDir: first.projectDir, env });
  await page.getByRole('button', { name: /^Begin at/ }).click();
  await expect(page.getByText('All written.')).toBeInViewport();
  await page.keyboard.press('ControlOrMeta+f');
  const field = page.getByRole('textbox', { name: 'Find in the conversation' });
  const status = page.getByRole('search').getByRole('status');
  await field.fill('file-2500.txt');
  await expect(status).toHaveText('1 of 1');
  await expect(page.locator('[data-found]')).toContainText('file-2500.txt');
  await expect(page.locator('[data-found]')).toBeInViewport();
  await field.fill('file-');
  await expect(status).toHaveText(/ of 5,000\+?$/);
  await field.fill('begin at the');
  await expect(page.getByRole('article', { name: 'You' })).toBeInViewport();
  await field.press('Escape');
});

/** Repeats the only call of the session on disk. */
function multiplyCall(stateDir: string, count: number): void {
  const sessions = join(stateDir, 'sessions');
  const name = readdirSync(sessions, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith('events.jsonl')) ?? '';
  const file = join(sessions, name);
  const [header = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const isOfCall = (line: string): boolean => /"type":"(?:assistant\.block|call\.)/u.test(line) && line.includes('call-0');
  const last = lines.findLastIndex(isOfCall);
  const ofCall = lines.filter(isOfCall);
  const more = Array.from({ length: count - 1 }, (_, index) =>
    ofCall.map((line) =>
      line
        .replaceAll('call-0', `call-${index + 1}`)
        .replaceAll('file-0', `file-${index + 1}`)
        .replace(/"messageId":"[^"]*"/u, `"messageId":"message-${index + 1}"`),
    ),
  ).flat();
  const all = [...lines.slice(0, last + 1), ...more, ...lines.slice(last + 1)];
  const renumbered = all.map((line, index) => {
    const event = JSON.parse(line) as { seq: number; id: string };
    return JSON.stringify({ ...event, id: `${event.id}-${index}`, seq: index + 1 });
  });
  writeFileSync(file, `${[header, ...renumbered].join('\n')}\n`);
}
