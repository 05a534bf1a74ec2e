import type { SessionEvent } from '#shared/session/event.ts';

/** The model the session used last. */
export function modelOf(events: readonly SessionEvent[]): string {
  const last = events.findLast((event) => event.type === 'session.model' || event.type === 'session.created');
  return last?.data.model ?? '';
}
