import type { Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expectAccessible, expectNoViolation, expectReachableZoomed } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { clickFirstLink } from './terminal-link.ts';
import { answerWithKey, partsOf, row, say, startModel } from './window.ts';

test('a command runs in a real terminal that accepts input', async ({ startHost }) => {
  const command = 'test -t 1 && echo "on a terminal"; read -r name; echo "hello $name"';
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command })] }, { blocks: [text('It asked.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'ask me');
  await answerWithKey(page, 'a');
  await row(partsOf(page).timeline, 'on a terminal').click();
  const terminal = page.locator('.xterm').first();
  await expect(terminal).toContainText('on a terminal');
  await terminal.click();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  await expect(page.getByText('It asked.')).toBeVisible();
  await expect(terminal).toContainText('hello Ada');
  expect(JSON.stringify(server.requests[1]?.body.messages.at(-1))).toContain('hello Ada');
});

test('a command that waits for input says so in the conversation, its last line and the list, and leads to its terminal', async ({
  page,
  startHost,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const command = 'read -r -p "Your name? " name; echo "hello $name"';
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command })] }, { blocks: [text('It asked.')] });
  await using _ = server;
  await startHost({ files: {}, env });
  // The pane shows another terminal.
  await expect(partsOf(page).message).toBeVisible();
  await page.keyboard.press('ControlOrMeta+t');
  await expect(page.locator('.xterm-helper-textarea')).toBeFocused();
  await say(page, 'ask me');
  await answerWithKey(page, 'a');
  await expect(page.getByText('Waits for your input: read -r')).toBeVisible();
  const show = page.getByRole('button', { name: 'Show terminal', exact: true });
  await expect(show).toBeInViewport({ ratio: 1 });
  await show.click();
  const terminals = page.getByRole('region', { name: 'Terminals' });
  await expect(terminals.getByRole('option', { name: /read -r/ })).toContainText('waits for input');
  await expect(terminals.getByText('Waits for input: click and type')).toBeVisible();
  await expect(page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: '1 waiting' })).toBeVisible();
  await expect(page.locator('.xterm')).toHaveCount(1);
  await expect(terminals.locator('.xterm')).toContainText('Your name?');
  await expect(terminals.locator('.xterm-helper-textarea')).toBeFocused();
  // Again, with the terminal already on the screen.
  await show.click();
  await expect(terminals.locator('.xterm-helper-textarea')).toBeFocused();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  await expect(page.getByText('It asked.')).toBeVisible();
  // What only the model is told is no output.
  expect(JSON.stringify(server.requests[1]?.body.messages.at(-1))).toContain('The user typed into this terminal');
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await conversation.getByRole('button', { name: 'Show the result here' }).click();
  await expect(conversation.getByRole('group', { name: 'Output' })).toContainText('hello Ada');
  await expect(conversation.getByText('The user typed into this terminal')).toHaveCount(0);
});

test('output that is shown only in part is opened at its end, with a way to all of it', async ({ startHost, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const settings = JSON.stringify({ permissions: { allow: ['Bash(seq *)'] } });
  const count = toolUse('b1', 'Bash', { command: 'seq -f "line %.0f of a long output" 300000' });
  const { server, env } = await startModel({ blocks: [count] }, { blocks: [text('Counted.')] });
  await using _ = server;
  const { page } = await startHost({ files: { '.claude/settings.local.json': settings }, env });
  await say(page, 'count');
  await expect(page.getByText('Counted.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+2');
  const terminals = page.getByRole('region', { name: 'Terminals' });
  await expect(terminals.locator('.xterm-rows')).toContainText('line 300000 of a long output');
  await terminals.getByRole('button', { name: 'All of it is in the session’s folder.' }).click();
  // Without a desktop, its path is copied.
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toMatch(/[/\\]terminals[/\\][^/\\]+\.log$/u);
});

test('the output of an ended command wraps to its pane, and is all there', async ({ startHost }) => {
  const command = `printf 'start%0110d-end\\n' 7`;
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command })] }, { blocks: [text('over')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'print a long line');
  await expect(page.getByText('over', { exact: true })).toBeVisible();
  await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Terminals' }).click();
  const terminal = page.locator('.xterm').first();
  await expect(terminal).toContainText('-end');
  const beyond = () =>
    terminal.evaluate((element) => {
      const viewport = element.parentElement?.parentElement;
      return viewport ? viewport.scrollWidth - viewport.clientWidth : Number.NaN;
    });
  await expect.poll(beyond).toBe(0);
});

test('a terminal is still there after a reload', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('b1', 'Bash', { command: 'echo first line; read -r x; echo "got $x"' })] },
    { blocks: [text('over')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'run');
  await answerWithKey(page, 'a');
  await expect(row(partsOf(page).timeline, 'first line')).toHaveAttribute('data-state', 'running');
  await page.reload();
  await row(partsOf(page).timeline, 'first line').click();
  const terminal = page.locator('.xterm').first();
  await expect(terminal).toContainText('first line');
  await terminal.click();
  await page.keyboard.type('more');
  await page.keyboard.press('Enter');
  await expect(terminal).toContainText('got more');
});

test('a background command is listed with its state, followed, taken over, handed back and stopped', async ({ startHost }) => {
  const server = await startModel(
    {
      blocks: [
        toolUse('b1', 'Bash', {
          command: 'echo "up at http://localhost:5173/"; printf "restart? "; while read -r x; do echo "got $x"; printf "restart? "; done',
          run_in_background: true,
          description: 'Start the server',
        }),
      ],
    },
    { blocks: [text('It runs.')] },
  );
  await using _ = server.server;
  const { page } = await startHost({ files: {}, env: server.env });
  await say(page, 'start it');
  await answerWithKey(page, 'a');
  await expect(page.getByText('It runs.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+2');
  const pane = page.getByRole('region', { name: 'Terminals' });
  const option = pane.getByRole('option');
  await expect(pane.getByText('In the background 1')).toBeVisible();
  await expect(option).toContainText('running');
  const terminal = pane.locator('.xterm');
  await expect(terminal).toContainText('up at http://localhost:5173/');
  await terminal.click();
  await page.keyboard.type('yes');
  await expect(pane.getByText('You have taken over.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(terminal).toContainText('got yes');

  await pasteLines(page);
  const paste = page.getByRole('dialog', { name: 'Paste 2 lines?' });
  await expect(paste).toBeVisible();
  await expectAccessible(page, 'the question before a paste');
  await expectReachableZoomed(page, 'the question before a paste');
  await paste.getByRole('button', { name: 'Paste', exact: true }).click();
  await expect(terminal).toContainText('got two');

  await terminal.click();
  await page.keyboard.press('ControlOrMeta+f');
  await pane.getByRole('textbox', { name: 'Find in this terminal' }).fill('got');
  await expect(pane.getByText('1 of 3')).toBeVisible();
  await page.keyboard.press('Escape');

  await pane.getByRole('button', { name: 'Hand back' }).click();
  await expect(pane.getByText('You have taken over.')).toBeHidden();
  await expectNoViolation(page, 'section[aria-label="Terminals"]');
  await page.reload();
  // The pane that was open is open again.
  await expect(terminal).toContainText('got two');
  for (let times = 0; times < 2; times += 1) {
    await pane.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Text for screen readers' }).click();
    await page.keyboard.press('Escape');
    await expect(terminal).toContainText('got two');
  }
  await pane.getByRole('button', { name: 'Stop the command' }).click();
  await expect(option).toContainText('stopped');
  await expect(pane.getByText('Done 1')).toBeVisible();
  // Nothing is left of the previous emulators.
  expect(await pasteLines(page)).toBe('left alone');
  // The person knows already, so no turn starts because of it.
  expect(server.server.requests).toHaveLength(2);
});

test('a printed link shows its target before it opens', async ({ startHost }) => {
  const link = String.raw`printf '\033]8;;https://evil.test/x\033\\https://good.test\033]8;;\033\\\n'; printf '\033]52;c;aGk=\007'; read x`;
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: link })] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'go');
  await answerWithKey(page, 'a');
  await page.keyboard.press('ControlOrMeta+2');
  const terminal = page.locator('.xterm');
  await expect(terminal).toContainText('https://good.test');
  await clickFirstLink(terminal);
  const dialog = page.getByRole('dialog', { name: 'Open this link?' });
  await expect(dialog).toContainText('https://evil.test');
  await expectAccessible(page, 'the question before a link is opened');
  await expectReachableZoomed(page, 'the question before a link is opened');
  expect(page.context().pages()).toHaveLength(1);
});

test('commands open in tabs, two side by side, and keys switch between them', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('b1', 'Bash', { command: 'echo alpha' })] },
    { blocks: [toolUse('b2', 'Bash', { command: 'echo beta; exit 3' })] },
    { blocks: [text('both ran')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'go');
  await answerWithKey(page, 'a');
  await expect(page.getByText('both ran')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+2');
  const pane = page.getByRole('region', { name: 'Terminals' });
  const tabs = pane.getByRole('tab');
  await expect(tabs).toHaveCount(1);
  await pane.getByRole('option', { name: /beta/ }).dblclick();
  await pane.getByRole('option', { name: /alpha/ }).click();
  await expect(tabs).toHaveCount(2);
  await pane.getByRole('button', { name: 'Split side by side' }).click();
  await expect(pane.locator('.xterm')).toHaveCount(2);
  await expect(pane.locator('.xterm').first()).toContainText('alpha');
  await expect(pane.locator('.xterm').nth(1)).toContainText('beta');
  await expect(pane.getByText('exit 3').first()).toBeVisible();
  await pane.getByRole('button', { name: 'Show one terminal' }).click();
  await pane.getByRole('listbox').focus();
  await page.keyboard.press('ArrowDown');
  await expect(pane.locator('.xterm')).toContainText('alpha');
  await page.keyboard.press('ArrowUp');
  await expect(pane.locator('.xterm')).toContainText('beta');
  await page.reload();
  await expect(tabs).toHaveCount(2);
});

/** Types two lines into the shown terminal; tells whether anything consumed them. */
function pasteLines(page: Page): Promise<unknown> {
  // As a string, because test code has no DOM types. The clipboard of a headless browser isn't available everywhere.
  return page.evaluate(`(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'one\\ntwo\\n');
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    return document.querySelector('.xterm textarea').dispatchEvent(event) ? 'left alone' : 'taken';
  })()`);
}

test('a terminal has 80 columns beside the conversation of a small window', async ({ page, startHost }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const command = 'until [ "$(stty size | cut -d" " -f2)" -ge 80 ]; do sleep 0.1; done; echo "wide enough"';
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command })] }, { blocks: [text('It was.')] });
  await using _ = server;
  await startHost({ files: {}, env });
  await say(page, 'how wide?');
  await answerWithKey(page, 'a');
  await page.keyboard.press('ControlOrMeta+2');
  await expect(page.getByText('It was.')).toBeVisible();
});
