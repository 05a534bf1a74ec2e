import type { Locator, Page } from 'playwright/test';
import { MessagesServer } from '../support/messages-server.ts';
import type { Answer } from '../support/messages-answer.ts';
import { expect } from './host.ts';

/** The parts of the window by their accessible names. */
export function partsOf(page: Page) {
  const queue = page.getByRole('region', { name: 'Permission queue' });
  return {
    message: page.getByRole('textbox', { name: 'Message' }),
    queue,
    timeline: page.getByRole('treegrid', { name: 'Timeline' }),
    allow: queue.getByRole('button', { name: 'Allow once' }),
    always: queue.getByRole('button', { name: 'Always allow' }),
    deny: queue.getByRole('button', { name: 'Deny' }),
    stop: page.getByRole('button', { name: 'Stop', exact: true }).first(),
  };
}

export async function say(page: Page, text: string): Promise<void> {
  const { message } = partsOf(page);
  await message.fill(text);
  await message.press('Enter');
}

/** Answers with the keyboard as soon as the card accepts keys, which is shortly after it appears. */
export async function answerWithKey(page: Page, key: string): Promise<void> {
  const { allow, queue } = partsOf(page);
  await expect(allow).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+j');
  await expect(queue.locator(':focus')).toHaveCount(1);
  await page.keyboard.press(key);
}

/** Stops time in the page until `page.clock.resume()`. Pending timers keep waiting. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.install();
  // Time can’t go back, and some passes until this call arrives.
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** The row of a call; the head of a turn has no cells. */
/** What a card says of an answer whose content wasn’t in view: of a long text, how far it is read. */
export const NOT_IN_VIEW = /^Ignored: what this (?:allows|saves) wasn’t in view|^Read on: [1-9]\d* of [1-9]\d* lines seen/u;

export function row(timeline: Locator, text: string): Locator {
  const cells = timeline.page().getByRole('gridcell');
  return timeline.getByRole('row').filter({ hasText: text, has: cells }).first();
}

/** A model server for one test; `env` points a host at it. */
export async function startModel(...answers: Answer[]): Promise<{ server: MessagesServer; env: Record<string, string> }> {
  const server = await MessagesServer.start(...answers);
  return { server, env: { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'test-key' } };
}
