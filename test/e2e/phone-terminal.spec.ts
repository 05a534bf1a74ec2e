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
