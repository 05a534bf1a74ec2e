import type { OverviewSession } from '#shared/contract/project.ts';
import { useWindow } from './app-store.ts';

const KEY = 'gatehouse.seen';
const MAX_SEEN = 500;

/** When each session was last shown, by id. Epoch milliseconds. */
let seen: ReadonlyMap<string, number> = stored();
/** Sessions never shown here count as seen then. */
const startedAt = Date.now();

/** Whether the session's last turn ended, and nobody has looked at it since. */
export function isUnread({ sessionId, endedAt }: Pick<OverviewSession, 'sessionId' | 'endedAt'>, shown: string | null): boolean {
  return endedAt !== null && sessionId !== shown && endedAt > (seen.get(sessionId) ?? startedAt);
}

/** Remembers when sessions are shown. Called once. */
export function followShownSessions(): void {
  useWindow.subscribe(({ sessionId }, { sessionId: before }) => {
    if (sessionId !== before && before !== null) markSeen(before);
  });
  window.addEventListener('pagehide', () => {
    const { sessionId } = useWindow.getState();
    if (sessionId !== null) markSeen(sessionId);
  });
}

function markSeen(sessionId: string): void {
  const others = [...seen].filter(([id]) => id !== sessionId);
  seen = new Map([...others.slice(1 - MAX_SEEN), [sessionId, Date.now()]]);
  try {
    localStorage.setItem(KEY, JSON.stringify([...seen]));
  } catch {
    // Storage is full or disabled: remembered until the window closes.
  }
}

function stored(): ReadonlyMap<string, number> {
  try {
    const pairs: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Map(Array.isArray(pairs) ? pairs.filter(isPair) : []);
  } catch {
    // Storage is disabled or damaged: nothing was seen before.
    return new Map();
  }
}

function isPair(value: unknown): value is [string, number] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';
}
