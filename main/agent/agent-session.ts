import { randomUUID } from 'node:crypto';
import { AppError } from '#shared/contract/app-error.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { AskAnswer } from '#shared/session/ask.ts';
import type { EventBody, NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { applyEvent, foldSession } from '#shared/session/fold.ts';
import { spentUsd } from '#shared/session/spending.ts';
import type { SessionView } from '#shared/session/view.ts';
import type { AbortReason } from '#main/executor/abort-reason.ts';
import { AskQueue } from '#main/permission/queue.ts';
import type { SessionLog } from '#main/session/log.ts';
import { toolUseBlockSchema, type MessageExtras } from '#shared/session/content.ts';
import type { FreshStart } from '#main/tool/context.ts';
import { Agent, type AgentHousehold } from './agent.ts';
import type { AgentSessionOptions } from './agent-session-options.ts';
import { BackgroundCommands } from './background/background-commands.ts';
import { SessionTasks } from './background/session-tasks.ts';
import { compactionNotices } from './compaction/compaction-notices.ts';
import { pastOf } from '#main/session/past.ts';
import { mainSeat } from './main-seat.ts';
import { BUILT_IN_AGENTS } from './sub-agents/built-in-definitions.ts';
import { SubAgents } from './sub-agents/sub-agents.ts';
import { PlanModeMemory } from './plan-mode.ts';
import { overBudget } from './over-budget.ts';
import { ThinkingMemory } from './thinking-memory.ts';
import { attachMentions } from './attach-mentions.ts';
import { admitPrompts } from './prompt-hooks.ts';
import { assertSendable, promptEvents, type Prompt } from './prompt.ts';
import { answeredInLastTurn, endsInAnswer, goOnReminder } from './cut-off-answer.ts';
import { failureNotices, turnEnded, type TurnEnd } from './turn-end.ts';

interface RunningTurn {
  /** Stops everything. */
  readonly controller: AbortController;
  /** Stops the answer; calls end as they may. */
  readonly sendNow: AbortController;
  readonly done: Promise<void>;
}

type TurnWork = (turnId: string, running: RunningTurn) => Promise<TurnEnd>;

/**
 * One session: takes what a person says, runs turns one after the other, and appends everything that happens to the log. Built over
 * an empty log or one that has events already; then it goes on where that stopped.
 */
export class AgentSession {
  readonly log: SessionLog;
  /** The live fold of the log: what every window draws. */
  readonly view: SessionView;
  readonly #options: AgentSessionOptions;
  readonly #planMode = new PlanModeMemory();
  readonly #callIds = new Set<string>();
  /** The questions of all agents that wait for a person. */
  readonly #queue = new AskQueue();
  readonly #main: Agent;
  readonly #subAgents: SubAgents;
  readonly #commands: BackgroundCommands;
  readonly #tasks: SessionTasks;
  #running: RunningTurn | undefined;
  #disposed = false;
  /** How much `undisturbed` work goes on. */
  #held = 0;
  /** What the conversation begins anew with before the next request. */
  #freshStart: FreshStart | undefined;
  /** Why the running turn could not be written down. */
  #unwritable: unknown;

  constructor(options: AgentSessionOptions) {
    this.#options = options;
    this.log = options.log;
    this.view = foldSession(options.log.events);
    const household: AgentHousehold = {
      options,
      callIds: this.#callIds,
      thinking: new ThinkingMemory(options.env ?? process.env),
      append: (event) => this.#append(event),
      setMode: (mode, by) => this.#changeMode(mode, by),
      overBudget: (model) => {
        const budget = options.maxBudgetUsd ?? this.view.budgetUsd;
        return budget === null ? undefined : overBudget(budget, spentUsd(this.view.spending), model);
      },
    };
    const seat = mainSeat(household, {
      view: this.view,
      queue: this.#queue,
      agents: () => this.#subAgents,
      tasks: () => this.#tasks,
      onFreshStart: (start) => (this.#freshStart = start),
    });
    this.#main = new Agent(household, seat);
    this.#subAgents = new SubAgents({
      household,
      view: this.view,
      main: seat,
      definitions: options.agentDefinitions ?? (() => BUILT_IN_AGENTS),
      sessionContext: options.systemPrompt.context ?? '',
      onUntold: () => this.#tellUntold(),
      beforeRequest: (agentId) => this.#commands.tell(agentId),
    });
    this.#commands = new BackgroundCommands({
      household,
      view: this.view,
      backgroundOf: (agentId) => this.#subAgents.backgroundOf(agentId),
      onUntold: () => this.#tellUntold(),
    });
    this.#tasks = new SessionTasks({
      view: this.view,
      sessionDir: options.log.sessionDir,
      commands: this.#commands,
      agents: this.#subAgents,
    });
    for (const event of options.log.events) this.#remember(event);
    options.log.subscribe((event) => {
      applyEvent(this.view, event);
      this.#remember(event);
    });
    if (this.#main.transcript.system === '')
      this.#append({ type: 'session.prompt', data: { system: options.systemPrompt.text, sources: [...options.systemPrompt.sources] } });
    if (this.view.model !== options.model) this.#append({ type: 'session.model', data: { model: options.model } });
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  /** Where the next shell command starts, absolute. */
  get cwd(): string {
    return this.#main.room.cwd;
  }

  /** Names of the tools that the model is offered now, in the order they are sent. */
  get toolNames(): string[] {
    return this.#main.room.pool.map(({ name }) => name);
  }

  /** The mode that plan mode came from, while it lasts. */
  get prePlanMode(): PermissionMode | undefined {
    return this.#planMode.modeBefore;
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
    this.#assertFree();
    if (extras) assertSendable(extras);
    const message = { messageId: randomUUID(), text, ...(extras && { extras }) };
    if (this.#running) {
      this.#append({ type: 'user.queued', data: message });
      if (now) {
        // First the calls: the end of the answer must not find one that may still start.
        this.#main.room.interruptForSend();
        this.#running.sendNow.abort({ type: 'send' } satisfies AbortReason);
      }
      return { queued: true };
    }
    this.#start([...this.#queuedMessages(), { ...message, origin: 'prompt' }]);
    return { queued: false };
  }

  /** Takes back a queued message. One that is not queued any more is left alone. */
  unqueue(messageId: string): void {
    if (this.view.queued.some((message) => message.messageId === messageId)) this.#append({ type: 'user.unqueued', data: { messageId } });
  }

  /** Ends the running turn and every sub-agent: what runs is stopped, what waits is withdrawn. Queued messages and background commands stay. */
  interrupt(): void {
    this.#subAgents.interrupt();
    this.#running?.controller.abort({ type: 'interrupt' } satisfies AbortReason);
  }

  /**
   * Asks again after a turn that failed or was stopped, without a new message.
   * @throws AppError `conflict` while a turn runs or when there is nothing to repeat.
   */
  retry(): void {
    this.#assertFree();
    if (this.#running) throw new AppError('conflict', 'A turn is running. Stop it first.');
    const last = this.view.lastTurn?.outcome;
    const cutOff = endsInAnswer(this.#main.transcript.entries);
    // Nothing of the turn is in the conversation: Gatehouse was killed while it was compacted.
    if (last === undefined || last === 'completed' || (cutOff && !answeredInLastTurn(this.log.events)))
      throw new AppError('conflict', 'There is nothing to try again.');
    this.#start([], (turnId, running) => {
      if (cutOff) this.#append(goOnReminder());
      return this.#answer(turnId, running, []);
    });
  }

  /**
   * Compacts the conversation now, as a turn of its own that can be stopped. `instructions`: what the summary should do above all.
   * @throws AppError `conflict` while a turn runs or when there is nothing to compact, `refused` where no model could summarise.
   */
  compact(instructions?: string): void {
    this.#assertFree();
    if (this.#running) throw new AppError('conflict', 'A turn is running. Stop it first, or wait for its end.');
    if (this.#options.client.kind === 'scripted')
      throw new AppError('refused', 'A scripted session can’t be compacted: there is no model behind it that could summarise.');
    if (!this.#main.compactor.canCompact) throw new AppError('conflict', 'There is nothing to compact yet.');
    this.#start([], async (turnId, { controller }) => {
      const request = { trigger: 'manual' as const, instructions, turnId, signal: controller.signal };
      const result = await this.#main.compactor.compact(request);
      for (const event of compactionNotices(result)) this.#append(event);
      // Whatever came of it, there is no answer to ask for again. Who stops it wants to say what next.
      return { outcome: 'completed', ...(result.type === 'aborted' && { waits: true as const }) };
    });
  }

  /** Tokens that the model can take, and from how many on the conversation is compacted unasked; `null`: never. */
  get contextLimits(): { readonly window: number; readonly compactsAt: number | null } {
    return this.#main.compactor.limits;
  }

  /**
   * Takes back a user message and all that came after it; the model no longer knows of any of it. What was done to files stays done.
   * Returns its text, for editing.
   * @throws AppError `conflict` while a turn runs, `not_found` when the conversation doesn't have it.
   */
  rewind(messageId: string): { readonly text: string } {
    this.#assertFree();
    this.assertNobodyWorks();
    const past = this.#main.transcript.hasMessage(messageId) ? pastOf(this.log.events, messageId) : undefined;
    if (!past) throw new AppError('not_found', 'This message isn’t part of the conversation any more.');
    this.#append({ type: 'conversation.rewound', data: { messageId, contextTokens: past.view.contextTokens } });
    if (JSON.stringify(past.view.todos) !== JSON.stringify(this.view.todos))
      this.#append({ type: 'todos.updated', data: { todos: [...past.view.todos] } });
    // What was read since, it hasn't seen; and which of the rest that is can't be told apart.
    this.#main.room.keepFiles(new Set());
    return { text: past.text };
  }

  /** @throws AppError `conflict` while an agent works. */
  assertNobodyWorks(): void {
    this.#assertOpen();
    if (this.#running) throw new AppError('conflict', 'A turn is running. Stop it first, or wait for its end.');
    if (this.#subAgents.busy) throw new AppError('conflict', 'An agent works in the background. Stop it first, or wait for its end.');
  }

  /**
   * Does what must not meet an agent at work: none is, and none begins before it is done. Such works may overlap; the store of
   * checkpoints does one after the other.
   * @throws AppError `conflict` while an agent works.
   */
  async undisturbed<T>(work: () => Promise<T>): Promise<T> {
    this.assertNobodyWorks();
    this.#held += 1;
    try {
      return await work();
    } finally {
      this.#held -= 1;
    }
  }

  /** @throws AppError `refused` for a mode that isn't available here. */
  setMode(mode: PermissionMode): void {
    this.#assertOpen();
    const { isBypassPermissionsModeAvailable, isAutoModeAvailable } = this.#options.permissionContext();
    if (mode === 'bypassPermissions' && !isBypassPermissionsModeAvailable) {
      throw new AppError('refused', 'Bypassing permissions is only possible when it was made available at start.');
    }
    if (mode === 'auto' && !isAutoModeAvailable) {
      throw new AppError(
        'refused',
        'Auto mode isn’t available here: it needs a model that can judge calls (an API key or a server of your own), and the settings must not switch it off (disableAutoMode).',
      );
    }
    if (mode === 'bubble') throw new AppError('refused', `The mode “${mode}” isn't available here.`);
    this.#changeMode(mode, 'user');
  }

  /** Counts from the next request on. @throws AppError `refused` in a scripted session, which asks no model. */
  setModel(model: string): void {
    this.#assertOpen();
    if (this.#options.client.kind === 'scripted')
      throw new AppError('refused', 'This session plays a script and asks no model. Start a new session to work with one.');
    if (model !== this.view.model) this.#append({ type: 'session.model', data: { model } });
  }

  /**
   * What the session may cost from now on, in US dollars, its past included; `null`: no limit. Counts from the next request on.
   * @throws AppError `refused` where the limit was given at start, and in a scripted session.
   */
  setBudget(usd: number | null): void {
    this.#assertOpen();
    if (this.#options.client.kind === 'scripted') throw new AppError('refused', 'This session plays a script and costs nothing.');
    if (this.#options.maxBudgetUsd !== undefined) throw new AppError('refused', 'The budget of this session was given at start.');
    if (usd !== this.view.budgetUsd) this.#append({ type: 'session.budget', data: { usd } });
  }

  answer(askId: string, digest: string, answer: AskAnswer): 'accepted' | 'stale' | 'gone' {
    return this.#queue.answer(askId, digest, answer);
  }

  /** What a pending question is about; `undefined` when it is settled. */
  asked(askId: string): ReturnType<AskQueue['asked']> {
    return this.#queue.asked(askId);
  }

  /** Rules or settings changed: questions that are answered by that now are settled. */
  permissionsChanged(): void {
    this.#main.room.permissionsChanged();
    this.#subAgents.permissionsChanged();
  }

  /** Stops one sub-agent and those it started. `false` when it doesn't run. */
  stopAgent(agentId: string): boolean {
    return this.#subAgents.stop(agentId, 'The user stopped it.');
  }

  /** Stops one background command. `false` when it doesn't run. */
  stopTask(taskId: string): Promise<boolean> {
    return this.#commands.stop(taskId, 'The user stopped it.', { tellsModel: true });
  }

  /** Answers the call of a running command now; the command goes on in the background. `false` when it can't. */
  moveToBackground(callId: string): boolean {
    return this.#commands.moveToBackground(callId);
  }

  /** Resolves when no turn and no sub-agent runs and nothing waits to be sent. */
  async idle(): Promise<void> {
    while (this.#running || this.#subAgents.busy) {
      await this.#running?.done;
      await this.#subAgents.idle();
    }
  }

  /** Stops what runs, waits for its end to be on disk, and closes the log. */
  async dispose(): Promise<void> {
    if (this.#disposed) return;
    this.#disposed = true;
    this.interrupt();
    this.#commands.stopAll();
    await this.idle();
    await this.#commands.idle();
    await this.#options.hooks?.dispose();
    this.log.close();
  }

  #start(messages: readonly Prompt[], work: TurnWork = (turnId, running) => this.#answer(turnId, running, messages)): void {
    this.#unwritable = undefined;
    const turnId = randomUUID();
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const running = { controller: new AbortController(), sendNow: new AbortController(), done };
    // From here on the turn runs, also for whoever hears of its first event.
    this.#running = running;
    try {
      this.#append({ type: 'turn.started', data: { turnId } });
      // What hooks may still reject waits where messages wait.
      const checked = this.#options.hooks?.runner.has('UserPromptSubmit') === true;
      for (const { origin: _, ...message } of checked ? messages : []) {
        if (!this.view.queued.some((queued) => queued.messageId === message.messageId))
          this.#append({ type: 'user.queued', data: message });
      }
      for (const event of checked ? [] : messages.flatMap(promptEvents)) this.#append(event);
    } catch (error) {
      this.#running = undefined;
      resolve();
      throw error;
    }
    void this.#run(turnId, running, work).then(resolve);
  }

  async #answer(turnId: string, { controller, sendNow }: RunningTurn, messages: readonly Prompt[]): Promise<TurnEnd> {
    const { hooks } = this.#options;
    const unsent =
      hooks &&
      (await admitPrompts(hooks, messages, { view: this.view, append: (event) => this.#append(event), signal: controller.signal }));
    if (unsent) return unsent;
    await this.#attachMentions(messages, controller.signal);
    return this.#main.turn({
      turnId,
      controller,
      sendNow: sendNow.signal,
      maxTurns: this.#options.maxTurns,
      beforeRequest: () => {
        this.#startAfresh();
        const { reminder } = this.#planMode;
        if (reminder) this.#append(reminder);
        this.#subAgents.tell(undefined);
        this.#commands.tell(undefined);
      },
    });
  }

  /** Files that the messages name with “@” go along with them, where reading them runs unasked. */
  async #attachMentions(messages: readonly Prompt[], signal: AbortSignal): Promise<void> {
    const { permissionEngine, permissionContext } = this.#options;
    await attachMentions(
      messages.filter(({ messageId }) => this.#main.transcript.hasMessage(messageId)).map(({ text }) => text),
      {
        room: this.#main.room,
        decide: (path) => {
          const context = permissionContext();
          const facts = permissionEngine.analyse({ toolName: 'Read', input: { file_path: path }, cwd: this.view.projectDir }, context);
          return { facts, decision: permissionEngine.decide(facts, context) };
        },
        append: (event) => this.#append(event),
        signal,
      },
    );
  }

  #startAfresh(): void {
    const start = this.#freshStart;
    this.#freshStart = undefined;
    if (start) this.#main.compactor.startAfresh(start);
  }

  /** Never rejects. */
  async #run(turnId: string, running: RunningTurn, work: TurnWork): Promise<void> {
    let end: TurnEnd;
    try {
      end = await work(turnId, running);
      // Stopped by `#append`: the person is told the reason, not that somebody interrupted.
      if (this.#unwritable !== undefined) end = failedWith(this.#unwritable);
    } catch (error) {
      running.controller.abort({ type: 'discarded', why: 'the turn failed' } satisfies AbortReason);
      end = failedWith(error);
    }
    this.#settle(turnId, end);
  }

  /** Closes the turn and goes on with what was queued meanwhile, unless the person stopped it or it failed. */
  #settle(turnId: string, end: TurnEnd): void {
    const goesOn = (end.outcome === 'completed' && end.waits !== true) || end.outcome === 'denied' || end.sendsOn === true;
    try {
      // Before anything else is said, which must not be cleared away with the rest.
      this.#startAfresh();
      for (const event of failureNotices(end)) this.#append(event);
      // Whoever hears of the end may start the next turn.
      this.#running = undefined;
      this.#append(turnEnded(turnId, end));
      if (goesOn && !this.running && this.view.queued.length > 0) this.#startUnlessDisposed(this.#queuedMessages());
      else if (goesOn) this.#tellUntold();
    } catch {
      // The log can't be written any more, which is why the turn ended; the next message will say so again.
      this.#running = undefined;
    }
  }

  /** Agents or commands in the background have ended: the main agent hears of it, at its next request or in a turn of its own. */
  #tellUntold(): void {
    if (!this.running && (this.#subAgents.hasUntold || this.#commands.hasUntold)) this.#startUnlessDisposed([]);
  }

  #startUnlessDisposed(messages: readonly Prompt[]): void {
    if (!this.#disposed) this.#start(messages);
  }

  #queuedMessages(): Prompt[] {
    return this.view.queued.map((message) => ({ ...message, origin: 'queued' }));
  }

  #changeMode(mode: PermissionMode, by: EventBody<'session.mode'>['by']): void {
    if (mode === this.view.mode) return;
    this.#append({ type: 'session.mode', data: { mode, by } });
    this.permissionsChanged();
  }

  #remember(event: SessionEvent): void {
    this.#main.apply(event);
    this.#subAgents.apply(event);
    this.#planMode.apply(event);
    if (event.type !== 'assistant.block') return;
    const toolUse = toolUseBlockSchema.safeParse(event.data.block);
    if (toolUse.success) this.#callIds.add(toolUse.data.id);
  }

  #append(event: NewSessionEvent): void {
    try {
      this.log.append(event);
    } catch (error) {
      // What can't be written down must not go on: neither the answer that streams nor the calls that run.
      this.#unwritable ??= error;
      this.#running?.controller.abort({ type: 'discarded', why: 'the session could not be written' } satisfies AbortReason);
      this.#subAgents.interrupt();
      this.#commands.stopAll();
      throw error;
    }
  }

  #assertOpen(): void {
    if (this.#disposed) throw new AppError('conflict', 'This session is closed.');
  }

  #assertFree(): void {
    this.#assertOpen();
    if (this.#held > 0) throw new AppError('conflict', 'Files are being restored. Wait until that is done.');
  }
}

function failedWith(error: unknown): TurnEnd {
  return { outcome: 'failed', error: error instanceof Error ? error.message : String(error), action: 'retry' };
}
