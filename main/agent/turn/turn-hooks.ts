import type { CallResult, HookStop, QueuedCall } from '#main/executor/call-result.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';
import type { ResultContent } from '#shared/session/content.ts';
import type { SessionHooks } from '../session/session-hooks.ts';
import type { Transcript } from '../request/transcript.ts';

/** Limit on consecutive blocks by Stop hooks, so that they can't keep a turn alive forever. */
const MAX_STOP_BLOCKS = 8;

export interface TurnHooksOptions {
  readonly session: SessionHooks;
  readonly agent: ToolUseContext['agent'];
  readonly transcript: Transcript;
  readonly cwd: () => string;
  readonly mode: () => string;
  readonly signal: AbortSignal;
}

/** Runs the hooks of one agent's turn, except those of single calls. */
export class TurnHooks {
  readonly #options: TurnHooksOptions;
  #begun = false;
  #stopBlocks = 0;
  #cwd: string;

  constructor(options: TurnHooksOptions) {
    this.#options = options;
    this.#cwd = options.cwd();
  }

  /** Before each request: adds output of asynchronous hooks and runs CwdChanged hooks. */
  async beforeRequest(): Promise<void> {
    const { session, agent, cwd } = this.#options;
    session.say('PostToolUse', session.runner.takeLate(), agent.agentId);
    await this.#begin();
    const before = this.#cwd;
    this.#cwd = cwd();
    if (before === this.#cwd) return;
    const { contexts } = await this.#ask('CwdChanged', { old_cwd: before, new_cwd: this.#cwd });
    session.say('CwdChanged', contexts, agent.agentId);
  }

  /** Runs SubagentStart hooks, once per agent; not for a resumed one. */
  async #begin(): Promise<void> {
    const { session, agent, signal, transcript } = this.#options;
    if (this.#begun || agent.agentId === undefined || transcript.wasAnswered) return;
    this.#begun = true;
    const { contexts } = await session.ask('SubagentStart', { matchOn: agent.agentType, fields: {}, agent, cwd: this.#cwd, signal });
    session.say('SubagentStart', contexts, agent.agentId);
  }

  /** Runs PostToolBatch hooks once all calls of an answer have results. */
  async afterCalls(calls: readonly QueuedCall[], results: readonly CallResult[]): Promise<HookStop | undefined> {
    const { session, agent } = this.#options;
    const stopped = results.find(({ stopsTurn }) => stopsTurn)?.stopsTurn;
    if (stopped || calls.length === 0 || !session.runner.has('PostToolBatch')) return stopped;
    const resultOf = new Map(results.map((result) => [result.callId, result]));
    const { stop, block, contexts } = await this.#ask('PostToolBatch', {
      // Calls of a discarded attempt have no result.
      tool_calls: calls.flatMap(({ block: { id, name, input } }) => {
        const result = resultOf.get(id);
        return result ? [{ tool_name: name, tool_input: input, tool_use_id: id, tool_response: contentText(result.block.content) }] : [];
      }),
    });
    session.say('PostToolBatch', contexts, agent.agentId);
    return stop ?? block;
  }

  /** Runs Stop hooks when the model is done. `goOn`: a hook blocks the end, and the model was told why. */
  async beforeEnd(): Promise<{ readonly goOn: boolean; readonly stop?: HookStop | undefined }> {
    const { session, agent, transcript } = this.#options;
    const event = agent.agentId === undefined ? 'Stop' : 'SubagentStop';
    const { stop, block, contexts } = await this.#ask(event, {
      stop_hook_active: this.#stopBlocks > 0,
      last_assistant_message: lastWords(transcript),
      // All agents of a session share one log; each line names its agent.
      ...(event === 'SubagentStop' && { agent_transcript_path: session.runner.transcriptPath }),
    });
    session.say(event, contexts, agent.agentId);
    if (stop) return { goOn: false, stop };
    if (!block || this.#options.signal.aborted) return { goOn: false };
    this.#stopBlocks += 1;
    if (this.#stopBlocks > MAX_STOP_BLOCKS) return { goOn: false };
    session.say(event, [block.reason], agent.agentId);
    return { goOn: true };
  }

  /** Runs StopFailure hooks when the model could not answer. */
  failed(error: string, details: string): void {
    const { session, agent, transcript } = this.#options;
    session.tell('StopFailure', {
      matchOn: error,
      agent,
      fields: { error, error_details: details, last_assistant_message: lastWords(transcript) },
    });
  }

  #ask(event: 'CwdChanged' | 'PostToolBatch' | 'Stop' | 'SubagentStop', fields: Readonly<Record<string, unknown>>) {
    const { session, agent, mode, signal } = this.#options;
    const matchOn = event === 'SubagentStop' ? agent.agentType : undefined;
    return session.ask(event, { fields, agent, mode: mode(), cwd: this.#cwd, signal, matchOn });
  }
}

function lastWords({ entries }: Transcript): string {
  const last = entries.findLast(({ role }) => role === 'assistant');
  if (last?.role !== 'assistant') return '';
  return last.blocks.flatMap((block) => (block.type === 'text' && typeof block['text'] === 'string' ? [block['text']] : [])).join('\n');
}

/** The text of a result; images are skipped. */
function contentText(content: ResultContent): string {
  if (typeof content === 'string') return content;
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
