import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { proxyFetch } from '#main/net/proxy-fetch.ts';
import { signalMarked } from '#main/terminal/process-group.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { ConfiguredHook, HookConfig } from '#shared/settings/hook-config.ts';
import type { HookEvent } from '#shared/settings/hook-settings.ts';
import { combineOutputs, NO_OUTPUT, type HookVerdict } from './combine.ts';
import { executeHook, type HookInvocation, type HookContext, isForAgent, isOwnAgent } from './execute-hook.ts';
import { HOOK_EVENT_TABLE, matcherCovers } from './hook-events.ts';
import { hookKey, type HookRun, isAsync } from './hook.ts';
import type { HookEnvironment } from './hook-environment.ts';
import type { DescribedCall, HookHelpers, RecordedCall } from './hook-helpers.ts';
import { failureNotice, ranEvent, startedEvent } from './hook-record.ts';
import { readHookOutput, type HookOutput } from './hook-output.ts';
import { withKeptTexts } from './keep-text.ts';

export interface HookRunnerOptions {
  /** The current settings; read before each event. */
  readonly config: () => HookConfig;
  readonly sessionId: string;
  /** Absolute. */
  readonly sessionDir: string;
  readonly projectDir: string;
  /** Environment of commands. Read before each run. */
  readonly env: () => Readonly<Record<string, string | undefined>>;
  /** The app's own environment for proxy settings: settings files must not redirect requests. */
  readonly programEnv: NodeJS.ProcessEnv;
  readonly append: (event: NewSessionEvent) => void;
  /** Variables that hooks set for later commands; without it they get no `CLAUDE_ENV_FILE`. */
  readonly environment?: HookEnvironment;
}

/** One occurrence of a hook event: the input for hooks and their matchers. */
export interface HookEventInput {
  readonly event: HookEvent;
  /** The value or names that matchers are compared with; absent for events without matchers. */
  readonly matchOn?: string | readonly string[] | undefined;
  /** Event-specific fields, as documented. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Working directory, absolute. */
  readonly cwd: string;
  /** The agent's permission mode, for events that include it. */
  readonly mode?: string | undefined;
  readonly agent?: { readonly agentId?: string; readonly agentType?: string } | undefined;
  readonly promptId?: string | undefined;
  readonly callId?: string | undefined;
  /** Whether the call matches, or may match, a permission rule. Without it, hooks with an `if` condition don't run. */
  readonly meets?: ((rule: string) => boolean) | undefined;
  readonly signal: AbortSignal;
}

/** The result of trying a hook. */
export interface HookTryout {
  readonly run: HookRun;
  readonly output: HookOutput;
  /** Whether its matcher and condition cover the event. */
  readonly covers: boolean;
  /** The event as the hook got it. */
  readonly json: string;
}

/** Runs the hooks of an event in parallel, logs each run and combines their outputs. */
export class HookRunner {
  readonly #options: HookRunnerOptions;
  /** Marker that distinguishes this session's processes. */
  readonly #mark = randomBytes(8).toString('hex');
  readonly #closing = new AbortController();
  readonly #beside = new Set<Promise<void>>();
  readonly #running = new Set<string>();
  /** Hooks with `once` that have run. */
  readonly #once = new Set<string>();
  #fetch: Promise<typeof globalThis.fetch> | undefined;
  #late: string[] = [];
  #wantsTurn = false;
  #helpers: HookHelpers = {};
  #disposed = false;
  /** Only commands can leave processes behind. */
  #ranCommand = false;

  constructor(options: HookRunnerOptions) {
    this.#options = options;
  }

  /** Sets the helpers, which belong to parts of the session that are created later. */
  provide(helpers: HookHelpers): void {
    this.#helpers = { ...this.#helpers, ...helpers };
  }

  /** Path of the session log, as passed to hooks. */
  get transcriptPath(): string {
    return join(this.#options.sessionDir, 'events.jsonl');
  }

  /** Whether any hook is configured for the event. */
  has(event: HookEvent): boolean {
    return this.#options.config().entries.some((entry) => entry.event === event);
  }

  /** The matchers of the event's hooks, as written. */
  matchers(event: HookEvent): string[] {
    return this.#options.config().entries.flatMap((entry) => (entry.event === event ? [entry.matcher] : []));
  }

  /** Whether a hook would run. */
  concerns(eventInput: Pick<HookEventInput, 'event' | 'matchOn' | 'meets' | 'agent'>): boolean {
    return this.#matching(eventInput).length > 0;
  }

  /** Whether a hook would run that is waited for. */
  decidesAbout(eventInput: Pick<HookEventInput, 'event' | 'matchOn' | 'meets' | 'agent'>): boolean {
    return this.#matching(eventInput).some(({ handler }) => !isAsync(handler));
  }

  /** Ids of runs in progress. */
  get running(): ReadonlySet<string> {
    return this.#running;
  }

  /** Whether the settings currently accept a hook's “allow”. */
  get mayAllow(): boolean {
    return this.#options.config().mayAllow;
  }

  /** Resolves when all hooks have ended. Rejects only when a run can't be logged. */
  async run(eventInput: HookEventInput): Promise<HookVerdict> {
    const hooks = this.#matching(eventInput);
    const [first] = hooks;
    if (first === undefined) return NO_OUTPUT;
    if (this.#disposed) return combineOutputs([readHookOutput(first, { type: 'cancelled' })]);
    const event = this.#input(eventInput);
    const input = { event, input: JSON.stringify(event) };
    const waited = hooks.filter(({ handler }) => !isAsync(handler));
    for (const hook of hooks.filter(({ handler }) => isAsync(handler))) this.#runBeside(hook, eventInput, input);
    const outputs: HookOutput[] = [];
    const runs = await Promise.allSettled(
      waited.map(async (hook) => {
        outputs.push(await this.#runOne(hook, eventInput, input, eventInput.signal));
      }),
    );
    const broken = runs.find((run) => run.status === 'rejected');
    if (broken) throw broken.reason;
    return combineOutputs(outputs);
  }

  /** See `HookHelpers.describeCall`. */
  describeCall(call: RecordedCall): DescribedCall | undefined {
    return this.#helpers.describeCall?.(call);
  }

  /** Runs one hook as in the session, but doesn't log it and ignores its output. What the hook itself does still happens. */
  async tryOut(hook: ConfiguredHook, eventInput: HookEventInput): Promise<HookTryout> {
    const event = this.#input(eventInput);
    const json = JSON.stringify(event);
    const { askAgent: _askAgent, wake: _wake, ...helpers } = this.#helpers;
    const quiet = { helpers, environment: undefined, append: () => undefined };
    const run = await this.#execute(hook, eventInput, { event, input: json }, randomBytes(6).toString('hex'), eventInput.signal, quiet);
    const { matchOn, meets } = eventInput;
    const condition = hook.handler.if;
    const covers = matcherCovers(hook.event, hook.matcher, matchOn) && (condition === undefined || meets?.(condition) === true);
    return { run, output: readHookOutput(hook, run), covers, json };
  }

  /** Whether an `asyncRewake` hook has left a message that the model should read now. */
  get wantsTurn(): boolean {
    return this.#wantsTurn;
  }

  /** Returns the messages of asynchronous hooks since the last call. */
  takeLate(): string[] {
    const late = this.#late;
    this.#late = [];
    this.#wantsTurn = false;
    return late;
  }

  /** Kills running hooks and resolves when they are gone. Nothing starts afterwards. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#closing.abort();
    await Promise.allSettled(this.#beside);
    if (this.#ranCommand) await signalMarked(this.#mark, 'SIGKILL');
  }

  #matching({ event, matchOn, meets, agent }: Pick<HookEventInput, 'event' | 'matchOn' | 'meets' | 'agent'>): ConfiguredHook[] {
    const matching = this.#options.config().entries.filter((hook) => {
      if (hook.event !== event || isOwnAgent(hook, agent?.agentType) || !isForAgent(hook, agent) || this.#isSpent(hook)) return false;
      if (!matcherCovers(event, hook.matcher, matchOn)) return false;
      const condition = hook.handler.if;
      return condition === undefined || (HOOK_EVENT_TABLE[event].aboutTool && meets !== undefined && meets(condition));
    });
    return [...new Map(matching.toReversed().map((hook) => [hookKey(hook), hook])).values()].toReversed();
  }

  /** `once`, which only hooks of skills have: it has run in this session. */
  #isSpent({ handler, owner, file }: ConfiguredHook): boolean {
    return handler.once === true && owner !== undefined && 'agentId' in owner && this.#once.has(`${file} ${JSON.stringify(handler)}`);
  }

  #input({ event, fields, cwd, mode, agent, promptId }: HookEventInput): Record<string, unknown> {
    const { sessionId } = this.#options;
    return {
      session_id: sessionId,
      ...(promptId !== undefined && { prompt_id: promptId }),
      transcript_path: this.transcriptPath,
      cwd,
      ...(mode !== undefined && { permission_mode: mode }),
      ...(agent?.agentId !== undefined && { agent_id: agent.agentId }),
      ...(agent?.agentType !== undefined && { agent_type: agent.agentType }),
      hook_event_name: event,
      ...fields,
    };
  }

  #runBeside(hook: ConfiguredHook, eventInput: HookEventInput, input: Pick<HookInvocation, 'event' | 'input'>): void {
    const work = this.#runOne(hook, eventInput, input, this.#closing.signal).then(
      ({ context, block }) => {
        const { command = '' } = hook.handler;
        if (context !== undefined) this.#late.push(context);
        // `asyncRewake`: exit code 2 reports to the model.
        if (block === undefined || hook.handler.asyncRewake !== true) return;
        this.#late.push(`A background hook (${command}) reports: ${block}`);
        this.#wantsTurn = true;
        this.#helpers.wake?.();
      },
      // It rejects only when the session can't be written, which halts it.
      () => undefined,
    );
    this.#beside.add(work);
    void work.then(() => this.#beside.delete(work));
  }

  async #runOne(
    hook: ConfiguredHook,
    eventInput: HookEventInput,
    input: Pick<HookInvocation, 'event' | 'input'>,
    signal: AbortSignal,
  ): Promise<HookOutput> {
    const { append, sessionDir } = this.#options;
    const { agentId } = eventInput.agent ?? {};
    const agent = agentId === undefined ? {} : { agentId };
    if (hook.handler.once === true) this.#once.add(`${hook.file} ${JSON.stringify(hook.handler)}`);
    const runId = randomBytes(6).toString('hex');
    const which = { runId, hook, callId: eventInput.callId };
    append({ ...startedEvent(which), ...agent });
    const startedAt = Date.now();
    this.#running.add(runId);
    const run = await this.#execute(hook, eventInput, input, runId, signal).finally(() => this.#running.delete(runId));
    const output = readHookOutput(hook, run);
    append({ ...ranEvent(which, run, output, { startedAt, endedAt: Math.max(startedAt, Date.now()) }), ...agent });
    const told = failureNotice(which, run, output);
    if (told) append(told);
    if (output.systemMessage !== undefined)
      append({ type: 'notice', data: { level: 'info', text: output.systemMessage.slice(0, 2000).toWellFormed(), action: 'none' } });
    return await withKeptTexts(output, sessionDir, runId);
  }

  #execute(
    hook: ConfiguredHook,
    { cwd, callId }: HookEventInput,
    { event, input }: Pick<HookInvocation, 'event' | 'input'>,
    runId: string,
    given: AbortSignal,
    quiet: Partial<Pick<HookContext, 'helpers' | 'environment' | 'append'>> = {},
  ): Promise<HookRun> {
    const { config, sessionId, sessionDir, projectDir, env, environment, append } = this.#options;
    if (hook.handler.type === 'command') this.#ranCommand = true;
    const signal = AbortSignal.any([given, this.#closing.signal]);
    return executeHook(
      hook,
      { event, input, cwd, callId, signal },
      {
        config: config(),
        sessionId,
        sessionDir,
        projectDir,
        env: env(),
        fetch: () => this.#proxied(),
        helpers: this.#helpers,
        environment,
        append,
        mark: `${this.#mark}-${runId}`,
        runId,
        ...quiet,
      },
    );
  }

  async #proxied(): Promise<typeof globalThis.fetch> {
    this.#fetch ??= proxyFetch(this.#options.programEnv).then((proxied) => proxied ?? globalThis.fetch);
    return this.#fetch;
  }
}
