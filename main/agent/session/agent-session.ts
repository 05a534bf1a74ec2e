import { randomUUID } from 'node:crypto';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { AskAnswer } from '#shared/session/ask.ts';
import type { MessageExtras } from '#shared/session/content.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { applyEvent, foldSession } from '#shared/session/fold.ts';
import type { SessionView } from '#shared/session/view.ts';
import { atOnce, type Steps } from '#shared/steps.ts';
import type { ContextUsage } from '#shared/contract/commands/session-commands.ts';
import type { AbortReason } from '#main/executor/abort.ts';
import type { AskQueue } from '#main/permission/queue.ts';
import type { ServerPrompt } from '#main/tool/services/server-prompts.ts';
import type { SessionLog } from '#main/session/log.ts';
import { inSlices } from '#main/tool/in-slices.ts';
import { type AgentSessionOptions, sessionServices, type SessionServices } from './session-services.ts';
import { AgentControls } from './agent-controls.ts';
import { answerPrompts } from './answer-prompts.ts';
import { canAskAgain, SessionConversation } from './session-conversation.ts';
import { assertSendable } from './prompt.ts';
import { SessionAgents } from './session-agents.ts';
import { SessionChoices } from './session-choices.ts';
import { SessionElicitations } from './session-elicitations.ts';
import { SessionHalt } from './session-halt.ts';
import { usablePrompts } from '../skills/called-prompts.ts';
import { SessionSchedules } from '../schedules/session-schedules.ts';
import { SessionTriggers } from '../triggers/session-triggers.ts';
import { SessionActivity } from './session-activity.ts';
import { SessionTurns } from './session-turns.ts';

/**
 * One session: accepts user messages, runs turns one after another and appends every event to the log. Given a log with events, it
 * resumes where that log ends.
 */
export class AgentSession {
  readonly log: SessionLog;
  /** Live fold of the log; every window renders it. */
  readonly view: SessionView;
  /** Mode, directories, model and budget, as set by the user. */
  readonly choices: SessionChoices;
  /** The sub-agents and commands that run. */
  readonly controls: AgentControls;
  readonly #services: SessionServices;
  readonly #agents: SessionAgents;
  readonly #turns: SessionTurns;
  readonly #conversation: SessionConversation;
  readonly #halt: SessionHalt;
  readonly #activity: SessionActivity;
  readonly #schedules: SessionSchedules;
  /** Prompts that something outside may start. */
  readonly triggers: SessionTriggers;
  /** Questions of MCP servers to the person. */
  readonly elicitations: SessionElicitations;

  /** Like the constructor, but replays a long log in time slices. */
  static async open(options: AgentSessionOptions): Promise<AgentSession> {
    const session = new AgentSession(options, 'later');
    await inSlices(session.#load());
    return session;
  }

  constructor(options: AgentSessionOptions, load: 'now' | 'later' = 'now') {
    this.log = options.log;
    this.view = options.view ?? foldSession(options.log.events);
    const callIds = new Set<string>();
    const services = sessionServices(options, {
      view: this.view,
      callIds,
      append: (event) => this.#append(event),
      setMode: (mode, by) => this.choices.changeMode(mode, by),
      permissionsChanged: () => this.permissionsChanged(),
      onUnreported: () => this.#reportBackgroundWork(),
    });
    this.#services = services;
    const whenIdle = {
      services,
      isIdle: () => this.#activity.mayStart && !this.running,
      start: (prompts: Parameters<SessionTurns['sendScheduled']>[0]) => this.#turns.sendScheduled(prompts),
    };
    this.#schedules = new SessionSchedules(whenIdle);
    this.triggers = new SessionTriggers(whenIdle);
    this.elicitations = new SessionElicitations(services);
    const agents = new SessionAgents(services, {
      callIds,
      schedules: this.#schedules,
      triggers: this.triggers,
      elicitations: this.elicitations,
    });
    this.#agents = agents;
    this.choices = new SessionChoices({
      services,
      assertOpen: () => this.#activity.assertOpen(),
      permissionsChanged: () => this.permissionsChanged(),
    });
    this.#turns = new SessionTurns({
      services,
      answer: (turn, prompts) => answerPrompts(services, agents, turn, prompts),
      interruptForSend: () => agents.main.calls.interruptForSend(),
      // First, so that notices about the end of the turn survive the fresh start.
      beforeEnd: () => agents.startAfresh(),
      onIdle: () => this.#reportBackgroundWork(),
    });
    this.#activity = new SessionActivity(this.#turns, agents);
    this.controls = new AgentControls(services, agents, this.#activity);
    this.#conversation = new SessionConversation({
      services,
      agents,
      turns: this.#turns,
      answer: (turn) => answerPrompts(services, agents, turn, []),
    });
    this.#halt = new SessionHalt({
      services,
      // Work that can't be logged must not continue: stop the streaming answer and the running calls.
      stop: (why) => {
        this.#turns.unwritable(why);
        agents.stopAll();
      },
      stopped: async () => {
        await this.#activity.whenIdle();
        await agents.commands.idle();
      },
      canAskAgain: () => canAskAgain(agents.main.transcript.entries, options.log.events),
    });
    if (load === 'now') atOnce(this.#load());
  }

  /** Replays the existing log, then follows new events. The view may already hold a prefix of it. */
  *#load(): Steps<void> {
    const { log, systemPrompt, model } = this.#services;
    for (const event of log.events) {
      this.#remember(event);
      yield;
    }
    log.subscribe((event) => this.#remember(event));
    if (this.#agents.main.transcript.system === '')
      this.#append({ type: 'session.prompt', data: { system: systemPrompt.text, sources: [...systemPrompt.sources] } });
    if (this.view.model !== model) this.#append({ type: 'session.model', data: { model } });
    void this.#schedules.begin();
    this.triggers.begin();
  }

  /** Prompts of MCP servers that a person may call. */
  get prompts(): readonly ServerPrompt[] {
    return usablePrompts(this.#services);
  }

  get running(): boolean {
    return this.#turns.running !== undefined;
  }

  /** Whether nothing runs in it and something may start. */
  get isIdle(): boolean {
    return this.#activity.mayStart && !this.#activity.isBusy;
  }

  /** Working directory of the next shell command, absolute. */
  get cwd(): string {
    return this.#agents.main.calls.cwd;
  }

  /** Names of the tools offered to the model now, in the order they are sent. */
  get toolNames(): string[] {
    return this.#agents.main.calls.pool.map(({ name }) => name);
  }

  /** The mode before plan mode; `undefined` outside plan mode. */
  get prePlanMode(): PermissionMode | undefined {
    return this.#agents.planMode.modeBefore;
  }

  /**
   * Starts a turn, or queues the text while one runs and sends it when that turn ends. With `now`, the running turn is cut short: the
   * answer stops, calls that only read or haven't started are cancelled, calls that may have side effects finish, then all queued
   * messages go out (SPEC E7).
   */
  send(
    text: string,
    { now = false, extras }: { readonly now?: boolean | undefined; readonly extras?: MessageExtras | undefined } = {},
  ): { queued: boolean } {
    this.#activity.assertMayStart();
    if (extras) assertSendable(extras);
    return this.#turns.send({ messageId: randomUUID(), text, ...(extras && { extras }) }, now);
  }

  /** Removes a queued message. Does nothing if it is no longer queued. */
  unqueue(messageId: string): void {
    if (this.view.queued.some((message) => message.messageId === messageId)) this.#append({ type: 'user.unqueued', data: { messageId } });
  }

  /** Sends one queued message; the others wait. Does nothing if it is no longer queued. @throws AppError `conflict` while a turn runs. */
  sendQueued(messageId: string): void {
    this.#activity.assertTurnMayStart();
    this.#turns.sendQueued(messageId);
  }

  /** Aborts the running turn, every sub-agent and workflow, and withdraws pending questions. Queued messages and background commands stay. */
  interrupt(): void {
    this.#agents.subAgents.interrupt();
    this.#turns.running?.controller.abort({ type: 'interrupt' } satisfies AbortReason);
  }

  /** Repeats a failed or stopped turn; in a turn, ends the pause before a repeated request. @throws AppError `conflict` if there is neither. */
  retry(): void {
    if (this.#services.backOff.skip()) return;
    this.#activity.assertTurnMayStart();
    this.#conversation.retry();
  }

  /**
   * Compacts the conversation now, in a turn of its own that can be stopped.
   * @param instructions what the summary should focus on.
   * @throws AppError `conflict` while a turn runs or when there is nothing to compact, `refused` when no model can summarise.
   */
  compact(instructions?: string): void {
    this.#activity.assertTurnMayStart();
    this.#conversation.compact(instructions);
  }

  /** Context window of the model and how much of it the next request uses. */
  get contextUsage(): ContextUsage {
    return this.#conversation.contextUsage;
  }

  /**
   * Removes a user message and everything after it from the conversation. Changes to files stay.
   * @returns the text of the message, for editing.
   * @throws AppError `conflict` while a turn runs, `not_found` for an unknown message.
   */
  rewind(messageId: string): { readonly text: string } {
    this.#activity.assertMayStart();
    this.assertIdle();
    return this.#conversation.rewind(messageId);
  }

  /** @throws AppError `conflict` while an agent works. */
  assertIdle(): void {
    this.#activity.assertIdle();
  }

  /** Runs work that must not overlap with a running agent. @throws AppError `conflict` while one runs. */
  whileIdle<T>(work: () => Promise<T>): Promise<T> {
    return this.#activity.whileIdle(work);
  }

  answer(askId: string, digest: string, answer: AskAnswer): 'accepted' | 'stale' | 'gone' {
    return this.#agents.queue.answer(askId, digest, answer);
  }

  /** Details of a pending question; `undefined` once it is settled. */
  asked(askId: string): ReturnType<AskQueue['asked']> {
    return this.#agents.queue.asked(askId);
  }

  /** Settles pending questions that changed rules or settings now answer. */
  permissionsChanged(): void {
    this.#agents.permissionsChanged();
  }

  /** Removes what the agent scheduled for later. `false` for an unknown id. */
  removeSchedule(scheduleId: string): boolean {
    return this.#schedules.remove(scheduleId, 'user') !== undefined;
  }

  /** Resolves when no turn or sub-agent runs and no message is queued. */
  async idle(): Promise<void> {
    while (this.#activity.isBusy || this.#halt.closing) {
      await this.#activity.whenIdle();
      await this.#halt.closing;
    }
  }

  /** Stops all work, waits until its end is on disk, and closes the log. */
  async dispose(): Promise<void> {
    if (!this.#activity.close()) return;
    this.#turns.close();
    this.#schedules.dispose();
    this.triggers.dispose();
    this.interrupt();
    this.#agents.commands.stopAll();
    await this.idle();
    await this.#agents.commands.idle();
    await this.#services.hooks?.dispose();
    this.#halt.dispose();
    this.log.close();
  }

  /** Reports ended background work to the main agent in a turn of its own; a running turn reports it with its next request. */
  #reportBackgroundWork(): void {
    if (!this.running && this.#agents.hasUnreported) this.#turns.startReport();
  }

  #remember(event: SessionEvent): void {
    applyEvent(this.view, event);
    this.#agents.apply(event);
  }

  #append(event: NewSessionEvent): void {
    this.log.append(event);
  }
}
