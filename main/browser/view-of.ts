import type { Page } from 'playwright-core';
import type { BrowserView } from '#main/tool/services/browser-service.ts';

const MAX_TEXT_CHARS = 40_000;
const MAX_TITLE_CHARS = 300;
const QUALITY = 70;

/** The current state of the page. */
export async function viewOf(page: Page, withScreenshot: boolean, takeBlocked: () => readonly string[]): Promise<BrowserView> {
  const text = await page.ariaSnapshot({ mode: 'ai' });
  const screenshot = withScreenshot ? await page.screenshot({ type: 'jpeg', quality: QUALITY, scale: 'css' }) : undefined;
  return {
    url: page.url(),
    title: (await page.title()).slice(0, MAX_TITLE_CHARS),
    text: text.slice(0, MAX_TEXT_CHARS).toWellFormed(),
    truncated: text.length > MAX_TEXT_CHARS,
    ...(screenshot && { screenshot: screenshot.toString('base64') }),
    blocked: takeBlocked(),
  };
}
