import { AgentSession } from '#main/agent/session/agent-session.ts';
import { SessionHooks } from '#main/agent/session/session-hooks.ts';
import { withBuiltIns } from '#main/agent/sub-agents/built-in-definitions.ts';
import { SessionAudit } from '#main/audit/session-audit.ts';
import type { AuditSink } from '#main/audit/audit-log.ts';
import { SessionCheckpoints } from '#main/checkpoints/session-checkpoints.ts';
import { programEnvironment } from '#main/tool/program-environment.ts';
import { HookEnvironment } from '#main/hooks/hook-environment.ts';
import { HookRunner } from '#main/hooks/hook-runner.ts';
import type { ModelClient } from '#main/model/client.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { preparingRules } from '#main/permission/rules/rule-set.ts';
import type { FrameSink } from '#main/session/frames.ts';
import { leftHooks, leftTerminals } from '#main/session/recover.ts';
import type { OwnedLog } from '#main/session/store.ts';
import type { Telemetry } from '#main/telemetry/telemetry.ts';
import { endLeftBehind } from '#main/terminal/left-behind.ts';
import type { PtyHost } from '#main/terminal/pty/pty-host.ts';
import { plainTextFiles } from '#main/terminal/save-text.ts';
import { createTerminalService } from '#main/terminal/terminal-service.ts';
import { inSlices } from '#main/tool/in-slices.ts';
import { UserShells } from '#main/terminal/user-shells.ts';
import type { ToolServices } from '#main/tool/services.ts';
import { isSimpleMode, presetTools, SIMPLE_TOOLS } from '#main/tool/registry.ts';
import { getAllTools } from '#main/tools/catalogue.ts';
import { FileCompletion } from './file-completion.ts';
import { keptAnswers } from './kept-answers.ts';
import { acceptShownDefinitions } from './mcp-projects.ts';
import { offeredAgentTypes } from './agent-types.ts';
import type { OpenProject } from './open-project.ts';
import { autoRefusal, isAutoAvailable } from './start-mode.ts';
import { keptPermissionContext, mayRead } from './permission-snapshot.ts';
import { instructionFiles, systemPromptFor } from './session-prompt.ts';
import { losesMode, trustedInstructions } from './lost-trust.ts';
import { tidyHistory } from './tidy-history.ts';

export interface OpenSessionOptions {
  readonly project: OpenProject;
  readonly owned: OwnedLog;
  /** Records every decision of the session before it takes effect. */
  readonly audit: AuditSink;
  readonly homeDir: string;
  readonly stateDir: string;
  readonly client: ModelClient;
  readonly model: string;
  readonly permissionEngine: PermissionEngine;
  /** Spawns the terminals of commands and of the person's own shells. */
  readonly ptys: PtyHost;
  readonly ripgrepPath: string;
  /** The user's own, before the settings' `env`, including Gatehouse's keys. */
  readonly shellEnv: Readonly<Record<string, string>>;
  readonly frames: FrameSink;
  /** One of the person's own shells was opened, exited or was closed. */
  readonly onUserShells?: (() => void) | undefined;
  readonly isNonInteractive: boolean;
  readonly isBypassAvailable: boolean;
  /** Names of the built-in tools that may be used; default all. */
  readonly tools?: readonly string[] | undefined;
  /** Only the essential tools (unless `tools` names others), no instruction files and no MCP servers (SPEC R2). */
  readonly simple?: boolean | undefined;
  readonly maxTurns?: number | undefined;
  /** US dollars. */
  readonly maxBudgetUsd?: number | undefined;
  /** The process environment, for limits. */
  readonly env: NodeJS.ProcessEnv;
  readonly telemetry?: Pick<Telemetry, 'follow'> | undefined;
}

/** An open session and the services it owns. */
export interface OpenSession {
  readonly session: AgentSession;
  readonly terminals: ReturnType<typeof createTerminalService>;
  /** Shells the person opened in the window. */
  readonly userShells: UserShells;
  readonly checkpoints: SessionCheckpoints;
  /** Completes file names after “@”. */
  readonly files: FileCompletion;
  /** Why auto mode is unavailable; `undefined` when it is available. */
  autoRefusal(): string | undefined;
  /** Resolves when the log is written, the session's commands have exited and its lock is released. */
  dispose(): Promise<void>;
}

const WARM_UP_AFTER_MS = 100;
/** Used while the session is still being opened. */
const NOTHING_OWN = { sessionRules: [], directories: [] };

/** Builds one session: its terminals, tools, system prompt and agent. */
export async function openSession(options: OpenSessionOptions): Promise<OpenSession> {
  const { project, owned, frames, permissionEngine } = options;
  const { log } = owned;
  // A copy, since each read of `process.env` is a system call.
  const env = { ...options.env };
  const audit = new SessionAudit(options.audit, []);
  await inSlices(audit.takeUp(log.events));
  log.guard((event) => audit.before(event));
  const settings = () => project.settings.current();
  await endLeftBehind([...(await inSlices(leftTerminals(log.events))), ...(await inSlices(leftHooks(log.events)))]);
  const checkpoints = new SessionCheckpoints({
    store: project.checkpoints,
    sessionId: owned.sessionId,
    events: log.events,
    append: (event) => log.append(event),
    isEnabled: () => settings().fileCheckpointingEnabled,
  });
  log.subscribe((event) => checkpoints.apply(event));
  void tidyHistory(project, log.sessionDir, options.env);
  const simple = options.simple ?? isSimpleMode(options.env);
  const mcp = simple ? undefined : project.mcp;
  mcp?.open();
  const hookEnvironment = new HookEnvironment(project.projectDir, () => settings().trusted);
  const commandEnv = (now = settings()): Readonly<Record<string, string | undefined>> => ({
    ...programEnvironment(options.shellEnv, now),
    ...hookEnvironment.variables,
  });
  const terminals = createTerminalService({
    sessionDir: log.sessionDir,
    ptys: options.ptys,
    env: commandEnv,
    onData: (terminalId, offset, data) => frames.push({ type: 'terminal', terminalId, offset, data }),
    onState: (terminalId, state) => frames.push({ type: 'terminal_state', terminalId, state }),
  });
  log.subscribe(({ type }) => {
    // The model request goes out first; the process is ready long before the first command needs it.
    if (type === 'turn.started') setTimeout(() => options.ptys.warmUp(), WARM_UP_AFTER_MS).unref();
  });
  const userShells = new UserShells({
    ptys: options.ptys,
    projectDir: project.projectDir,
    // The person's own environment, without what settings add for the agent's commands.
    env: options.shellEnv,
    onData: (terminalId, offset, data) => frames.push({ type: 'terminal', terminalId, offset, data }),
    onState: (terminalId, state) => frames.push({ type: 'terminal_state', terminalId, state }),
    onChange: () => options.onUserShells?.(),
  });
  // Set once, below: the snapshot and the tools need the session that is built from them.
  const current: { session?: AgentSession } = {};
  const permissionContext = keptPermissionContext(() => {
    // Read once, as each call checks whether the files have changed.
    const now = settings();
    const { mode, sessionRules, directories } = current.session?.view ?? { mode: now.defaultMode, ...NOTHING_OWN };
    return {
      settings: now,
      mode,
      sessionRules,
      directories,
      projectDir: project.projectDir,
      homeDir: options.homeDir,
      stateDir: options.stateDir,
      sessionDir: log.sessionDir,
      isBypassAvailable: options.isBypassAvailable,
      isNonInteractive: options.isNonInteractive,
      isAutoAvailable: isAutoAvailable(now, options.client),
      prePlanMode: current.session?.prePlanMode,
      // Not taken from the full command environment: this is read several times per call.
      commandPath: hookEnvironment.variables['PATH'] ?? now.env['PATH'] ?? options.shellEnv['PATH'] ?? '',
    };
  });
  await inSlices(preparingRules(permissionContext()));
  const services: ToolServices = {
    terminals,
    plainText: plainTextFiles,
    search: { ripgrepPath: options.ripgrepPath },
    isReadOnlyCommand: (command, cwd) => permissionEngine.isReadOnlyCommand(command, cwd, permissionContext()),
    mayRead: (path) => mayRead(permissionEngine, permissionContext(), path, project.projectDir),
  };
  const agentDefinitions = () => withBuiltIns(settings().agents);
  const allTools = getAllTools({
    projectDir: project.projectDir,
    isNonInteractive: options.isNonInteractive,
    isReadOnlyCommand: (command) => services.isReadOnlyCommand(command, current.session?.cwd ?? project.projectDir),
    agentTypes: () => offeredAgentTypes(agentDefinitions(), permissionEngine, permissionContext()),
    env: () => ({ ...env, ...settings().env }),
  });
  const tools = presetTools(allTools, options.tools ?? (simple ? SIMPLE_TOOLS : undefined));
  const readFiles = () => (simple ? [] : instructionFiles(options, (path) => services.mayRead(path)));
  const instructions = readFiles();
  const runner = new HookRunner({
    config: () => settings().hooks,
    sessionId: owned.sessionId,
    sessionDir: log.sessionDir,
    projectDir: project.projectDir,
    env: () => programEnvironment(options.shellEnv, settings()),
    programEnv: options.env,
    append: (event) => void log.append(event),
    environment: hookEnvironment,
  });
  const hooks = new SessionHooks({
    runner,
    append: (event) => void log.append(event),
    projectDir: project.projectDir,
    now: () => ({ cwd: current.session?.cwd ?? project.projectDir, mode: current.session?.view.mode ?? settings().defaultMode }),
  });
  log.subscribe((event) => hooks.heard(event));
  const session = await AgentSession.open({
    hooks,
    log,
    ...(owned.view && { view: owned.view }),
    client: options.client,
    model: options.model,
    tools,
    mcpTools: () => mcp?.tools() ?? [],
    mcpReady: async (signal) => mcp?.ready(signal, options.isNonInteractive),
    agentDefinitions,
    permissionEngine,
    permissionContext,
    ...keptAnswers({ ...options, sessionRules: () => current.session?.view.sessionRules ?? [] }),
    toolServices: services,
    frames,
    systemPrompt: await systemPromptFor(options, tools, instructions),
    classifierInstructions: trustedInstructions(settings, instructions, readFiles),
    isNonInteractive: options.isNonInteractive,
    ...(options.maxTurns !== undefined && { maxTurns: options.maxTurns }),
    ...(options.maxBudgetUsd !== undefined && { maxBudgetUsd: options.maxBudgetUsd }),
    siblingAbort: () => settings().siblingAbort,
    compaction: () => ({ enabled: settings().autoCompactEnabled, window: settings().autoCompactWindow }),
    beforeEffect: (signal) => checkpoints.beforeEffect(signal),
    // Read once, when the session opens: what precedes the conversation in a request should stay the same.
    env: { ...options.env, ...settings().env },
  });
  current.session = session;
  const unfollow = options.telemetry?.follow({
    sessionId: owned.sessionId,
    provider: options.client.kind,
    subscribe: (listener) => log.subscribe(listener),
    append: (event) => void log.append(event),
    tools: allTools.map(({ name }) => name),
    agents: withBuiltIns([]).map(({ name }) => name),
  });
  hooks.begin(owned.source, options.model);
  // A resumed session whose mode is no longer available would only appear to be in auto mode.
  if (session.view.mode === 'auto' && !isAutoAvailable(settings(), options.client)) session.choices.setMode('default');
  for (const { path } of instructions) hooks.instructionsLoaded(path, settings().paths);
  let before = settings();
  const stopListening = project.settings.onChange((after) => {
    session.permissionsChanged();
    // A decision that comes first sorts the rules itself and gets the same error.
    inSlices(preparingRules(permissionContext())).catch(() => undefined);
    hooks.settingsChanged(before.layers, after.layers);
    if (losesMode(session.view.mode, before, after)) session.choices.changeMode('default', 'settings');
    before = after;
  });
  const stopAccepting = mcp && acceptShownDefinitions(log, mcp);
  return {
    session,
    terminals,
    userShells,
    checkpoints,
    files: new FileCompletion({
      projectDir: project.projectDir,
      ripgrepPath: options.ripgrepPath,
      mayRead: (path) => services.mayRead(path),
    }),
    autoRefusal: () => autoRefusal(settings(), options.client),
    dispose: async () => {
      stopListening();
      userShells.dispose();
      // The files the last turn left are recorded before the log is closed.
      session.interrupt();
      await session.idle();
      await checkpoints.close();
      stopAccepting?.();
      await session.dispose();
      unfollow?.();
      await terminals.dispose();
      owned.release();
    },
  };
}
