import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TerminalRecord } from '#shared/session/call-record.ts';
import type { CommandTaskOutcome } from '#shared/session/task-outcomes.ts';
import type { TaskRow } from '#shared/session/view.ts';
import { type AbortReason, ChildAbort } from '#main/executor/abort.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';
import type { CommandResult, CommandStart, CommandTask } from '#main/tool/services/tool-services.ts';
import type { SessionServices } from '../session/session-services.ts';
import { dispatched } from '../sub-agents/running-agent.ts';
import { StalledCommands } from './stalled-commands.ts';
import { commandNotification, commandSentence, ownedBy, printedSentence } from './task-notification.ts';
import { WatchedLines } from './watched-lines.ts';
import { whyStopped } from './why-stopped.ts';

type Why = Extract<CommandStart, { type: 'background' }>['why'];

export interface BackgroundCommandsOptions {
  readonly services: SessionServices;
  /** Aborts the commands of a sub-agent when that agent ends. */
  readonly backgroundOf: (agentId: string) => AbortSignal;
}

/** When a stop is reported to the agent that started the command. `later`: with the user's next message. */
type WhenReported = 'now' | 'later' | 'never';

interface Entry {
  readonly life: ChildAbort;
  readonly done: Promise<void>;
  readonly watched: WatchedLines | undefined;
  stopped?: { readonly why: string; readonly reports: WhenReported };
}

/** Background commands of a session: they outlive their call and end with the session, or with the sub-agent that started them. */
export class BackgroundCommands {
  readonly #options: BackgroundCommandsOptions;
  readonly #running = new Map<string, Entry>();
  readonly #stalled: StalledCommands;
  /** Calls waiting for their command, each with the function that moves it to the background. */
  readonly #waiting = new Map<string, () => void>();
  /** Commands stopped by the user. Reported with the user's next message, since one is likely to follow. */
  readonly #canWait = new Set<string>();
  /** Aborts the main agent's commands. */
  #session = new AbortController();

  constructor(options: BackgroundCommandsOptions) {
    this.#options = options;
    this.#stalled = new StalledCommands(options.services);
  }

  async run(task: CommandTask, context: ToolUseContext): Promise<CommandStart> {
    const taskId = `b${randomBytes(4).toString('hex')}`;
    const callId = context.toolUseId;
    const life = new ChildAbort(context.abortController.signal);
    const moved = Promise.withResolvers<Why>();
    let terminal: TerminalRecord | undefined;
    let isAway = task.background;
    let question: { readonly asked: string; readonly since: number } | undefined;
    const moveAway = (why: Why): boolean => {
      if (life.signal.aborted) return false;
      isAway = true;
      moved.resolve(why);
      return true;
    };
    const watched =
      task.watch &&
      new WatchedLines({
        report: (lines, dropped) => this.#printed(taskId, lines, dropped),
        onFlood: (why) => void this.stop(taskId, `Too much output: ${why}.`, { reports: 'now' }),
      });
    const finished = context.services.terminals.run({
      command: task.command,
      ...(task.socket && { socket: task.socket }),
      cwd: task.cwd,
      ...(task.hereOnly && { hereOnly: true }),
      noInput: task.noInput,
      signal: life.signal,
      timeoutMs: task.background ? (task.watch?.endsAfterMs ?? null) : task.timeoutMs,
      onTimeout: () => task.outlivesTimeout && moveAway('timeout'),
      onOpen: (opened) => {
        terminal = opened;
        task.onOpen?.(opened);
        if (task.background) moveAway('asked');
        if (task.isMovable) this.#waiting.set(callId, () => moveAway('person'));
      },
      onOutput: (progress) => {
        question = undefined;
        if (isAway) this.#stalled.goesOn(taskId);
        else task.onOutput?.(progress);
      },
      // A watched command takes no input, and silence is what it is expected to do.
      ...(watched
        ? { onLines: (lines) => watched.push(lines) }
        : {
            onPrompt: (asked, silentMs) => {
              if (!isAway) task.onPrompt?.(asked, silentMs);
            },
            onStalled: (asked, silentMs) => {
              question = { asked, since: performance.now() - silentMs };
              if (isAway) this.#stalled.waits(taskId, asked, silentMs);
            },
          }),
    });
    try {
      const first = await Promise.race([finished, moved.promise]);
      if (typeof first === 'object' || terminal === undefined) return { type: 'finished', result: await finished };
      const outputFile = this.#begin({ taskId, task, terminal, why: first, life, finished, watched }, context);
      // It asked before it was moved here, and won't say so again.
      if (question) this.#stalled.waits(taskId, question.asked, Math.round(performance.now() - question.since));
      return { type: 'background', taskId, outputFile, why: first };
    } finally {
      this.#waiting.delete(callId);
      life.detach();
    }
  }

  /** Answers the call now and lets its command continue. `false` when no such call is waiting or it can't be moved. */
  moveToBackground(callId: string): boolean {
    const move = this.#waiting.get(callId);
    move?.();
    return move !== undefined;
  }

  wait(taskId: string): Promise<void> | undefined {
    return this.#running.get(taskId)?.done;
  }

  /** Ends the command and its child processes; resolves when they are gone. */
  async stop(taskId: string, why: string, { reports }: { readonly reports: WhenReported }): Promise<boolean> {
    const entry = this.#running.get(taskId);
    if (!entry) return false;
    entry.stopped ??= { why, reports };
    entry.life.controller.abort({ type: 'discarded', why } satisfies AbortReason);
    await entry.done;
    return true;
  }

  /** Aborts every running command. */
  stopAll(): void {
    const session = this.#session;
    this.#session = new AbortController();
    session.abort({ type: 'discarded', why: 'the session ended' } satisfies AbortReason);
  }

  /** Resolves when no command runs. */
  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  /** Whether the main agent has something to be notified of now. */
  get hasUnreported(): boolean {
    return this.#unreported(undefined).some(({ taskId }) => !this.#canWait.has(taskId));
  }

  /** Notifies an agent (`undefined`: the main one) of its commands that ended or wait for input. */
  report(agentId: string | undefined): void {
    const { append } = this.#options.services;
    for (const row of this.#unreported(agentId)) {
      append(dispatched(agentId, commandNotification(row), 'model'));
      this.seen(row.taskId);
      const text = row.state === 'running' ? row.printed && printedSentence(row, row.printed) : commandSentence(row);
      if (agentId !== undefined || text === undefined) continue;
      const level = row.state === 'failed' || row.state === 'lost' ? 'warning' : 'info';
      append({ type: 'notice', data: { level, text: `${text}.`, action: 'none', about: { type: 'command', taskId: row.taskId } } });
    }
  }

  /** Marks the current state of the command as reported. */
  seen(taskId: string): void {
    const row = this.#options.services.view.tasks[taskId];
    this.#canWait.delete(taskId);
    if (row?.unreported === true) this.#options.services.append({ type: 'task.reported', data: { taskId }, ...ownedBy(row) });
  }

  /** Rows to report to the agent: its own; for the main agent also those whose agent has ended. */
  #unreported(agentId: string | undefined): TaskRow[] {
    const { tasks, agents } = this.#options.services.view;
    return Object.values(tasks).filter((row) => {
      if (!row.unreported) return false;
      const owner = row.agentId !== undefined && agents[row.agentId]?.state === 'running' ? row.agentId : undefined;
      return owner === agentId;
    });
  }

  #begin(
    start: {
      readonly taskId: string;
      readonly task: CommandTask;
      readonly terminal: TerminalRecord;
      readonly why: Why;
      readonly life: ChildAbort;
      readonly finished: Promise<CommandResult>;
      readonly watched: WatchedLines | undefined;
    },
    context: ToolUseContext,
  ): string {
    const { taskId, task, terminal, why, life, finished, watched } = start;
    const { agentId } = context.agent;
    const folder = join(context.session.sessionDir, 'tool-results');
    const outputFile = join(folder, `${taskId}.output`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    context.services.terminals.keepText(terminal.terminalId, outputFile);
    // From here on the command ends with the session or its agent, not with its call.
    life.detach();
    const owner =
      agentId === undefined ? this.#session.signal : AbortSignal.any([this.#options.backgroundOf(agentId), this.#session.signal]);
    const withOwner = new ChildAbort(owner);
    const follow = (): void => life.controller.abort(owner.reason);
    withOwner.signal.addEventListener('abort', follow, { once: true });
    if (withOwner.signal.aborted) follow();
    const { command, description } = task;
    const { promise: done, resolve } = Promise.withResolvers<void>();
    this.#running.set(taskId, { life, done, watched });
    try {
      const about = { taskId, callId: context.toolUseId, command, description, terminal, outputFile, why };
      const data = task.watch ? { ...about, watches: true as const } : about;
      this.#options.services.append({ type: 'task.started', data, ...(agentId !== undefined && { agentId }) });
    } catch (error) {
      life.controller.abort({ type: 'discarded', why: 'the session could not be written' } satisfies AbortReason);
      this.#running.delete(taskId);
      resolve();
      throw error;
    }
    void finished
      .then((result) => this.#ended(taskId, result, withOwner.signal.aborted))
      .finally(() => {
        withOwner.detach();
        this.#running.delete(taskId);
        this.#stalled.ended(taskId);
        resolve();
      });
    return outputFile;
  }

  /** Never throws: when the log can't be written, the session's turn has already failed with that error. */
  #ended(taskId: string, result: CommandResult, withOwner: boolean): void {
    const { services } = this.#options;
    const { view } = services;
    const row = view.tasks[taskId];
    const entry = this.#running.get(taskId);
    if (!row) return;
    entry?.watched?.end();
    const stopped = entry?.stopped;
    const why = stopped?.why ?? whyStopped(result, row, withOwner);
    const { exitCode } = result;
    const outcome: CommandTaskOutcome = why !== undefined ? 'stopped' : exitCode === 0 ? 'completed' : 'failed';
    try {
      const data = { taskId, outcome, ...(exitCode !== null && why === undefined && { exitCode }), ...(why !== undefined && { why }) };
      if (stopped?.reports === 'later') this.#canWait.add(taskId);
      services.append({ type: 'task.ended', data, ...ownedBy(row) });
      // Don't report to an agent that has ended. A closed session may be resumed, so its commands are reported then.
      if ((withOwner && row.agentId !== undefined) || stopped?.reports === 'never') this.seen(taskId);
      else if (stopped?.reports !== 'later' && !withOwner) this.#options.services.onUnreported();
    } catch {
      // See the docstring.
    }
  }

  #printed(taskId: string, lines: readonly string[], dropped: number): void {
    const { view, append, overBudget, onUnreported } = this.#options.services;
    const row = view.tasks[taskId];
    if (row?.state !== 'running') return;
    try {
      append({ type: 'task.printed', data: { taskId, lines: [...lines], dropped }, ...ownedBy(row) });
      // A turn that no request may be made in would only end with that message, again and again.
      if (overBudget(view.model) === undefined) onUnreported();
    } catch {
      // As in `#ended`.
    }
  }
}
