import type { EventBody, NewSessionEvent } from '#shared/session/event.ts';
import type { ModelError } from '#main/model/model-error.ts';

export interface TurnEnd {
  readonly outcome: EventBody<'turn.ended'>['outcome'];
  /** One or two sentences for people, on failure. */
  readonly error?: string;
  readonly action?: ModelError['action'];
}

/** The events that close a turn: on failure a notice that says what to do, then the end itself. */
export function turnEndEvents(turnId: string, { outcome, error, action }: TurnEnd): NewSessionEvent[] {
  const end: NewSessionEvent = { type: 'turn.ended', data: { turnId, outcome, ...(error !== undefined && { error }) } };
  return error === undefined ? [end] : [{ type: 'notice', data: { level: 'error', text: error, action: action ?? 'none' } }, end];
}
