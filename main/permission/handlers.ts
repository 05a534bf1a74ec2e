import type { Ask, GivenAnswer } from '#shared/session/ask.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';
import { errorMessage } from '#shared/error-message.ts';
import { type AskedInput, type AskOutcome, type AskQueue, NOT_A_PERSON } from './queue.ts';

/** Answers questions (SPEC G7). The outcome is settled once; an aborted signal withdraws the question. */
export interface AskHandler {
  /** Wait for the automated checks before asking; otherwise ask while they still run (SPEC G5). */
  readonly checksFirst: boolean;
  ask(ask: Ask, options: AskOptions): Promise<AskOutcome>;
  /** Before the question is shown to anyone: whether the dispatcher refuses the call. Resolves with its reason. Never rejects. */
  readonly screen?: Screen | undefined;
}

/** A dispatcher's look at a call of an agent that it dispatched. It can refuse it; nothing it says allows it. */
export type Screen = (ask: Ask, input: AskedInput['input'], signal: AbortSignal) => Promise<string | undefined>;

export interface AskOptions {
  readonly signal: AbortSignal;
  /** Called synchronously when the question is settled, before the answerer learns that the answer was accepted. */
  readonly onSettled: (outcome: AskOutcome) => void;
  /** Why the call was stopped, in a few words; asked when the signal aborts. */
  readonly stoppedBecause?: (() => string) | undefined;
  /** The input the question is about, where it may be edited. */
  readonly asked?: AskedInput | undefined;
}

/**
 * What an agent may answer for one it dispatched: a refusal, since an agent's yes is no person's. If it passed the question on to a person,
 * they may answer anything.
 */
export type DispatcherAnswer =
  | { readonly by: 'dispatcher'; readonly answer: Extract<GivenAnswer, { type: 'deny' }> }
  | { readonly by: 'person'; readonly answer: GivenAnswer };

/** Asks the dispatcher of the asking agent. The signal aborts when the answer isn't needed any more. */
export type AskDispatcher = (ask: Ask, signal: AbortSignal, asked?: AskedInput) => Promise<DispatcherAnswer>;

export interface HandlerOptions {
  readonly queue: AskQueue;
  /** How to ask the agent's dispatcher; only for an agent whose dispatcher answers for it. */
  readonly askDispatcher?: AskDispatcher | undefined;
  /** The agent dispatches others: it isn't supervised call by call. */
  readonly dispatches?: boolean | undefined;
  readonly screen?: Screen | undefined;
}

/** Which handler answers an agent's questions. `queue` must be its own gate's; a worker's queue isn't shown in any window. */
export function handlerFor(
  agent: ToolUseContext['agent'],
  { queue, askDispatcher, dispatches = false, screen }: HandlerOptions,
): AskHandler {
  if (agent.depth > 0 && askDispatcher) return workerHandler(queue, askDispatcher, screen);
  return agent.depth > 0 || dispatches ? coordinatorHandler(queue) : interactiveHandler(queue);
}

/** Questions go to a person in the window and wait in the queue. */
export function interactiveHandler(queue: AskQueue): AskHandler {
  return { checksFirst: false, ask: (ask, options) => askInQueue(queue, ask, options) };
}

/** For agents that a person doesn't supervise call by call: asks only what the automated checks leave open. */
function coordinatorHandler(queue: AskQueue): AskHandler {
  return { checksFirst: true, ask: (ask, options) => askInQueue(queue, ask, options) };
}

/** For an agent under a dispatcher, which answers. If the dispatcher fails, the call isn't allowed. */
function workerHandler(queue: AskQueue, askDispatcher: AskDispatcher, screen: Screen | undefined): AskHandler {
  return {
    checksFirst: true,
    screen,
    ask: async (ask, { signal, stoppedBecause, onSettled, asked }) => {
      const unwanted = new AbortController();
      const settled = askInQueue(queue, ask, { signal, stoppedBecause, onSettled });
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
    const message = `The coordinator could not be asked: ${errorMessage(error)}`;
    return { by: 'dispatcher', answer: { type: 'deny', message } };
  }
}

/** Passes a worker's question on to the handler of its dispatcher (SPEC G6 `bubble`), and finally to a person. */
export function passOnTo(handler: AskHandler): AskDispatcher {
  return async (ask, signal, asked) => {
    const { answer, by } = await handler.ask(ask, { signal, onSettled: () => undefined, asked });
    if (answer.type === 'withdrawn') return { by: 'dispatcher', answer: { type: 'deny', message: answer.why } };
    if (by === 'person') return { by, answer };
    return { by: 'dispatcher', answer: answer.type === 'deny' ? answer : { type: 'deny', message: NOT_A_PERSON } };
  };
}

function askInQueue(queue: AskQueue, ask: Ask, { signal, stoppedBecause, onSettled, asked }: AskOptions): Promise<AskOutcome> {
  return new Promise<AskOutcome>((resolve, reject) => {
    const withdraw = () => queue.remove(ask.askId, stoppedBecause?.() ?? 'The call was stopped.');
    const settle = (outcome: AskOutcome): void => {
      signal.removeEventListener('abort', withdraw);
      try {
        onSettled(outcome);
        resolve(outcome);
      } catch (error) {
        // The answer couldn't be logged, so it doesn't count: the call is denied, and a person who answered gets the error.
        reject(error);
        if (outcome.by === 'person') throw error;
      }
    };
    queue.push(ask, settle, asked);
    if (signal.aborted) withdraw();
    else signal.addEventListener('abort', withdraw, { once: true });
  });
}
