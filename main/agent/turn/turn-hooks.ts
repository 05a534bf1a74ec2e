import type { CallResult, HookStop, QueuedCall } from '#main/executor/call-result.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';
import type { SessionView } from '#shared/session/view.ts';
import type { HookEvent } from '#shared/settings/hook-settings.ts';
import { contentText } from '#shared/session/content-text.ts';
import type { AgentCalls } from '../agent-calls.ts';
import type { AgentServices } from '../agent-services.ts';
import type { SessionHooks } from '../session/session-hooks.ts';
import type { Transcript } from '../request/transcript.ts';

/** Limit on consecutive blocks by Stop hooks, so that they can't keep a turn alive forever. */
const MAX_STOP_BLOCKS = 8;

/** Runs the hooks of one agent's turn, except those of single calls. */
export class TurnHooks {
  readonly #hooks: SessionHooks;
  readonly #services: AgentServices;
  readonly #calls: Pick<AgentCalls, 'cwd'>;
  readonly #signal: AbortSignal;
  #begun = false;
  #stopBlocks = 0;
  #cwd: string;

  constructor(hooks: SessionHooks, services: AgentServices, calls: Pick<AgentCalls, 'cwd'>, signal: AbortSignal) {
    this.#hooks = hooks;
    this.#services = services;
    this.#calls = calls;
    this.#signal = signal;
    this.#cwd = calls.cwd;
  }

  /** Before each request: adds output of asynchronous hooks and runs CwdChanged hooks. */
  async beforeRequest(): Promise<void> {
    const hooks = this.#hooks;
    const { agentId } = this.#agent;
    hooks.say('PostToolUse', hooks.runner.takeLate(), agentId);
    await this.#begin();
    const before = this.#cwd;
    this.#cwd = this.#calls.cwd;
    if (before === this.#cwd) return;
    const { contexts, gives } = await this.#ask('CwdChanged', { old_cwd: before, new_cwd: this.#cwd });
    if (gives.watchPaths) hooks.watch(gives.watchPaths);
    hooks.say('CwdChanged', contexts, agentId);
  }

  /** Runs SubagentStart hooks, once per agent; not for a resumed one. */
  async #begin(): Promise<void> {
    const agent = this.#agent;
    if (this.#begun || agent.agentId === undefined || this.#services.transcript.wasAnswered) return;
    this.#begun = true;
    const { contexts } = await this.#hooks.ask('SubagentStart', {
      matchOn: agent.agentType,
      fields: {},
      agent,
      cwd: this.#cwd,
      signal: this.#signal,
    });
    this.#hooks.say('SubagentStart', contexts, agent.agentId);
  }

  /** Runs PostToolBatch hooks once all calls of an answer have results. */
  async afterCalls(calls: readonly QueuedCall[], results: readonly CallResult[]): Promise<HookStop | undefined> {
    const stopped = results.find(({ stopsTurn }) => stopsTurn)?.stopsTurn;
    if (stopped || calls.length === 0 || !this.#hooks.runner.has('PostToolBatch')) return stopped;
    const resultOf = new Map(results.map((result) => [result.callId, result]));
    const { stop, block, contexts } = await this.#ask('PostToolBatch', {
      // Calls of a discarded attempt have no result.
      tool_calls: calls.flatMap(({ block: { id, name, input } }) => {
        const result = resultOf.get(id);
        return result ? [{ tool_name: name, tool_input: input, tool_use_id: id, tool_response: contentText(result.block.content) }] : [];
      }),
    });
    this.#hooks.say('PostToolBatch', contexts, this.#agent.agentId);
    return stop ?? block;
  }

  /** Runs Stop hooks when the model is done. `continues`: a hook blocks the end, and the model has got the reason. */
  async beforeEnd(): Promise<{ readonly continues: boolean; readonly stop?: HookStop | undefined }> {
    const hooks = this.#hooks;
    const { agentId } = this.#agent;
    const event = agentId === undefined ? 'Stop' : 'SubagentStop';
    const { stop, block, contexts } = await this.#ask(event, {
      stop_hook_active: this.#stopBlocks > 0,
      last_assistant_message: lastWords(this.#services.transcript),
      // All agents of a session share one log; each line names its agent.
      ...(event === 'Stop' && runningWork(this.#services.view)),
      ...(event === 'SubagentStop' && { agent_transcript_path: hooks.runner.transcriptPath }),
    });
    hooks.say(event, contexts, agentId);
    if (stop) return { continues: false, stop };
    if (block) return { continues: this.#mayContinue(event, block) };
    return this.#beforeIdle();
  }

  /** Runs TeammateIdle hooks when a member of a team has nothing more to do. */
  async #beforeIdle(): Promise<{ readonly continues: boolean; readonly stop?: HookStop | undefined }> {
    const { agentId, name } = this.#agent;
    const team = agentId === undefined ? undefined : this.#services.view.agents[agentId]?.team;
    if (team === undefined || this.#signal.aborted) return { continues: false };
    const { stop, block, contexts } = await this.#ask('TeammateIdle', { teammate_name: name ?? agentId, team_name: team });
    this.#hooks.say('TeammateIdle', contexts, agentId);
    if (stop) return { continues: false, stop };
    return { continues: block !== undefined && this.#mayContinue('TeammateIdle', block) };
  }

  /** Gives the model the reason to continue. `false` once hooks have done so too often. */
  #mayContinue(event: HookEvent, { reason }: HookStop): boolean {
    if (this.#signal.aborted) return false;
    this.#stopBlocks += 1;
    if (this.#stopBlocks > MAX_STOP_BLOCKS) return false;
    this.#hooks.say(event, [reason], this.#agent.agentId);
    return true;
  }

  /** Runs StopFailure hooks when the model could not answer. */
  failed(error: string, details: string): void {
    this.#hooks.notifyHooks('StopFailure', {
      matchOn: error,
      agent: this.#agent,
      fields: { error, error_details: details, last_assistant_message: lastWords(this.#services.transcript) },
    });
  }

  #ask(event: 'CwdChanged' | 'PostToolBatch' | 'Stop' | 'SubagentStop' | 'TeammateIdle', fields: Readonly<Record<string, unknown>>) {
    const agent = this.#agent;
    const { mode } = this.#services.config.base.getAppState().permission;
    const matchOn = event === 'SubagentStop' ? agent.agentType : undefined;
    return this.#hooks.ask(event, { fields, agent, mode, cwd: this.#cwd, signal: this.#signal, matchOn });
  }

  get #agent(): ToolUseContext['agent'] {
    return this.#services.config.base.agent;
  }
}

/** What continues after the turn: background work and scheduled prompts. */
function runningWork({ tasks, agents, later }: SessionView): Readonly<Record<string, unknown>> {
  const commands = Object.values(tasks).filter(({ state }) => state === 'running');
  const background = Object.values(agents).filter((agent) => agent.background && agent.state === 'running');
  return {
    background_tasks: [
      ...commands.map(({ taskId, description, command }) => ({ id: taskId, type: 'shell', status: 'running', description, command })),
      ...background.map(({ agentId, description, agentType }) => ({
        id: agentId,
        type: 'subagent',
        status: 'running',
        description,
        agent_type: agentType,
      })),
    ],
    session_crons: later.map(({ scheduleId, cron, prompt }) => ({ id: scheduleId, schedule: cron, prompt })),
  };
}

function lastWords({ entries }: Transcript): string {
  const last = entries.findLast(({ role }) => role === 'assistant');
  if (last?.role !== 'assistant') return '';
  return last.blocks.flatMap((block) => (block.type === 'text' && typeof block['text'] === 'string' ? [block['text']] : [])).join('\n');
}
