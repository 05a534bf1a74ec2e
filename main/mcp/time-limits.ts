import { ServerError } from './connection.ts';

/** @throws ServerError `timeout` when it takes longer; the work itself goes on unheard. */
export async function withLimit<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ServerError('timeout', `The server didn’t answer within ${ms / 1000} s.`)), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
    // Whichever lost must not count as unhandled.
    work.catch(() => undefined);
  }
}

/** @throws ServerError `lost` once the signal says so; the work itself goes on unheard. */
export async function aborting<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new ServerError('lost', 'The start was given up.'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
    work.catch(() => undefined);
  }
}
