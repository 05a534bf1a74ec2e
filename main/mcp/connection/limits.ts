import { readVariable, type Environment } from '#main/environment.ts';
import { ServerError } from './connection.ts';

/** Characters that count as one token, roughly. */
const CHARS_PER_TOKEN = 4;
/** Limit on the pages of a list. */
export const MAX_PAGES = 20;

/** Milliseconds a server may take to start and answer the handshake: `MCP_TIMEOUT`, 30 s unless set. */
export function startupMs(env: Environment): number {
  return readVariable(env, 'MCP_TIMEOUT');
}

/** Milliseconds one call may take: the entry's `timeout`, else `MCP_TOOL_TIMEOUT`, about 28 hours unless set. */
export function callMs(env: Environment, timeoutMs: number | undefined): number {
  return timeoutMs ?? readVariable(env, 'MCP_TOOL_TIMEOUT');
}

/** Milliseconds without progress after which a call is abandoned. */
export function idleMs(isRemote: boolean): number {
  return isRemote ? 5 * 60_000 : 30 * 60_000;
}

/** Limit in characters on a result that the model gets in full: `MAX_MCP_OUTPUT_TOKENS`, 25 000 tokens unless set. */
export function maxResultChars(env: Environment): number {
  return readVariable(env, 'MAX_MCP_OUTPUT_TOKENS') * CHARS_PER_TOKEN;
}

/** @throws ServerError `timeout` when it takes longer. The work isn't stopped; its result is ignored. */
export async function withLimit<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ServerError('timeout', `The server didn’t answer within ${ms / 1000} s.`)), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
    // A later rejection must not count as unhandled.
    work.catch(() => undefined);
  }
}

/** @throws ServerError `lost` once the signal aborts. The work isn't stopped; its result is ignored. */
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
    // Whichever lost must not count as unhandled.
    work.catch(() => undefined);
  }
}
