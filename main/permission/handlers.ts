import type { Ask } from '#shared/session/ask.ts';
import type { AskOutcome, AskQueue } from './queue.ts';

/** Who answers a question (SPEC G7). The outcome is settled once; an aborted signal withdraws the question. */
export interface AskHandler {
  ask(ask: Ask, options: AskOptions): Promise<AskOutcome>;
}

export interface AskOptions {
  readonly signal: AbortSignal;
  /** Told synchronously when the question is settled, before whoever answered hears that it was accepted. */
  readonly onSettled: (outcome: AskOutcome) => void;
}

/** A person at the window: the question waits in the queue until they answer. */
export function interactiveHandler(queue: AskQueue): AskHandler {
  return {
    ask: (ask, { signal, onSettled }) =>
      new Promise<AskOutcome>((resolve, reject) => {
        const withdraw = () => queue.remove(ask.askId, 'The call was stopped.');
        queue.push(ask, (outcome) => {
          signal.removeEventListener('abort', withdraw);
          try {
            onSettled(outcome);
            resolve(outcome);
          } catch (error) {
            // Not written down, so it counts for nobody: the call is refused, and a person who answered is told.
            reject(error);
            if (outcome.by === 'person') throw error;
          }
        });
        if (signal.aborted) withdraw();
        else signal.addEventListener('abort', withdraw, { once: true });
      }),
  };
}
