import type { Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** What a finger can’t hit, or what is cut at the side: buttons and fields in sight, except those in a line of text or a row of the timeline. */
const FIND_MISFITS = `[...document.querySelectorAll('button, summary, input, textarea')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches('[data-inline], [role=treegrid] *, .xterm *, [type=checkbox], [type=radio]'))
  .map((one) => ({ one, box: one.getBoundingClientRect() }))
  .filter(({ box }) => box.width > 1 && (Math.min(box.width, box.height) < 40 && !(box.height >= 32 && one.closest('footer')) || box.right > innerWidth || box.left < 0))
  .map(({ one, box }) => (one.ariaLabel ?? one.textContent) + ' ' + JSON.stringify(box))`;

/** The space around each of the panes’ names, in pixels, of which 4 are enough. */
const GAPS_OF_NAMES = `(() => {
  const names = [...document.querySelectorAll('nav[aria-label=Panes] [aria-hidden=true]:not(svg)')].map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  });
  const edges = [{ right: 0 }, ...names].map(({ right }) => right);
  return [...names, { left: innerWidth }].map(({ left }, index) => Math.min(4, Math.floor(left - edges[index])));
})()`;

/** Nothing needs scrolling to the side, and buttons are for fingers. */
async function expectFits(page: Page, state: string): Promise<void> {
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth'), state).toBe(390);
  await expect.poll(() => page.evaluate<string[]>(FIND_MISFITS), state).toEqual([]);
}

const show = (page: Page, what: string) => page.getByRole('button', { name: `Show ${what}`, exact: true }).tap();

test('on a phone everything fits its width, and the message box stays in sight while a request waits', async ({ startHost, page }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('b1', 'Bash', { command: 'npm test' }), toolUse('w1', 'Write', { file_path: 'one.txt', content: 'one\n' })] },
    { blocks: [text('Done.')] },
  );
  await using _ = server;
  await startHost({ files: {}, env });
  const { allow, deny, message, queue, stop } = partsOf(page);
  await expectFits(page, 'an empty session');
  await expect.poll(() => page.evaluate<number[]>(GAPS_OF_NAMES)).toEqual([4, 4, 4, 4, 4, 4, 4, 4, 4]);
  await say(page, 'write it');
  await expect(allow).toBeInViewport({ ratio: 1 });
  await expect(message).toBeInViewport({ ratio: 1 });
  await expect(stop).toBeInViewport({ ratio: 1 });
  await expectFits(page, 'requests wait');
  // The request stays first, and the agent can be stopped, whatever is shown below.
  await show(page, 'timeline');
  await expect(allow).toBeInViewport({ ratio: 1 });
  await expect(message).toBeHidden();
  await expect(stop).toBeInViewport({ ratio: 1 });
  await deny.tap();
  await expect(queue).toContainText('No pending requests');
  // The list covers the panes until one is chosen.
  await show(page, 'the sessions of all projects');
  const filter = page.getByPlaceholder('Filter sessions');
  await expect(filter).toBeVisible();
  // One place is marked.
  const marked = page.getByRole('navigation', { name: 'Panes' }).locator('[aria-current], [aria-expanded=true]');
  await expect(marked).toHaveAccessibleName('Show the sessions of all projects');
  await show(page, 'rules');
  await expect(filter).toBeHidden();
  await show(page, 'the sessions of all projects');
  await expect(filter).toBeVisible();
  await page.keyboard.press('ControlOrMeta+4');
  await expect(filter).toBeHidden();
  await expect(page.getByRole('region', { name: 'Changes', exact: true })).toBeVisible();
});

test('a phone shows one pane at a time, in all of the space between the bars', async ({ startHost, page }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('w1', 'Bash', { command: 'pwd' })] },
    { blocks: [text('Done, in this folder.')] },
    { blocks: [toolUse('q1', 'AskUserQuestion', QUESTION)] },
    { blocks: [text('Blue it is.')] },
  );
  await using _ = server;
  await startHost({ files: {}, env });
  const { message, queue, timeline } = partsOf(page);
  await message.fill('where');
  await page.getByRole('button', { name: 'Send' }).tap();
  const answer = page.getByText('Done, in this folder.');
  await expect(answer).toBeInViewport();
  await expect(timeline).toBeHidden();
  await message.fill('a draft');
  for (const pane of ['terminals', 'rules', 'changes', 'tasks', 'settings', 'timeline']) {
    await show(page, pane);
    await expect(page.getByRole('button', { name: `Show ${pane}`, exact: true })).toHaveAttribute('aria-current', 'page');
    await expect(message).toBeHidden();
    const side = await page.locator('[data-region="side"]').boundingBox();
    const above = await queue.boundingBox();
    const below = await page.locator('footer[aria-label="Status"]').boundingBox();
    expect(side?.width, pane).toBe(390);
    expect(Math.abs((side?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)), pane).toBeLessThan(2);
    expect(Math.abs((side?.y ?? 0) + (side?.height ?? 0) - (below?.y ?? 0)), pane).toBeLessThan(2);
    await expectFits(page, pane);
  }
  // The inspector covers the pane, until another is chosen.
  await timeline.getByRole('row').filter({ hasText: 'pwd' }).tap();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector).toBeVisible();
  await expectFits(page, 'inspector');
  await show(page, 'conversation');
  await expect(inspector).toBeHidden();
  await expect(timeline).toBeHidden();
  await expect(answer).toBeInViewport();
  await expect(message).toHaveValue('a draft');
  await page.getByRole('button', { name: 'Send' }).tap();
  const question = page.getByRole('region', { name: 'Questions for you' });
  await expect(question).toBeVisible();
  // From another pane, what waits leads there.
  await show(page, 'tasks');
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: '1 waiting' }).tap();
  await expect(question.getByRole('radio', { name: /^Blue/ })).toBeFocused();
  await expectFits(page, 'a question');
});

const QUESTION = {
  questions: [
    {
      question: 'Which colour?',
      header: 'Colour',
      multiSelect: false,
      options: [
        { label: 'Blue', description: 'Like the sea' },
        { label: 'Red', description: 'Like a flag' },
      ],
    },
  ],
};

test('on a phone rows name their tool and what decided, buttons have names, and no keys are shown', async ({ startHost, page }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('r1', 'Read', { file_path: 'one.txt' }), toolUse('b1', 'Bash', { command: 'rm -rf build' })] },
    { blocks: [text('Done.')] },
  );
  await using _ = server;
  await startHost({ files: { 'one.txt': 'one\n', 'build/a.txt': '' }, env });
  await say(page, 'look');
  const { queue, deny } = partsOf(page);
  await expect(deny).toBeVisible();
  await expect(page.locator('kbd').filter({ visible: true })).toHaveCount(0);
  await deny.tap();
  await expect(queue).toContainText('No pending requests');
  const bar = page.getByRole('navigation', { name: 'Panes' });
  for (const name of ['Sessions', 'Chat', 'Timeline', 'Terminals', 'Rules', 'Changes', 'Tasks', 'Settings'])
    await expect(bar.getByText(name, { exact: true })).toBeInViewport({ ratio: 1 });
  await show(page, 'timeline');
  const { timeline } = partsOf(page);
  const row = (text: string) => timeline.getByRole('row').filter({ hasText: text, has: page.getByRole('gridcell') });
  await expect(row('one.txt').getByText('Read', { exact: true })).toBeInViewport({ ratio: 1 });
  const decided = row('rm -rf build').getByRole('gridcell').last();
  await expect(decided).toHaveText('by you', { useInnerText: true });
  await expect(decided).toBeInViewport({ ratio: 1 });
  await expectFits(page, 'the timeline');
});

test('with fingers, a terminal is tapped', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: 'cat; echo over' })] }, { blocks: [text('Done.')] });
  await using _ = server;
  const allow = JSON.stringify({ permissions: { allow: ['Bash'] } });
  await startHost({ files: { '.claude/settings.local.json': allow }, env });
  await say(page, 'wait');
  await show(page, 'terminals');
  await expect(page.getByText(/tap and type/iu)).toBeVisible();
});
