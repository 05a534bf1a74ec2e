import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { appRoot } from '#main/app-root.ts';
import type { MediaAnswer, MediaJob, MediaResults } from './media-job.ts';
import { ownBuffers } from './own-buffers.ts';

/** Next to the bundle; when running from source, next to this file. */
const threadFile = import.meta.url.endsWith('.ts')
  ? new URL('./media-thread.ts', import.meta.url)
  : join(appRoot, 'out/main/media-thread.js');

const MAX_MS = 60_000;
const CHECK_EVERY_MS = 100;
/** A small file can expand to any size. An image of the maximum size needs about 1 GB. */
const MAX_MEMORY_BYTES = 2 * 1024 * 1024 * 1024;

/**
 * Runs a job in a thread of its own, which takes over its bytes. Throws the job's message if it fails, and when it takes too much time or memory or is aborted.
 */
export async function runMediaJob<Type extends MediaJob['type']>(
  job: Extract<MediaJob, { type: Type }>,
  signal: AbortSignal,
): Promise<MediaResults[Type]> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<MediaResults[Type]>();
  const worker = new Worker(threadFile, { env: {}, resourceLimits: { maxOldGenerationSizeMb: 1024 } });
  worker.postMessage(job, ownBuffers([job.bytes]));
  const memoryBefore = process.memoryUsage.rss();
  const startedAt = performance.now();
  const abort = (): void => reject(new Error('Reading was aborted.'));
  const check = setInterval(() => {
    if (performance.now() - startedAt > MAX_MS) reject(new Error('The file takes too long to process.'));
    if (process.memoryUsage.rss() - memoryBefore > MAX_MEMORY_BYTES) reject(new Error('The file takes too much memory to process.'));
  }, CHECK_EVERY_MS);
  signal.addEventListener('abort', abort, { once: true });
  worker.once('message', (answer: MediaAnswer<MediaResults[Type]>) => {
    if (answer.ok) resolve(answer.result);
    else reject(new Error(answer.message));
  });
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('The file could not be processed.')));
  try {
    return await promise;
  } finally {
    clearInterval(check);
    signal.removeEventListener('abort', abort);
    await worker.terminate();
  }
}
