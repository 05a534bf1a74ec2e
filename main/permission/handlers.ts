import type { Ask, GivenAnswer } from '#shared/session/ask.ts';
import type { ToolUseContext } from '#main/tool/context.ts';
import type { AskedInput, AskOutcome, AskQueue } from './queue.ts';

/** Who answers a question (SPEC G7). The outcome is settled once; an aborted signal withdraws the question. */
export interface AskHandler {
  /** Nobody is bothered before the automated checks have spoken; else the question is put while they still run (SPEC G5). */
  readonly checksFirst: boolean;
  ask(ask: Ask, options: AskOptions): Promise<AskOutcome>;
}

export interface AskOptions {
  readonly signal: AbortSignal;
  /** Told synchronously when the question is settled, before whoever answered hears that it was accepted. */
  readonly onSettled: (outcome: AskOutcome) => void;
  /** What it is about, where somebody may want to change that. */
  readonly asked?: AskedInput | undefined;
}

/** What an agent may answer for one it dispatched: nothing that outlasts the call. A person it passed the question on to may answer anything. */
export type DispatcherAnswer =
  | { readonly by: 'dispatcher'; readonly answer: Extract<GivenAnswer, { type: 'allow_once' | 'deny' }> }
  | { readonly by: 'person'; readonly answer: GivenAnswer };

/** Puts a question to the agent that dispatched the asking one. The signal aborts when the answer isn't wanted any more. */
export type AskDispatcher = (ask: Ask, signal: AbortSignal, asked?: AskedInput) => Promise<DispatcherAnswer>;

export interface HandlerOptions {
  readonly queue: AskQueue;
  /** How the agent's dispatcher is asked; only for an agent under one that answers for it. */
  readonly askDispatcher?: AskDispatcher | undefined;
  /** The agent dispatches others. */
  readonly dispatches?: boolean | undefined;
}

/** Who answers the questions of an agent. `queue` must be its gate's: of a worker its own, which no window shows. */
export function handlerFor(agent: ToolUseContext['agent'], { queue, askDispatcher, dispatches = false }: HandlerOptions): AskHandler {
  if (agent.depth > 0 && askDispatcher) return workerHandler(queue, askDispatcher);
  return agent.depth > 0 || dispatches ? coordinatorHandler(queue) : interactiveHandler(queue);
}

/** A person at the window: the question waits in the queue until they answer. */
export function interactiveHandler(queue: AskQueue): AskHandler {
  return { checksFirst: false, ask: (ask, options) => askInQueue(queue, ask, options) };
}

/** Agents at work that a person doesn't watch call by call: they hear only of what the automated checks leave open. */
function coordinatorHandler(queue: AskQueue): AskHandler {
  return { checksFirst: true, ask: (ask, options) => askInQueue(queue, ask, options) };
}

/** An agent under a dispatcher: that one answers. A dispatcher that fails to has not allowed it. */
function workerHandler(queue: AskQueue, askDispatcher: AskDispatcher): AskHandler {
  return {
    checksFirst: true,
    ask: async (ask, { signal, onSettled, asked }) => {
      const unwanted = new AbortController();
      const settled = askInQueue(queue, ask, { signal, onSettled });
      const put = async () => {
        const { answer, by } = await answerOf(askDispatcher, ask, AbortSignal.any([signal, unwanted.signal]), asked);
        queue.answer(ask.askId, ask.digest, answer, by);
      };
      if (!signal.aborted) void put();
      try {
        return await settled;
      } finally {
        unwanted.abort();
      }
    },
  };
}

async function answerOf(askDispatcher: AskDispatcher, ask: Ask, signal: AbortSignal, asked?: AskedInput): Promise<DispatcherAnswer> {
  try {
    return await askDispatcher(ask, signal, asked);
  } catch (error) {
    const message = `The dispatching agent could not be asked: ${error instanceof Error ? error.message : String(error)}`;
    return { by: 'dispatcher', answer: { type: 'deny', message } };
  }
}

/** Passes a worker's question on to whoever answers its dispatcher's own (SPEC G6 `bubble`): in the end a person. */
export function passOnTo(handler: AskHandler): AskDispatcher {
  return async (ask, signal, asked) => {
    const { answer, by } = await handler.ask(ask, { signal, onSettled: () => undefined, asked });
    if (answer.type === 'withdrawn') return { by: 'dispatcher', answer: { type: 'deny', message: answer.why } };
    if (by === 'person') return { by, answer };
    return { by: 'dispatcher', answer: answer.type === 'deny' ? answer : { type: 'allow_once' } };
  };
}

function askInQueue(queue: AskQueue, ask: Ask, { signal, onSettled, asked }: AskOptions): Promise<AskOutcome> {
  return new Promise<AskOutcome>((resolve, reject) => {
    const withdraw = () => queue.remove(ask.askId, 'The call was stopped.');
    const settle = (outcome: AskOutcome): void => {
      signal.removeEventListener('abort', withdraw);
      try {
        onSettled(outcome);
        resolve(outcome);
      } catch (error) {
        // Not written down, so it counts for nobody: the call is refused, and a person who answered is told.
        reject(error);
        if (outcome.by === 'person') throw error;
      }
    };
    queue.push(ask, settle, asked);
    if (signal.aborted) withdraw();
    else signal.addEventListener('abort', withdraw, { once: true });
  });
}
