import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NO_SKILLS } from '#main/agent/skills/skill-source.ts';
import type { SkillDefinition } from '#shared/settings/skill-definition.ts';
import { AgentSession } from '#main/agent/session/agent-session.ts';
import { type CompactionHooks, SessionHooks } from '#main/agent/session/session-hooks.ts';
import { HookRunner } from '#main/hooks/hook-runner.ts';
import { AnthropicClient } from '#main/model/anthropic-client.ts';
import type { ModelClient } from '#main/model/client.ts';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { StoredPermissionUpdate } from '#shared/permission/permission-update.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { EVENTS_FILE, SessionLog } from '#main/session/log.ts';
import { recoverSession } from '#main/session/recover.ts';
import { noWeb } from './no-web.ts';
import { plainTextFiles } from '#main/terminal/save-text.ts';
import type { ToolServices } from '#main/tool/services/tool-services.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { SessionFrame } from '#shared/session/frame.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import type { ConfiguredHook } from '#shared/settings/hook-config.ts';
import type { NewSessionEvent, SessionEvent, SessionEventType } from '#shared/session/event.ts';
import { fixedPermissionEngine } from './fixed-permission-engine.ts';
import { TempProject } from './temp-project.ts';

type Events = { [E in SessionEvent as E['type']]: E };
type DataOf<T extends SessionEventType> = Events[T]['data'];

export interface TestSessionOptions {
  /** The address of a `MessagesServer`, or a client. */
  readonly url?: string;
  readonly makeClient?: (fixture: TestSession) => ModelClient;
  readonly tools?: readonly Tool[];
  /** The server takes `tool_reference` blocks, as Anthropic's own does. */
  readonly knowsReferences?: boolean;
  /** The current tools of MCP servers. */
  readonly mcpTools?: () => readonly Tool[];
  /** Real tools and terminals, created for the session's folders. */
  readonly equip?: (fixture: TestSession) => { readonly tools: readonly Tool[]; readonly services: ToolServices };
  /** Services besides those that tests have anyway. */
  readonly services?: Partial<ToolServices> | ((it: TestSession) => Partial<ToolServices>);
  /** Files of the project. */
  readonly files?: Readonly<Record<string, string>>;
  readonly engine?: PermissionEngine;
  readonly rules?: readonly RuleEntry[];
  /** Sub-agent types; default: the built-in ones. */
  readonly agentDefinitions?: () => readonly AgentDefinition[];
  /** Skills; default: none. */
  readonly skills?: readonly SkillDefinition[];
  /** Hooks as the settings define them. */
  readonly hooks?: readonly ConfiguredHook[];
  readonly interactive?: boolean;
  /** Auto mode is available. */
  readonly autoAvailable?: boolean;
  readonly maxTurns?: number;
  readonly maxBudgetUsd?: number;
  /** Default: `test-model`. */
  readonly model?: string;
  readonly maxAttempts?: number;
  /** The budget for tool results in characters; default: the normal budget. */
  readonly resultBudget?: number;
  /** The model's context window in tokens; without it nothing is compacted automatically. */
  readonly window?: number;
  readonly compactionHooks?: CompactionHooks;
  /** For limits set in the environment. */
  readonly env?: NodeJS.ProcessEnv;
  /** Factor for delays between retries; default: 0. */
  readonly retryScale?: number;
}

/** A real session over a real log in a temporary folder. */
export class TestSession {
  readonly project: TempProject;
  readonly frames: SessionFrame[] = [];
  /** Permission changes of answers beyond their calls. They take no effect. */
  readonly saved: StoredPermissionUpdate[] = [];
  readonly sessionDir: string;
  session: AgentSession;
  readonly #options: TestSessionOptions;
  #url: string | undefined;
  #sessionHooks: SessionHooks | undefined;

  constructor(options: TestSessionOptions) {
    this.#options = options;
    this.project = new TempProject(options.files);
    this.sessionDir = join(this.project.stateDir, 'session');
    const log = SessionLog.create(this.sessionDir);
    this.#url = options.url;
    log.append({
      type: 'session.created',
      data: {
        sessionId: randomUUID(),
        projectDir: this.project.projectDir,
        model: 'test-model',
        mode: 'default',
        client: options.makeClient ? 'scripted' : 'anthropic',
      },
    });
    this.session = this.#open(log);
  }

  get events(): readonly SessionEvent[] {
    return this.session.log.events;
  }

  get permissionContext(): ToolPermissionContext {
    const { projectDir, homeDir, stateDir } = this.project;
    const worktree = this.session?.view.worktree;
    return makePermissionContext({
      projectDir: worktree?.projectDir ?? projectDir,
      settingsDir: worktree ? projectDir : undefined,
      rules: this.#options.rules ?? [],
      homeDir,
      stateDir,
      mode: this.session?.view.mode ?? 'default',
      isAutoModeAvailable: this.#options.autoAvailable ?? false,
      shouldAvoidPermissionPrompts: this.#options.interactive === false,
      prePlanMode: this.session?.prePlanMode,
      awaitAutomatedChecksBeforeDialog: true,
      readableDirs: [this.sessionDir],
    });
  }

  /** Bodies of all events of one type, in order. */
  all<T extends SessionEventType>(type: T): DataOf<T>[] {
    return this.events.flatMap((event) => (isOfType(event, type) ? [dataOf(event)] : []));
  }

  /** Resolves as soon as there is an event of that type. */
  seen<T extends SessionEventType>(type: T): Promise<DataOf<T>> {
    const { promise, resolve } = Promise.withResolvers<DataOf<T>>();
    const [past] = this.all(type);
    if (past !== undefined) resolve(past);
    const stop = this.session.log.subscribe((event) => {
      if (!isOfType(event, type)) return;
      stop();
      resolve(dataOf(event));
    });
    return promise;
  }

  /** Runs SessionStart hooks, as opening a session does. */
  begin(): void {
    this.#sessionHooks?.begin('startup', 'test-model');
  }

  /** Uses another server from now on. */
  connect(url: string): void {
    this.#url = url;
  }

  /** Sends a message and waits until nothing runs any more. */
  async say(text: string): Promise<void> {
    this.session.send(text);
    await this.session.idle();
  }

  /** Closes the session and opens it again from disk, as after a restart. */
  async reopen(): Promise<void> {
    await this.session.dispose();
    this.session = this.#open(SessionLog.open(this.sessionDir));
  }

  /**
   * A second session over a copy of the log on disk, up to `last`, the first event of that type, or to its end: what another process finds
   * after this one was killed.
   */
  asFoundOnDisk(last?: SessionEvent['type']): TestSession {
    const copy = new TestSession(this.#options);
    copy.session.log.close();
    const lines = readFileSync(join(this.sessionDir, EVENTS_FILE), 'utf8').split('\n');
    const end = last === undefined ? lines.length : lines.findIndex((line) => line.includes(`"type":"${last}"`)) + 1;
    writeFileSync(join(copy.sessionDir, EVENTS_FILE), `${lines.slice(0, end).join('\n').trimEnd()}\n`);
    const log = SessionLog.open(copy.sessionDir);
    recoverSession(log);
    copy.session = copy.#open(log);
    return copy;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.session.dispose();
    this.project[Symbol.dispose]();
  }

  #client(env: NodeJS.ProcessEnv): ModelClient {
    const client = new AnthropicClient({ access: () => ({ apiKey: 'k', authToken: undefined, baseUrl: this.#url }), env });
    if (this.#options.knowsReferences) client.knowsToolReferences = () => true;
    return client;
  }

  #hooks(log: SessionLog): SessionHooks | undefined {
    const { hooks: entries } = this.#options;
    if (!entries) return undefined;
    const { projectDir } = this.project;
    const append = (event: NewSessionEvent) => void log.append(event);
    const runner = new HookRunner({
      config: () => ({ entries, allowedHttpUrls: undefined, httpEnvVars: undefined, mayAllow: true }),
      sessionId: 'test',
      sessionDir: this.sessionDir,
      projectDir,
      env: () => ({ PATH: process.env['PATH'] }),
      programEnv: {},
      append,
    });
    const hooks = new SessionHooks({
      runner,
      append,
      projectDir,
      now: () => ({ cwd: projectDir, mode: 'default', title: this.session.view.title }),
    });
    log.subscribe((event) => hooks.heard(event));
    return hooks;
  }

  #open(log: SessionLog): AgentSession {
    const {
      makeClient,
      tools = [],
      mcpTools,
      engine = fixedPermissionEngine(),
      interactive = true,
      maxTurns,
      maxBudgetUsd,
      model = 'test-model',
      maxAttempts = 4,
      retryScale = 0,
      resultBudget,
      window,
      compactionHooks,
      agentDefinitions,
      services,
      skills,
      env = {},
    } = this.#options;
    const equipped = this.#options.equip?.(this);
    const hooks = this.#hooks(log);
    this.#sessionHooks = hooks;
    return new AgentSession({
      log,
      ...(hooks && { hooks }),
      client: makeClient?.(this) ?? this.#client(env),
      tools: equipped?.tools ?? tools,
      ...(mcpTools && { mcpTools }),
      ...(agentDefinitions && { agentDefinitions }),
      ...(skills && { skills: { ...NO_SKILLS, available: () => skills } }),
      permissionEngine: engine,
      permissionContext: () => this.permissionContext,
      changePermissions: (update) => {
        this.saved.push(update);
        return Promise.resolve();
      },
      toolServices: { ...(equipped?.services ?? noServices), ...(typeof services === 'function' ? services(this) : services) },
      frames: { push: (frame) => this.frames.push(frame) },
      systemPrompt: { text: 'You are a test.', sources: [] },
      isNonInteractive: !interactive,
      ...(maxTurns !== undefined && { maxTurns }),
      ...(maxBudgetUsd !== undefined && { maxBudgetUsd }),
      ...(resultBudget !== undefined && { resultBudget }),
      compaction: () => ({ enabled: window !== undefined, window }),
      ...(compactionHooks && { compactionHooks }),
      model,
      retry: { scale: retryScale, maxAttempts, random: () => 0 },
      env,
    });
  }
}

function isOfType<T extends SessionEventType>(event: SessionEvent, type: T): event is Events[T] {
  return event.type === type;
}

function dataOf<T extends SessionEventType>(event: Events[T]): DataOf<T> {
  return event.data;
}

const noServices: ToolServices = {
  terminals: { run: () => Promise.reject(new Error('no terminals in this test')), keepText: () => undefined },
  plainText: plainTextFiles,
  web: noWeb,
  search: { ripgrepPath: 'rg' },
  isReadOnlyCommand: () => false,
  mayRead: () => true,
};
