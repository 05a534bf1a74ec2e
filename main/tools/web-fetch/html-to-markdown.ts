import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { appRoot } from '#main/app-root.ts';
import { createLogger } from '#main/log/logger.ts';
import { plainHtmlText } from './plain-html-text.ts';

/** Characters; a longer page is cut. */
const MAX_HTML_CHARS = 4_000_000;
const TIMEOUT_MS = 10_000;
const LIMITS = { maxOldGenerationSizeMb: 512, stackSizeMb: 4 };

/** Each may use its full limits of time and memory. */
const atOnce = pLimit(2);

const log = createLogger('web');

/** Next to the bundle; when running from source, next to this file. */
const threadFile = import.meta.url.endsWith('.ts')
  ? new URL('./markdown-thread.ts', import.meta.url)
  : join(appRoot, 'out/main/markdown-thread.js');

/**
 * Converts a page in a thread of its own, with limits on time and memory, since a hostile page can take forever to parse. A page that
 * exceeds them is reduced to its text.
 */
export async function htmlToMarkdown(html: string, signal: AbortSignal): Promise<string> {
  const page = html.slice(0, MAX_HTML_CHARS).toWellFormed();
  try {
    return await atOnce(() => converted(page, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])));
  } catch (error) {
    signal.throwIfAborted();
    log.debug('a page could not be converted to Markdown', error);
    return plainHtmlText(page);
  }
}

async function converted(html: string, signal: AbortSignal): Promise<string> {
  const thread = new Worker(threadFile, { workerData: html, resourceLimits: LIMITS, env: {} });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const stop = (): void => reject(new Error('it was stopped'));
  signal.addEventListener('abort', stop, { once: true });
  thread.once('message', (text: unknown) => (typeof text === 'string' ? resolve(text) : reject(new Error('it gave no text'))));
  thread.once('error', reject);
  thread.once('exit', () => reject(new Error('it ended early')));
  try {
    if (signal.aborted) stop();
    return await promise;
  } finally {
    signal.removeEventListener('abort', stop);
    await thread.terminate();
  }
}
