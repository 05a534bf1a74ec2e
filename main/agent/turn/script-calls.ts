import { contentText } from '#shared/session/content-text.ts';
import { randomBytes } from 'node:crypto';
import { type AbortReason, ChildAbort } from '#main/executor/abort.ts';
import { concurrencyCap } from '#main/executor/call-order.ts';
import type { CallResult } from '#main/executor/call-result.ts';
import type { CallServices } from '#main/executor/call-run.ts';
import { createExecutor } from '#main/executor/create-executor.ts';
import type { StreamingToolExecutor } from '#main/executor/streaming-executor.ts';
import type { MadeCall, ScriptAnswer, ScriptCall } from '#main/tool/services/scripts.ts';
import type { AssistantMessage, NewMessage, ScriptCalls, ScriptCallService, Tool, ToolUseContext } from '#main/tool/tool.ts';
import type { AgentServices } from '../agent-services.ts';

interface ScriptCallersOptions {
  readonly services: AgentServices & CallServices;
  /** The tools that scripts can call. */
  readonly tools: readonly Tool[];
  /** A tool aborted its own call, which ends the turn. */
  readonly onOwnAbort: (reason: AbortReason) => void;
}

type Ending = Pick<CallResult, 'endsTurn' | 'stopsTurn'>;

/** Makes the calls of the scripts of one answer. A call that ends the turn ends it also when a script made it. */
export class ScriptCallers implements ScriptCallService {
  readonly #options: ScriptCallersOptions;
  /** By the call that ran the script. */
  readonly #endings = new Map<string, Ending>();

  constructor(options: ScriptCallersOptions) {
    this.#options = options;
  }

  begin(context: ToolUseContext, message: AssistantMessage): ScriptCalls {
    return new CallsOfScript(this.#options, context, message, (ending) => this.#endings.set(context.toolUseId, ending));
  }

  async *withEndings(results: AsyncIterable<CallResult>): AsyncGenerator<CallResult, void, undefined> {
    for await (const result of results) {
      const ending = this.#endings.get(result.callId);
      yield ending ? { ...result, ...ending } : result;
    }
  }
}

const ENDED = 'The user denied a call of this script and wants to say what to do instead. No more calls are made.';

/** The calls of one run: by the same executor, the same steps and the same gate as the model's own. */
class CallsOfScript implements ScriptCalls {
  readonly made: MadeCall[] = [];
  readonly #executor: StreamingToolExecutor;
  readonly #abort: ChildAbort;
  readonly #context: ToolUseContext;
  readonly #message: AssistantMessage;
  readonly #onEnding: (ending: Ending) => void;
  readonly #waiting = new Map<string, (result: CallResult) => void>();
  readonly #drained: Promise<void>;
  readonly #newMessages: NewMessage[] = [];
  #hasEnded = false;

  constructor(
    { services, tools, onOwnAbort }: ScriptCallersOptions,
    context: ToolUseContext,
    message: AssistantMessage,
    onEnding: (ending: Ending) => void,
  ) {
    this.#context = context;
    this.#message = message;
    this.#onEnding = onEnding;
    this.#abort = new ChildAbort(context.abortController.signal);
    this.#executor = createExecutor({
      context: {
        ...context,
        options: { ...context.options, tools, deferred: [] },
        agent: { ...context.agent, parentCallId: context.toolUseId },
      },
      turnSignal: this.#abort.signal,
      services,
      cap: concurrencyCap(services.env),
      // What a failure means for its other calls is up to the script.
      siblingAbort: 'off',
      onSettled: (result) => this.#settled(result),
      onOwnAbort,
    });
    this.#drained = this.#drain();
    // Awaited in `close`.
    this.#drained.catch(() => undefined);
  }

  make({ name, input }: ScriptCall): Promise<ScriptAnswer> {
    if (this.#hasEnded) return Promise.resolve({ ok: false, message: ENDED });
    const id = `script_${randomBytes(9).toString('base64url')}`;
    const { promise, resolve } = Promise.withResolvers<CallResult>();
    this.#waiting.set(id, resolve);
    this.#executor.addTool({ block: { type: 'tool_use', id, name, input: { ...input } }, message: this.#message, isScripted: true });
    return promise.then((result) => {
      const { view } = result.finished;
      this.made.push({ name, summary: [view.summary, view.outcome].filter(Boolean).join(': '), outcome: result.outcome });
      return answerOf(result);
    });
  }

  abort(why: string): void {
    this.#abort.controller.abort({ type: 'discarded', why } satisfies AbortReason);
  }

  async close(): ReturnType<ScriptCalls['close']> {
    this.#hasEnded = true;
    this.#executor.close();
    await this.#drained;
    this.#abort.detach();
    const { cwd, session } = this.#executor.context;
    const moved = cwd !== this.#context.cwd || session !== this.#context.session;
    return {
      ...(this.#newMessages.length > 0 && { newMessages: this.#newMessages }),
      ...(moved && { contextModifier: (context: ToolUseContext) => ({ ...context, cwd, session }) }),
    };
  }

  async #drain(): Promise<void> {
    for await (const { newMessages } of this.#executor.results()) this.#newMessages.push(...newMessages);
  }

  #settled(result: CallResult): void {
    const { callId, endsTurn, stopsTurn } = result;
    if (endsTurn || stopsTurn) {
      this.#hasEnded = true;
      this.#onEnding({ endsTurn, ...(stopsTurn && { stopsTurn }) });
    }
    this.#waiting.get(callId)?.(result);
    this.#waiting.delete(callId);
  }
}

function answerOf({ outcome, data, finished: { content } }: CallResult): ScriptAnswer {
  if (outcome === 'done') return { ok: true, value: data };
  return { ok: false, message: contentText(content), ...(data !== undefined && { data }) };
}
