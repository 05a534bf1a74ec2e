import { dirname } from 'node:path';
import { namesOf } from '#main/executor/call-run.ts';
import type { HookVerdict } from '#main/hooks/combine.ts';
import type { HookEventInput, HookRunner, HookTryout } from '#main/hooks/hook-runner.ts';
import { suggestedUpdates, understoodUpdates } from '#main/hooks/permission-updates.ts';
import { hookReminder } from '#main/hooks/hook.ts';
import type { AskHooks } from '#main/permission/hook-decision.ts';
import type { GateRequest } from '#main/permission/gate/analysed-call.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';
import { FileChangeHooks } from './file-change-hooks.ts';
import { MessageDisplay } from './message-display.ts';
import { reminderEvent } from './prompt.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import type { ListedTask } from '#shared/session/task-list.ts';
import type { RuleSource } from '#shared/permission/rule.ts';
import type { ConfiguredHook } from '#shared/settings/hook-config.ts';
import type { HookEvent } from '#shared/settings/hook-settings.ts';

/** Idle time before the `idle_prompt` notification. */
const IDLE_MS = 60_000;
/** Limit on turns in a row that hooks start with `asyncRewake`. */
const MAX_TURNS_BY_HOOKS = 8;
/** Upper limit on the timeout that a SessionEnd hook may ask for. */
const GOODBYE_MS = 60_000;

export interface SessionHooksOptions {
  readonly runner: HookRunner;
  readonly append: (event: NewSessionEvent) => void;
  readonly projectDir: string;
  /** The main agent's current folder and mode. */
  readonly now: () => { readonly cwd: string; readonly mode: string; readonly title: string };
}

/** PreCompact and PostCompact hooks. */
export interface CompactionHooks {
  /** May block the compaction, with a reason for the user. */
  before(
    about: { readonly trigger: 'auto' | 'manual'; readonly instructions: string | undefined },
    signal: AbortSignal,
  ): Promise<{ readonly refused?: string }>;
  after(about: { readonly trigger: 'auto' | 'manual'; readonly summary: string }): Promise<void>;
}

interface ChangedLayer {
  readonly source: RuleSource;
  readonly file: string | undefined;
}

const CONFIG_SOURCES: readonly (readonly [RuleSource, string])[] = [
  ['policy', 'policy_settings'],
  ['local', 'local_settings'],
  ['project', 'project_settings'],
  ['user', 'user_settings'],
];

type Asked = Omit<HookEventInput, 'event' | 'signal' | 'cwd'> & { readonly cwd?: string; readonly signal?: AbortSignal };

/** Runs the settings' hooks for the events of a session. */
export class SessionHooks {
  readonly runner: HookRunner;
  readonly #options: SessionHooksOptions;
  #promptId: string | undefined;
  #started: Promise<void> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  /** Turns that hooks started since the person last wrote. */
  #turnsByHooks = 0;
  readonly #ended = new AbortController();
  readonly #files: FileChangeHooks;
  readonly #display: MessageDisplay;
  /** Agents that run in the background. */
  readonly #background = new Set<string>();

  constructor(options: SessionHooksOptions) {
    this.#options = options;
    const { runner, append } = options;
    this.runner = runner;
    const ask = (event: HookEvent, about: Asked) => this.ask(event, about);
    this.#files = new FileChangeHooks({ runner, cwd: () => options.now().cwd, ask });
    this.#display = new MessageDisplay({ runner, append, turnId: () => this.#promptId, ask });
  }

  /** Whether a hook wants the model to read something now, and hooks haven't started too many turns since the person last wrote. */
  get wantsTurn(): boolean {
    return this.runner.wantsTurn && this.#turnsByHooks < MAX_TURNS_BY_HOOKS;
  }

  /** Id of the running turn, or of the last one. */
  get promptId(): string | undefined {
    return this.#promptId;
  }

  /** Runs the hooks of an event and resolves with their combined verdict. */
  ask(event: HookEvent, { cwd = this.#options.now().cwd, signal = this.#ended.signal, ...eventInput }: Asked): Promise<HookVerdict> {
    return this.runner.run({ ...eventInput, event, cwd, signal, promptId: this.#promptId });
  }

  /** As `HookRunner.tryOut`, about the main agent now. */
  tryOut(hook: ConfiguredHook, eventInput: Asked): Promise<HookTryout> {
    const { cwd, mode } = this.#options.now();
    const { event } = hook;
    return this.runner.tryOut(hook, { cwd, mode, signal: this.#ended.signal, ...eventInput, event, promptId: this.#promptId });
  }

  /** Runs the hooks of an event that they can't influence, without waiting. */
  notifyHooks(event: HookEvent, eventInput: Asked): void {
    // It rejects only when the session can't be written, which halts it.
    this.ask(event, eventInput).catch(() => undefined);
  }

  /** Adds context from hooks to the conversation. */
  say(event: HookEvent, contexts: readonly string[], agentId?: string): void {
    for (const text of contexts) {
      this.#options.append({ ...reminderEvent(hookReminder(event, text)), ...(agentId !== undefined && { agentId }) });
    }
  }

  /** Runs Setup hooks, if asked for, then SessionStart hooks. The first turn waits for their context. */
  begin(source: 'startup' | 'resume' | 'fork', model: string, setup?: 'init' | 'maintenance'): void {
    this.#started = this.#setup(setup).then(() => this.#sessionStart(source, { model }));
    this.#files.start();
  }

  async #setup(trigger: 'init' | 'maintenance' | undefined): Promise<void> {
    if (trigger === undefined) return;
    // It rejects only when the session can't be written, which halts it.
    await this.ask('Setup', { matchOn: trigger, fields: { trigger } }).catch(() => undefined);
  }

  /** Adds files that FileChanged hooks are called for. */
  watch(paths: readonly string[]): void {
    this.#files.add(paths);
  }

  #sessionStart(source: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
    return (
      this.ask('SessionStart', { matchOn: source, fields: { source, ...fields } })
        .then(({ contexts, gives: { watchPaths, sessionTitle = '' } }) => {
          if (watchPaths) this.watch(watchPaths);
          if (sessionTitle !== '' && this.#options.now().title === '')
            this.#options.append({ type: 'session.title', data: { title: sessionTitle } });
          this.say('SessionStart', contexts);
        })
        // It rejects only when the session can't be written, which halts it.
        .catch(() => undefined)
    );
  }

  /** Resolves when SessionStart hooks are done. */
  get started(): Promise<void> {
    return this.#started;
  }

  /** Follows the session's log. */
  heard(event: SessionEvent): void {
    this.#display.heard(event);
    if (event.type === 'turn.started') {
      this.#promptId = event.data.turnId;
      if (this.runner.wantsTurn) this.#turnsByHooks += 1;
      clearTimeout(this.#idle);
    } else if (event.type === 'user.message' && (event.data.origin === 'prompt' || event.data.origin === 'queued')) {
      this.#turnsByHooks = 0;
    } else if (event.type === 'turn.ended') {
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => this.notify('idle_prompt', 'Gatehouse is waiting for your input'), IDLE_MS).unref();
    } else if (event.type === 'call.asked') {
      this.notify('permission_prompt', `Gatehouse needs your permission to use ${event.data.ask.toolName}`);
    } else if (event.type === 'agent.started' && event.data.background && event.agentId !== undefined) {
      this.#background.add(event.agentId);
    } else if (event.type === 'agent.ended' && event.agentId !== undefined && this.#background.delete(event.agentId)) {
      this.notify('agent_completed', `An agent has ${event.data.outcome === 'completed' ? 'finished' : 'stopped'}`);
    } else if (event.type === 'session.directory' && event.data.change === 'add') {
      const { path, by = 'user' } = event.data;
      this.notifyHooks('DirectoryAdded', { matchOn: by, fields: { directory: path, source: by } });
    }
  }

  /** Notifies hooks of an instruction file in the system prompt. */
  instructionsLoaded(path: string, { managedDir, user }: { readonly managedDir: string | null; readonly user: string }): void {
    const memoryType =
      managedDir !== null && path.startsWith(managedDir)
        ? 'Managed'
        : path.startsWith(dirname(user))
          ? 'User'
          : path.endsWith('.local.md')
            ? 'Local'
            : 'Project';
    this.notifyHooks('InstructionsLoaded', {
      matchOn: 'session_start',
      fields: { file_path: path, memory_type: memoryType, load_reason: 'session_start' },
    });
  }

  /** Notifies hooks of changed settings files. They can't block the change: a new deny rule takes effect at once. */
  settingsChanged(before: readonly ChangedLayer[], after: readonly ChangedLayer[]): void {
    for (const [source, name] of CONFIG_SOURCES) {
      const of = (layers: readonly ChangedLayer[]) => layers.filter((layer) => layer.source === source);
      if (JSON.stringify(of(before)) === JSON.stringify(of(after))) continue;
      const file = (of(after)[0] ?? of(before)[0])?.file;
      this.notifyHooks('ConfigChange', { matchOn: name, fields: { source: name, ...(file !== undefined && { file_path: file }) } });
    }
  }

  /** PermissionRequest hooks for a call; `undefined` when none is configured for it. */
  askHooks({ tool, call, context }: GateRequest, mayMeet: (rule: string) => boolean): AskHooks | undefined {
    const eventInput = { matchOn: namesOf(tool), meets: mayMeet };
    if (!this.runner.concerns({ event: 'PermissionRequest', ...eventInput })) return undefined;
    return async (ask, signal) => {
      const { answer, stop } = await this.ask('PermissionRequest', {
        ...eventInput,
        fields: { tool_name: tool.name, tool_input: call.input, permission_suggestions: suggestedUpdates(ask.suggestions) },
        cwd: context.cwd,
        mode: context.getAppState().permission.mode,
        agent: context.agent,
        callId: call.callId,
        signal,
      });
      if (stop) return { behavior: 'deny', by: stop.by, message: stop.reason, endsTurn: true };
      if (!answer) return undefined;
      const { by, source } = answer;
      if (answer.answer.behavior === 'allow') {
        if (!this.runner.mayAllow) return undefined;
        const { updatedInput, updatedPermissions = [] } = answer.answer;
        const { updates, passedOver } = understoodUpdates(updatedPermissions, { ...context.getAppState().permission, hook: source });
        if (passedOver.length > 0) this.#notDone(by, passedOver);
        return { behavior: 'allow', by, updatedInput, updates };
      }
      return { behavior: 'deny', by, message: answer.answer.message ?? '', endsTurn: answer.answer.interrupt === true };
    };
  }

  /** Asks TaskCreated or TaskCompleted hooks. Resolves with the reason if one of them refuses. */
  async askAboutTask(
    event: 'TaskCreated' | 'TaskCompleted',
    { id, subject, description }: ListedTask,
    { agent, abortController }: Pick<ToolUseContext, 'agent' | 'abortController'>,
  ): Promise<string | undefined> {
    const { stop, block } = await this.ask(event, {
      fields: {
        task_id: id,
        task_subject: subject,
        task_description: description,
        ...(agent.name !== undefined && { teammate_name: agent.name }),
      },
      agent,
      signal: abortController.signal,
    });
    return (stop ?? block)?.reason;
  }

  /** Hooks for an agent's compactor. Context from SessionStart hooks is compacted too, so these hooks run again. */
  compactionOf(agent: ToolUseContext['agent']): CompactionHooks {
    return {
      before: async ({ trigger, instructions }, signal) => {
        const { stop, block } = await this.ask('PreCompact', {
          matchOn: trigger,
          fields: { trigger, custom_instructions: instructions ?? '' },
          agent,
          signal,
        });
        const refused = stop ?? block;
        return refused ? { refused: refused.reason } : {};
      },
      after: async ({ trigger, summary }) => {
        await this.ask('PostCompact', { matchOn: trigger, fields: { trigger, compact_summary: summary }, agent });
        if (agent.agentId === undefined) await this.#sessionStart('compact', {});
      },
    };
  }

  /** Aborts running hooks, then runs SessionEnd hooks. */
  async dispose(): Promise<void> {
    clearTimeout(this.#idle);
    this.#files.dispose();
    this.#ended.abort();
    await this.#started;
    const signal = AbortSignal.timeout(GOODBYE_MS);
    // It rejects only when the session can't be written, which halts it.
    await this.ask('SessionEnd', { matchOn: 'other', fields: { reason: 'other' }, signal }).catch(() => undefined);
    await this.runner.dispose();
  }

  #notDone(by: string, passedOver: readonly string[]): void {
    const text = `Of the permissions that the hook ${by} wanted changed, not done: ${passedOver.join('; ')}.`;
    this.#options.append({ type: 'notice', data: { level: 'warning', text: text.slice(0, 2000).toWellFormed(), action: 'none' } });
  }

  /** Calls Notification hooks. */
  notify(type: string, message: string): void {
    this.notifyHooks('Notification', { matchOn: type, fields: { message, title: 'Gatehouse', notification_type: type } });
  }
}
