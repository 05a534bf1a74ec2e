import type { SessionHooks } from '#main/agent/session/session-hooks.ts';
import { AgentSession } from '#main/agent/session/agent-session.ts';
import { withBuiltIns } from '#main/agent/sub-agents/built-in-definitions.ts';
import type { SkillSource } from '#main/agent/skills/skill-source.ts';
import type { AuditSink } from '#main/audit/audit-log.ts';
import { SessionAudit } from '#main/audit/session-audit.ts';
import { CheckpointsByFolder } from '#main/checkpoints/checkpoints-by-folder.ts';
import type { SessionCheckpoints } from '#main/checkpoints/session-checkpoints.ts';
import { HookEnvironment } from '#main/hooks/hook-environment.ts';
import type { SessionLog } from '#main/session/log.ts';
import { leftHooks, leftTerminals } from '#main/session/recover.ts';
import { leaveSigns } from '#main/session/sign-of-life.ts';
import { endLeftBehind } from '#main/terminal/left-behind.ts';
import { inSlices } from '#main/tool/in-slices.ts';
import { programEnvironment } from '#main/tool/program-environment.ts';
import { isSimpleMode } from '#main/tool/registry.ts';
import type { SessionPlace } from '#shared/permission/call-place.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { SessionView } from '#shared/session/view.ts';
import { acceptShownDefinitions } from '../project/mcp-projects.ts';
import { CurrentSession } from './current-session.ts';
import { FileCompletion } from './file-completion.ts';
import { ResourceCompletion } from './resource-completion.ts';
import { followSettings } from './follow-settings.ts';
import { importNotices } from './services/import-notices.ts';
import { keptAnswers } from './kept-answers.ts';
import { openHooks } from './services/open-hooks.ts';
import type { OpenSessionOptions } from './open-session-options.ts';
import { FirstCallPreparation } from './prepare-first-call.ts';
import { sessionLanguages } from './services/session-languages.ts';
import { sessionPermissions } from './session-permissions.ts';
import { receiveWebhooks } from './receive-webhooks.ts';
import { StatusLine } from './status-line.ts';
import { sessionPlace } from './services/session-place.ts';
import { sessionSkills } from './services/session-skills.ts';
import { agentMemory, instructionFiles, instructionsTouching, systemPromptFor, trustedInstructions } from './session-prompt.ts';
import { sessionTerminals, type SessionTerminals } from './services/session-terminals.ts';
import { sessionTools } from './services/session-tools.ts';
import { autoRefusal, isAutoAvailable } from './start-mode.ts';
import { tidyHistory } from './tidy-history.ts';

/** An open session and the services it owns. */
export interface OpenSession extends SessionTerminals {
  readonly session: AgentSession;
  readonly hooks: SessionHooks;
  /** Of the folder that it works in now: the project folder or a worktree. */
  readonly checkpoints: SessionCheckpoints;
  readonly skills: SkillSource;
  readonly statusLine: StatusLine;
  /** Where its commands run; `undefined`: on this machine. */
  readonly place: () => SessionPlace | undefined;
  /** Completes file names after “@”. */
  readonly files: FileCompletion;
  readonly resources: ResourceCompletion;
  /** Why auto mode is unavailable; `undefined` when it is available. */
  autoRefusal(): string | undefined;
  /** Resolves when the log is written, the session's commands have exited and its lock is released. */
  dispose(): Promise<void>;
}

/** Opens a session: builds its services and its agent from its log and the project's settings. */
export async function openSession(options: OpenSessionOptions): Promise<OpenSession> {
  const { project, owned, client } = options;
  const { log } = owned;
  const settings = () => project.settings.current();
  const append = (event: NewSessionEvent): void => void log.append(event);
  const simple = options.simple ?? isSimpleMode(options.env);

  await auditFrom(log, options.audit);
  await endLeftBehind([...(await inSlices(leftTerminals(log.events))), ...(await inSlices(leftHooks(log.events)))]);
  const current = new CurrentSession(project);
  const checkpoints = new CheckpointsByFolder({
    store: project.checkpoints,
    worktree: () => current.worktree,
    storeOf: (worktree) => project.checkpointsOf(worktree),
    sessionId: owned.sessionId,
    events: log.events,
    append,
    isEnabled: () => settings().fileCheckpointingEnabled,
  });
  log.subscribe((event) => checkpoints.apply(event));
  void tidyHistory(project, log.sessionDir, options.env);
  const mcp = simple ? undefined : project.mcp;
  mcp?.open();
  const hookEnvironment = new HookEnvironment(project.projectDir, () => settings().trusted);
  const place = sessionPlace(options, () => [
    ...settings().additionalDirectories,
    ...current.directories,
    ...(current.worktree ? [current.worktree.projectDir] : []),
  ]);
  const commandEnv = () => ({ ...programEnvironment(options.shellEnv, settings()), ...hookEnvironment.variables });
  const { terminals, userShells } = sessionTerminals(options, commandEnv, place.open);

  const permissions = sessionPermissions(options, current, hookEnvironment, place.place);
  await permissions.prepare();
  const agentDefinitions = () => withBuiltIns(settings().agents);
  const hooks = openHooks(options, current, hookEnvironment);
  if (mcp) hooks.runner.provide({ callMcpTool: (call) => mcp.callForHook(call) });
  const languages = sessionLanguages(options, permissions);
  const stopLanguages = project.settings.onChange(() => languages.settingsChanged());
  const tools = sessionTools(options, { current, permissions, terminals, languages, hooks, agentDefinitions, simple });
  const preparation = new FirstCallPreparation({
    ...options,
    log,
    permissionContext: permissions.context,
    tools: tools.tools,
    projectDir: project.projectDir,
  });
  const onRefusedImport = importNotices(project, append);
  // A resumed session keeps its prompt.
  const reportsImports = owned.source === 'startup';
  const readFiles = () => (simple ? [] : instructionFiles(options, permissions.mayLoad, reportsImports ? onRefusedImport : undefined));
  const instructions = readFiles();
  const skills = sessionSkills(options, current);
  const session = await AgentSession.open({
    hooks,
    log,
    ...(owned.view && { view: owned.view }),
    client,
    model: options.model,
    tools: tools.tools,
    mcpTools: () => mcp?.tools() ?? [],
    mcpPrompts: () => mcp?.prompts() ?? [],
    mcpResources: () => mcp?.resourceHosts().map(({ name }) => name) ?? [],
    mcpInstructions: () => mcp?.instructions() ?? [],
    mcpReady: async (signal) => mcp?.ready(signal, options.isNonInteractive),
    agentDefinitions,
    skills,
    permissionEngine: options.permissionEngine,
    callBegins: (toolName) => preparation.callBegins(toolName),
    permissionContext: permissions.context,
    ...keptAnswers({ ...options, sessionRules: () => current.sessionRules }),
    ...(!simple && { instructionsFor: (file: string) => instructionsTouching(file, options, permissions.mayLoad, onRefusedImport) }),
    ...(!simple && { agentMemory: (definition: AgentDefinition) => agentMemory(options, definition) }),
    toolServices: tools.services,
    frames: options.frames,
    systemPrompt: await systemPromptFor(options, { tools: tools.tools, instructions, isSimple: simple, place: place.place() }),
    autoModePolicy: () => settings().autoMode,
    classifierInstructions: trustedInstructions(settings, instructions, readFiles),
    isNonInteractive: options.isNonInteractive,
    ...(options.maxTurns !== undefined && { maxTurns: options.maxTurns }),
    ...(options.maxBudgetUsd !== undefined && { maxBudgetUsd: options.maxBudgetUsd }),
    siblingAbort: () => settings().siblingAbort,
    compaction: () => ({ enabled: settings().autoCompactEnabled, window: settings().autoCompactWindow }),
    beforeEffect: (signal) => checkpoints.beforeEffect(signal),
    lossOf: (targets, signal) => checkpoints.lossOf(targets, signal),
    // Read once, when the session opens: what precedes the conversation in a request should stay the same.
    env: { ...options.env, ...settings().env },
  });
  current.set(session);
  const stopSigns = leaveSigns(log.sessionDir, () => isWorking(session.view));

  const stopTelemetry = options.telemetry?.follow({
    sessionId: owned.sessionId,
    provider: client.kind,
    subscribe: (listener) => log.subscribe(listener),
    append,
    tools: tools.all.map(({ name }) => name),
    agents: withBuiltIns([]).map(({ name }) => name),
  });
  hooks.begin(owned.source, options.model, options.setup);
  // A resumed session whose mode is no longer available would only appear to be in auto mode.
  if (session.view.mode === 'auto' && !isAutoAvailable(settings(), client)) session.choices.setMode('default');
  for (const { path } of instructions) hooks.instructionsLoaded(path, settings().paths);
  const stopSettings = followSettings({ settings: project.settings, session, permissions, hooks });
  const stopWebhooks = receiveWebhooks(options, session);
  const statusLine = new StatusLine({ ...options, hookEnvironment, current, view: () => session.view });
  const stopAccepting = mcp && acceptShownDefinitions(log, mcp);
  return {
    session,
    hooks,
    skills,
    statusLine,
    place: place.place,
    terminals,
    userShells,
    get checkpoints() {
      return checkpoints.current;
    },
    files: new FileCompletion({
      projectDir: project.projectDir,
      ripgrepPath: options.ripgrepPath,
      mayRead: permissions.mayRead,
      respectsGitignore: () => settings().respectGitignore,
    }),
    resources: new ResourceCompletion({
      hosts: () => mcp?.resourceHosts() ?? [],
      mayRead: (input) => {
        const context = permissions.context();
        const call = { toolName: 'ReadMcpResourceTool', input, cwd: current.cwd };
        return options.permissionEngine.decide(options.permissionEngine.analyse(call, context), context).behavior === 'allow';
      },
    }),
    autoRefusal: () => autoRefusal(settings(), client),
    dispose: async () => {
      preparation.stop();
      stopSigns();
      stopSettings();
      statusLine.dispose();
      stopWebhooks();
      userShells.dispose();
      // The files the last turn left are recorded before the log is closed.
      session.interrupt();
      await session.idle();
      await checkpoints.close();
      stopAccepting?.();
      await session.dispose();
      tools.scripts.dispose();
      await tools.browser.dispose();
      stopLanguages();
      await languages.dispose();
      stopTelemetry?.();
      await terminals.dispose();
      owned.release();
    },
  };
}

/** Records the decisions of the session from now on, and those of a killed process that weren't recorded. */
async function auditFrom(log: SessionLog, sink: AuditSink): Promise<void> {
  const audit = new SessionAudit(sink, []);
  await inSlices(audit.replay(log.events));
  log.guard((event) => audit.before(event));
}

function isWorking({ turn, tasks }: SessionView): boolean {
  return turn !== null || Object.values(tasks).some(({ state }) => state === 'running');
}
