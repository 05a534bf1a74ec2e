import type { NewSessionEvent } from '#shared/session/event.ts';
import type { TurnEnd } from './loop.ts';

/** The events that close a turn: on failure a notice that says what to do, then the end itself. */
export function turnEndEvents(turnId: string, { outcome, error, action }: TurnEnd): NewSessionEvent[] {
  const end: NewSessionEvent = { type: 'turn.ended', data: { turnId, outcome, ...(error !== undefined && { error }) } };
  return error === undefined ? [end] : [{ type: 'notice', data: { level: 'error', text: error, action: action ?? 'none' } }, end];
}
