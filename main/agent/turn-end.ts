import type { EventBody, NewSessionEvent } from '#shared/session/event.ts';

export interface TurnEnd {
  readonly outcome: EventBody<'turn.ended'>['outcome'];
  /** One or two sentences for people, on failure and when the budget is used up. */
  readonly error?: string;
  readonly action?: EventBody<'notice'>['action'];
  /** Ended early because a message had to go out now. */
  readonly sendsOn?: true;
  /** Queued messages wait for the user. */
  readonly waits?: true;
}

/** On failure: what happened and what to do, for the conversation. */
export function failureNotices({ error, action }: TurnEnd): NewSessionEvent[] {
  return error === undefined ? [] : [{ type: 'notice', data: { level: 'error', text: error, action: action ?? 'none' } }];
}

export function turnEnded(turnId: string, { outcome, error }: TurnEnd): NewSessionEvent {
  return { type: 'turn.ended', data: { turnId, outcome, ...(error !== undefined && { error }) } };
}
