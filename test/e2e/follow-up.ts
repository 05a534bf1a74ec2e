import type { Page } from 'playwright/test';
import { toolUse } from '../support/messages-answer.ts';
import { expect } from './host.ts';
import { answerWithKey, partsOf, say } from './window.ts';

export const FILLS = /Press A to allow once or D to deny/;
export const BY_ITSELF = 'Ignored: this request came up by itself';
export const PROSE = 'add a test and do all the jobs at once: deploy, then tidy. a day saved adds to the date';

export const run = (index: number) => toolUse(`r${index}`, 'Bash', { command: `npm run s${index}` });
export const runs = (count: number) => Array.from({ length: count }, (_, index) => run(index));
export const files = {
  'package.json': JSON.stringify({ scripts: Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`s${index}`, 'true'])) }),
};

/** Lets what is listed be painted, and be there for longer than it must before an answer. By the page's clock, as below. */
export async function listRests(page: Page): Promise<void> {
  const twoFrames = '(then) => requestAnimationFrame(() => requestAnimationFrame(then))';
  await page.evaluate(`new Promise((done) => (${twoFrames})(() => setTimeout(done, 400)))`);
}

/** Asks for each of some commands, and answers the first by key. */
export async function answerFirst(page: Page, count: number): Promise<void> {
  const { queue } = partsOf(page);
  await say(page, 'run all');
  await expect(queue).toContainText(`${count} pending requests`);
  await listRests(page);
  await answerWithKey(page, 'a');
  await expect(queue.getByText(FILLS)).toBeVisible();
}

/** Lets more time pass than a letter must be away from other keys. The page's clock counts, so a slow machine waits longer. */
export async function keysRest(page: Page): Promise<void> {
  await expect(partsOf(page).allow).toBeEnabled();
  await lookRests(page);
}

/** The same in a form, which takes the place of the buttons. */
export async function lookRests(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => setTimeout(done, 700))');
}
