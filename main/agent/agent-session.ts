import { randomUUID } from 'node:crypto';
import { AppError } from '#shared/contract/app-error.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { AskAnswer } from '#shared/session/ask.ts';
import type { MessageExtras } from '#shared/session/content.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { applyEvent, foldSession } from '#shared/session/fold.ts';
import type { SessionView } from '#shared/session/view.ts';
import { atOnce, type Steps } from '#shared/steps.ts';
import type { ContextUsage } from '#shared/contract/context.ts';
import type { AbortReason } from '#main/executor/abort-reason.ts';
import type { AskQueue } from '#main/permission/queue.ts';
import type { SessionLog } from '#main/session/log.ts';
import { inSlices } from '#main/tool/in-slices.ts';
import type { AgentSessionOptions } from './agent-session-options.ts';
import { answerPrompts } from './answer-prompts.ts';
import { canAskAgain } from './cut-off-answer.ts';
import { assertSendable, type Prompt } from './prompt.ts';
import { admitToAgent } from './prompt-hooks.ts';
import { SessionAgents } from './session-agents.ts';
import { SessionChoices } from './session-choices.ts';
import { SessionConversation } from './session-conversation.ts';
import { SessionHalt } from './session-halt.ts';
import { SessionActivity } from './session-activity.ts';
import { SessionTurns, type RunningTurn } from './session-turns.ts';
import type { TurnEnd } from './turn-end.ts';

/**
 * One session: takes what a person says, runs turns one after the other, and appends everything that happens to the log. Built over
 * an empty log or one that has events already; then it goes on where that stopped.
 */
export class AgentSession {
  readonly log: SessionLog;
  /** The live fold of the log: what every window draws. */
  readonly view: SessionView;
  /** Mode, directories, model and budget, as a person sets them. */
  readonly choices: SessionChoices;
  readonly #options: AgentSessionOptions;
  readonly #agents: SessionAgents;
  readonly #turns: SessionTurns;
  readonly #conversation: SessionConversation;
  readonly #halt: SessionHalt;
  readonly #activity: SessionActivity;

  /** As the constructor, but a long log is taken in a slice at a time. */
  static async open(options: AgentSessionOptions): Promise<AgentSession> {
    const session = new AgentSession(options, 'later');
    await inSlices(session.#takeUp());
    return session;
  }

  constructor(options: AgentSessionOptions, takeUp: 'now' | 'later' = 'now') {
    this.#options = options;
    this.log = options.log;
    this.view = options.view ?? foldSession(options.log.events);
    const { view } = this;
    const append = (event: NewSessionEvent): void => this.#append(event);
    const agents = new SessionAgents({
      options,
      view,
      append,
      setMode: (mode, by) => this.choices.changeMode(mode, by),
      onUnreported: () => this.#tellUntold(),
    });
    this.#agents = agents;
    this.choices = new SessionChoices({
      options,
      view,
      append,
      assertOpen: () => this.#activity.assertOpen(),
      permissionsChanged: () => this.permissionsChanged(),
    });
    this.#turns = new SessionTurns({
      view,
      append,
      admits: () => options.hooks?.runner.has('UserPromptSubmit') === true,
      answer: (turn, prompts) => this.#answer(turn, prompts),
      interruptForSend: () => agents.main.calls.interruptForSend(),
      // What is said about the end must not be cleared away with the rest.
      beforeEnd: () => agents.startAfresh(),
      onIdle: () => this.#tellUntold(),
    });
    this.#activity = new SessionActivity(this.#turns, agents);
    this.#conversation = new SessionConversation({
      options,
      view,
      agents,
      turns: this.#turns,
      append,
      answer: (turn) => this.#answer(turn, []),
    });
    this.#halt = new SessionHalt({
      log: options.log,
      view,
      // What can't be written down must not go on: neither the answer that streams nor the calls that run.
      stop: (why) => {
        this.#turns.unwritable(why);
        agents.stopAll();
      },
      stopped: () => this.#stopped(),
      canAskAgain: () => canAskAgain(agents.main.transcript.entries, options.log.events),
      runningHooks: () => options.hooks?.runner.running ?? new Set(),
    });
    if (takeUp === 'now') atOnce(this.#takeUp());
  }

  /** What the log says already, of which the view knows all or the beginning, and from then on what it comes to say. */
  *#takeUp(): Steps<void> {
    const { log, systemPrompt, model } = this.#options;
    for (const event of log.events) {
      this.#remember(event);
      yield;
    }
    log.subscribe((event) => this.#remember(event));
    if (this.#agents.main.transcript.system === '')
      this.#append({ type: 'session.prompt', data: { system: systemPrompt.text, sources: [...systemPrompt.sources] } });
    if (this.view.model !== model) this.#append({ type: 'session.model', data: { model } });
  }

  get running(): boolean {
    return this.#turns.running !== undefined;
  }

  /** Where the next shell command starts, absolute. */
  get cwd(): string {
    return this.#agents.main.calls.cwd;
  }

  /** Names of the tools that the model is offered now, in the order they are sent. */
  get toolNames(): string[] {
    return this.#agents.main.calls.pool.map(({ name }) => name);
  }

  /** The mode that plan mode came from, while it lasts. */
  get prePlanMode(): PermissionMode | undefined {
    return this.#agents.planMode.modeBefore;
  }

  /**
   * Starts a turn, or queues the text while one runs; then it is sent when that turn ends. `now` doesn't wait for that: the answer
   * stops where it is, what only reads or hasn't begun is cancelled, what may be changing something ends first, then all that is
   * queued goes out (SPEC E7).
   */
  send(
    text: string,
    { now = false, extras }: { readonly now?: boolean | undefined; readonly extras?: MessageExtras | undefined } = {},
  ): { queued: boolean } {
    this.#activity.assertMayStart();
    if (extras) assertSendable(extras);
    return this.#turns.send({ messageId: randomUUID(), text, ...(extras && { extras }) }, now);
  }

  /** Takes back a queued message. One that is not queued any more is left alone. */
  unqueue(messageId: string): void {
    if (this.view.queued.some((message) => message.messageId === messageId)) this.#append({ type: 'user.unqueued', data: { messageId } });
  }

  /** Ends the running turn and every sub-agent: what runs is stopped, what waits is withdrawn. Queued messages and background commands stay. */
  interrupt(): void {
    this.#agents.subAgents.interrupt();
    this.#turns.running?.controller.abort({ type: 'interrupt' } satisfies AbortReason);
  }

  /**
   * Asks again after a turn that failed or was stopped, without a new message.
   * @throws AppError `conflict` while a turn runs or when there is nothing to repeat.
   */
  retry(): void {
    this.#activity.assertMayStart();
    if (this.running) throw new AppError('conflict', 'A turn is running. Stop it first.');
    this.#conversation.retry();
  }

  /**
   * Compacts the conversation now, as a turn of its own that can be stopped. `instructions`: what the summary should do above all.
   * @throws AppError `conflict` while a turn runs or when there is nothing to compact, `refused` where no model could summarise.
   */
  compact(instructions?: string): void {
    this.#activity.assertMayStart();
    this.#activity.assertNoTurn();
    this.#conversation.compact(instructions);
  }

  /** How much the model can take, and what of it the next request takes. */
  get contextUsage(): ContextUsage {
    return this.#conversation.contextUsage;
  }

  /**
   * Takes back a user message and all that came after it; the model no longer knows of any of it. What was done to files stays done.
   * Returns its text, for editing.
   * @throws AppError `conflict` while a turn runs, `not_found` when the conversation doesn't have it.
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

  /** Does what must not meet an agent at work. @throws AppError `conflict` while one works. */
  whileIdle<T>(work: () => Promise<T>): Promise<T> {
    return this.#activity.whileIdle(work);
  }

  answer(askId: string, digest: string, answer: AskAnswer): 'accepted' | 'stale' | 'gone' {
    return this.#agents.queue.answer(askId, digest, answer);
  }

  /** What a pending question is about; `undefined` when it is settled. */
  asked(askId: string): ReturnType<AskQueue['asked']> {
    return this.#agents.queue.asked(askId);
  }

  /** Rules or settings changed: questions that are answered by that now are settled. */
  permissionsChanged(): void {
    this.#agents.permissionsChanged();
  }

  /**
   * A person's message to a sub-agent; hooks may reject it as any other. Whether the agent had ended and goes on with it.
   * @throws AppError `not_found` for an unknown one, `refused` where it can't be told anything or a hook said no.
   */
  async sendToAgent(agentId: string, text: string): Promise<boolean> {
    this.#activity.assertMayStart();
    const { hooks } = this.#options;
    if (hooks) await admitToAgent(hooks, text, this.view.mode);
    this.#activity.assertMayStart();
    return this.#agents.subAgents.sendFromPerson(agentId, text);
  }

  /** Stops one sub-agent and those it started. `false` when it doesn't run. */
  stopAgent(agentId: string): boolean {
    return this.#agents.subAgents.stop(agentId, 'The user stopped it.');
  }

  /** Stops one background command. `false` when it doesn't run. */
  stopTask(taskId: string): Promise<boolean> {
    return this.#agents.commands.stop(taskId, 'The user stopped it.', { tellsModel: true });
  }

  /** Answers the call of a running command now; the command goes on in the background. `false` when it can't. */
  moveToBackground(callId: string): boolean {
    return this.#agents.commands.moveToBackground(callId);
  }

  /** Resolves when no turn and no sub-agent runs and nothing waits to be sent. */
  async idle(): Promise<void> {
    while (this.#activity.isBusy || this.#halt.closing) {
      await this.#activity.whenIdle();
      await this.#halt.closing;
    }
  }

  /** Stops what runs, waits for its end to be on disk, and closes the log. */
  async dispose(): Promise<void> {
    if (!this.#activity.close()) return;
    this.#turns.close();
    this.interrupt();
    this.#agents.commands.stopAll();
    await this.idle();
    await this.#agents.commands.idle();
    await this.#options.hooks?.dispose();
    this.#halt.dispose();
    this.log.close();
  }

  #answer(turn: RunningTurn, prompts: readonly Prompt[]): Promise<TurnEnd> {
    const host = { options: this.#options, view: this.view, agents: this.#agents, append: (event: NewSessionEvent) => this.#append(event) };
    return answerPrompts(host, turn, prompts);
  }

  /** Agents or commands in the background have ended: the main agent hears of it, at its next request or in a turn of its own. */
  #tellUntold(): void {
    if (!this.running && this.#agents.hasUnreported) this.#turns.tell();
  }

  #remember(event: SessionEvent): void {
    applyEvent(this.view, event);
    this.#agents.apply(event);
  }

  #append(event: NewSessionEvent): void {
    this.log.append(event);
  }

  /** Resolves when nothing runs: no turn, no agent, no command. */
  async #stopped(): Promise<void> {
    await this.#activity.whenIdle();
    await this.#agents.commands.idle();
  }
}
