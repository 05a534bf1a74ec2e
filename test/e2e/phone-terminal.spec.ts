import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const ALLOWS_BASH = { '.claude/settings.local.json': JSON.stringify({ permissions: { allow: ['Bash'] } }) };

test('with fingers, a terminal has a row of the keys that a keyboard on the screen lacks', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [text('Hello.')] });
  await using _ = server;
  await startHost({ files: {}, env });
  await say(page, 'hello');
  await expect(page.getByText('Hello.')).toBeVisible();
  await page.getByRole('button', { name: 'Show terminals', exact: true }).tap();
  await page.getByRole('button', { name: 'Open your own shell' }).first().tap();
  const pane = page.getByRole('region', { name: 'Terminals' });
  const screen = pane.locator('.xterm');
  const input = pane.getByRole('textbox', { name: 'Terminal: Yours: bash' });
  await expect(input).toBeFocused();
  const keys = pane.getByRole('group', { name: 'Keys' });
  const key = (name: string) => keys.getByRole('button', { name, exact: true });
  for (const each of await keys.getByRole('button').all()) {
    const box = await each.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  }
  await page.keyboard.type('cat -v');
  await page.keyboard.press('Enter');
  await key('Esc (Escape)').tap();
  await key('Tab').tap();
  await page.keyboard.type('x');
  await key('Arrow up').tap();
  await page.keyboard.type('y');
  await key('Ctrl').tap();
  await expect(key('Ctrl')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.type('q');
  await expect(key('Ctrl')).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.type('z');
  await page.keyboard.press('Enter');
  // The terminal shows what is typed once, and `cat` prints it.
  await expect(screen).toContainText('^[[Ay');
  await expect(input).toBeFocused();
  await key('Ctrl+C').tap();
  await page.keyboard.type('echo again $((40+2))');
  await page.keyboard.press('Enter');
  await expect(screen).toContainText('again 42');
  await key('Arrow up').tap();
  await key('Ctrl').tap();
  await page.keyboard.type('a');
  await page.keyboard.type(': not ');
  await page.keyboard.press('Enter');
  await expect(screen).toContainText(': not echo again');
});

test('the row of keys presses nothing in a terminal that isn’t being typed into, and an ended one has none', async ({
  startHost,
  page,
}) => {
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: 'cat -v' })] }, { blocks: [text('Done.')] });
  await using _ = server;
  await startHost({ files: ALLOWS_BASH, env });
  await say(page, 'wait');
  await page.getByRole('button', { name: 'Show terminals', exact: true }).tap();
  const pane = page.getByRole('region', { name: 'Terminals' });
  const keys = pane.getByRole('group', { name: 'Keys' });
  await expect(keys.getByRole('button', { name: 'Ctrl+C' })).toBeDisabled();
  for (const each of await keys.getByRole('button').all()) await expect(each).toBeDisabled();
  await pane.locator('.xterm').tap();
  await expect(pane.getByText('You have taken over.')).toBeHidden();
  await keys.getByRole('button', { name: 'Ctrl', exact: true }).tap();
  await page.keyboard.type('d');
  await page.getByRole('button', { name: 'Show conversation', exact: true }).tap();
  await expect(page.getByText('Done.')).toBeVisible();
  await page.getByRole('button', { name: 'Show terminals', exact: true }).tap();
  await expect(pane.locator('.xterm')).toBeVisible();
  await expect(keys).toHaveCount(0);
  await expect(partsOf(page).message).toBeHidden();
});

for (const size of [
  { width: 740, height: 360 },
  { width: 390, height: 500 },
]) {
  test(`at ${size.width} × ${size.height} a terminal that waits for input shows five lines of its output`, async ({ startHost, page }) => {
    const { server, env } = await startModel({
      blocks: [toolUse('b1', 'Bash', { command: 'cat -v' }), toolUse('b2', 'Bash', { command: 'cat' })],
    });
    await using _ = server;
    await page.setViewportSize(size);
    await startHost({ files: ALLOWS_BASH, env });
    await say(page, 'wait');
    await page.getByRole('button', { name: 'Show terminals', exact: true }).tap();
    const pane = page.getByRole('region', { name: 'Terminals' });
    await expect(pane.getByRole('listbox')).toBeHidden();
    await expect(pane.getByRole('group', { name: 'Keys' })).toBeVisible();
    const input = pane.getByRole('textbox', { name: 'Terminal: cat' });
    await expect(input).toBeAttached();
    await input.focus();
    await page.keyboard.type('x');
    const note = pane.getByText('You have taken over.');
    await expect(note).toBeVisible();
    const fifth = pane.locator('.xterm-rows > div').nth(4);
    const room = async () => {
      const [line, foot] = [await fifth.boundingBox(), await note.boundingBox()];
      return line !== null && foot !== null && line.y + line.height <= foot.y;
    };
    await expect.poll(room).toBe(true);
  });
}
