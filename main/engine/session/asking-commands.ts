import type { PushMessage } from '#shared/contract/message.ts';
import { inputWaits } from '#shared/session/input-waits.ts';
import { knownEvent } from '#shared/session/known-event.ts';
import type { SessionView } from '#shared/session/view.ts';

/** Calls whose commands said, as progress that no log keeps, that they wait for what a person types. */
export class AskingCommands {
  readonly #calls = new Map<string, Set<string>>();

  /** Whether the message changed which calls ask. */
  hear(message: PushMessage): boolean {
    if (message.push === 'session.frames') {
      const { sessionId, frames } = message.payload;
      return frames
        .map((frame) => frame.type === 'progress' && this.#set(sessionId, frame.callId, frame.progress.waitsForInput === true))
        .includes(true);
    }
    if (message.push !== 'session.events') return false;
    const { sessionId, events } = message.payload;
    const ended = events.map(knownEvent).flatMap((event) => (event?.type === 'call.finished' ? [event.data.callId] : []));
    return ended.map((callId) => this.#set(sessionId, callId, false)).includes(true);
  }

  callsOf(sessionId: string): string[] {
    return [...(this.#calls.get(sessionId) ?? [])];
  }

  /** How many commands of an open session wait for input, those in the background too. */
  count(view: SessionView): number {
    return inputWaits(view, this.#calls.get(view.sessionId) ?? []).length;
  }

  #set(sessionId: string, callId: string, asks: boolean): boolean {
    const calls = this.#calls.get(sessionId);
    if ((calls?.has(callId) ?? false) === asks) return false;
    if (asks) this.#calls.set(sessionId, (calls ?? new Set()).add(callId));
    else if (calls?.delete(callId) === true && calls.size === 0) this.#calls.delete(sessionId);
    return true;
  }
}
