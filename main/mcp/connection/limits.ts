import { ServerError } from './connection.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Characters that count as one token, roughly. */
const CHARS_PER_TOKEN = 4;
/** Pages of a list. */
export const MAX_PAGES = 20;
const MAX_TIMER_MS = 2_147_483_647;

/** Milliseconds a server may take to start and answer the handshake: `MCP_TIMEOUT`, 30 s unless set. */
export function startupMs(env: Env): number {
  return positive(env['MCP_TIMEOUT']) ?? 30_000;
}

/** Milliseconds one call may take: the entry's `timeout`, else `MCP_TOOL_TIMEOUT`, about 28 hours unless set. */
export function callMs(env: Env, timeoutMs: number | undefined): number {
  return timeoutMs ?? positive(env['MCP_TOOL_TIMEOUT']) ?? 100_000_000;
}

/** Milliseconds without any sign of life after which a call is given up. */
export function idleMs(isRemote: boolean): number {
  return isRemote ? 5 * 60_000 : 30 * 60_000;
}

/** Characters of a result the model gets whole: `MAX_MCP_OUTPUT_TOKENS`, 25 000 tokens unless set. */
export function maxResultChars(env: Env): number {
  return (positive(env['MAX_MCP_OUTPUT_TOKENS']) ?? 25_000) * CHARS_PER_TOKEN;
}

function positive(text: string | undefined): number | undefined {
  if (text === undefined || !/^[1-9]\d{0,9}$/u.test(text)) return undefined;
  return Math.min(Number(text), MAX_TIMER_MS);
}

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
