import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskService, ToolUseContext } from '#main/tool/tool.ts';
import type { CommandStart, CommandTask, TaskStatus } from '#main/tool/services/tool-services.ts';
import { agentOutputFile } from '../sub-agents/agent-reports.ts';
import type { SubAgents } from '../sub-agents/sub-agents.ts';
import type { SessionServices } from '../session/session-services.ts';
import type { SessionWorkflows } from '../workflows/session-workflows.ts';
import type { BackgroundCommands } from './background-commands.ts';

/** Limit on the wait for a stopped agent, which ends only after its calls. */
const STOP_WAIT_MS = 30_000;

export interface SessionTasksOptions {
  readonly services: SessionServices;
  readonly commands: BackgroundCommands;
  readonly agents: SubAgents;
  readonly workflows: SessionWorkflows;
}

/** Background tasks of a session by id: commands (`b…`), agents (`a…`) and workflows (`wf_…`). */
export class SessionTasks implements TaskService {
  readonly #options: SessionTasksOptions;

  constructor(options: SessionTasksOptions) {
    this.#options = options;
  }

  run(task: CommandTask, context: ToolUseContext): Promise<CommandStart> {
    return this.#options.commands.run(task, context);
  }

  status(taskId: string, { agent }: ToolUseContext): TaskStatus | undefined {
    return (
      this.#commandStatus(taskId, agent.agentId) ?? this.#agentStatus(taskId, agent.agentId) ?? this.#workflowStatus(taskId, agent.agentId)
    );
  }

  async wait(taskId: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
    const { commands, agents, workflows } = this.#options;
    const done = commands.wait(taskId) ?? workflows.wait(taskId);
    if (!done) return agents.wait(taskId, timeoutMs, signal);
    const enough = new AbortController();
    // Aborted below, or by the caller.
    const timeout = sleep(timeoutMs, undefined, { signal: AbortSignal.any([signal, enough.signal]) }).catch(() => undefined);
    await Promise.race([done, timeout]);
    enough.abort();
  }

  async stop(taskId: string, context: ToolUseContext): Promise<boolean> {
    if (this.status(taskId, context)?.state !== 'running') return false;
    const { commands, agents, workflows } = this.#options;
    const why = 'The agent that started it stopped it.';
    if (await commands.stop(taskId, why, { reports: 'never' })) return true;
    if (await workflows.stop(taskId, why, { reports: 'never' })) return true;
    if (!agents.stop(taskId, why)) return false;
    await agents.wait(taskId, STOP_WAIT_MS, context.abortController.signal);
    agents.seen(taskId, context.agent.agentId);
    return true;
  }

  news(signal: AbortSignal): Promise<'message' | 'task'> {
    const { services, commands, agents, workflows } = this.#options;
    const news = (): 'message' | 'task' | undefined =>
      services.view.queued.length > 0
        ? 'message'
        : commands.hasUnreported || agents.hasUnreported || workflows.hasUnreported
          ? 'task'
          : undefined;
    const { promise, resolve, reject } = Promise.withResolvers<'message' | 'task'>();
    const look = (): void => {
      const found = news();
      if (found) resolve(found);
    };
    const unsubscribe = services.log.subscribe(look);
    signal.addEventListener('abort', () => reject(new Error('No longer waited for.')), { once: true });
    look();
    return promise.finally(unsubscribe);
  }

  seen(taskId: string, { agent }: ToolUseContext): void {
    this.#options.commands.seen(taskId);
    this.#options.workflows.seen(taskId);
    this.#options.agents.seen(taskId, agent.agentId);
  }

  /** The main agent sees all commands; a sub-agent only its own. */
  #commandStatus(taskId: string, asking: string | undefined): TaskStatus | undefined {
    const { tasks } = this.#options.services.view;
    const row = Object.hasOwn(tasks, taskId) ? tasks[taskId] : undefined;
    if (!row || (asking !== undefined && row.agentId !== asking)) return undefined;
    const { description, command, outputFile, exitCode, why, stalled } = row;
    return {
      taskId,
      type: 'command',
      description: description === '' ? command : description,
      state: row.state === 'lost' ? 'stopped' : row.state,
      detail: stalled === undefined ? why : `It seems to wait for an answer to: ${stalled}`,
      exitCode,
      outputFile,
    };
  }

  #workflowStatus(taskId: string, asking: string | undefined): TaskStatus | undefined {
    const { services, workflows } = this.#options;
    const row = Object.hasOwn(services.view.workflows, taskId) ? services.view.workflows[taskId] : undefined;
    if (!row || asking !== undefined) return undefined;
    const { name, description, state, outputFile, error, phase } = row;
    const about = { taskId, type: 'workflow', description: `${name}: ${description}`, outputFile } as const;
    if (state === 'running')
      return { ...about, state, detail: phase === undefined ? undefined : `Phase: ${phase}`, text: row.lines.join('\n') };
    return { ...about, state: state === 'lost' ? 'stopped' : state, detail: error, text: workflows.result(taskId) };
  }

  #agentStatus(taskId: string, asking: string | undefined): TaskStatus | undefined {
    const { services, agents } = this.#options;
    const { view, log } = services;
    const row = Object.hasOwn(view.agents, taskId) ? view.agents[taskId] : undefined;
    const status = agents.status(taskId);
    if (!row || !status || (asking !== undefined && row.parentAgentId !== asking)) return undefined;
    const about = { taskId, type: 'agent', description: row.description, outputFile: agentOutputFile(log.sessionDir, taskId) } as const;
    if (status.type === 'running') return { ...about, state: 'running' };
    const { outcome, error, text } = status.report;
    const detail = outcome === 'max_turns' ? 'It used up its requests.' : error;
    return { ...about, state: outcome === 'max_turns' ? 'failed' : outcome, detail, text };
  }
}
