import { homedir } from 'node:os';
import { join } from 'node:path';
import { AuditLog } from '#main/audit/audit-log.ts';
import { RefusalAudit } from '#main/audit/refusal-audit.ts';
import { Backtester } from '#main/backtest/backtester.ts';
import { Reporter } from '#main/report/reporter.ts';
import { createLogger } from '#main/log/logger.ts';
import { AnthropicClient } from '#main/model/anthropic-client.ts';
import type { ModelClient } from '#main/model/client.ts';
import { DEFAULT_MODEL } from '#shared/model/models.ts';
import { ScriptedClient } from '#main/model/scripted-client.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { SessionFiles } from '#main/session/store.ts';
import { ownApiKeyHelper } from '#main/settings/own-api-key-helper.ts';
import { readShellEnvironment } from '#main/settings/shell-env.ts';
import { startTelemetry } from '#main/telemetry/start-telemetry.ts';
import type { PtyHostHandle } from '#main/terminal/pty/pty-host-handle.ts';
import { PtyHost } from '#main/terminal/pty/pty-host.ts';
import { ripgrepPath } from '#main/tools/ripgrep.ts';
import type { CommandOutput } from '#shared/contract/commands.ts';
import type { AppState } from '#shared/contract/project.ts';
import { appVersion } from './app-root.ts';
import { AccessStore } from './engine/access.ts';
import { KeyHelper } from './engine/key-helper.ts';
import { agentCommands } from './engine/commands/agent-commands.ts';
import { appCommands } from './engine/commands/app-commands.ts';
import { askCommands } from './engine/commands/ask-commands.ts';
import { backtestCommands } from './engine/commands/backtest-commands.ts';
import { commitCommands, type RunningCommits } from './engine/commands/commit-commands.ts';
import { fileCommands } from './engine/commands/file-commands.ts';
import { hostCommands } from './engine/commands/host-commands.ts';
import { mcpCommands } from './engine/commands/mcp-commands.ts';
import { packCommands } from './engine/commands/pack-commands.ts';
import { pluginCommands } from './engine/commands/plugin-commands.ts';
import { projectCommands } from './engine/commands/project-commands.ts';
import { reportCommands } from './engine/commands/report-commands.ts';
import { ruleCommands } from './engine/commands/rule-commands.ts';
import { callCommands } from './engine/commands/call-commands.ts';
import { sessionCommands } from './engine/commands/session-commands.ts';
import { hookCommands } from './engine/commands/hook-commands.ts';
import { settingsCommands } from './engine/commands/settings-commands.ts';
import { terminalCommands } from './engine/commands/terminal-commands.ts';
import { copyDemoProject, DEMO_PROMPT, readDemoScript } from './engine/project/demo.ts';
import type { EngineParts } from './engine/engine-parts.ts';
import { McpProjects } from '#main/engine/project/mcp-projects.ts';
import { AgentNotices } from './engine/session/services/agent-notices.ts';
import { openSession } from './engine/session/open-session.ts';
import type { OpenProject } from '#main/engine/project/open-project.ts';
import { Projects, RecentProjects } from './engine/project/projects.ts';
import { PreferenceStore } from './engine/preference-store.ts';
import { PushBus } from './engine/push-bus.ts';
import { Sessions } from './engine/session/sessions.ts';
import { AskingCommands } from './engine/session/asking-commands.ts';
import { WaitingCounts } from './engine/session/waiting-counts.ts';
import { isBypassAvailable } from './engine/session/start-mode.ts';
import { WebhookServer } from './engine/webhooks/webhook-server.ts';
import { secretCiphers } from './engine/secret-ciphers.ts';
import { StoredAccess } from './engine/stored-access.ts';
import type { SecretCipher } from '#main/mcp/sign-in/secret-cipher.ts';
import { openStateDir } from './engine/state-dir.ts';
import type { EnginePort, Handlers } from './host/engine-port.ts';

const log = createLogger('engine');

export interface EngineOptions {
  readonly host: AppState['host'];
  readonly env: NodeJS.ProcessEnv;
  readonly homeDir?: string;
  /** Creates the process that holds terminals. Default: a forked one. */
  readonly startPtyHost?: () => PtyHostHandle;
  /** Copies of the demo that an engine before this one has made. */
  readonly demoDirs?: readonly string[];
  /** The system's keychain, where the host has one that is safe. */
  readonly keychain?: () => SecretCipher | undefined;
}

/** The engine as its hosts see it: the message port, plus what the command line opens before the first window. */
export interface Engine extends EnginePort {
  /** Opens a folder that every window then starts with. */
  openFirst(projectDir: string): Promise<void>;
  /** Copies the demo to `dir` and starts it when the first window opens it. */
  openDemo(dir: string): Promise<void>;
}

/**
 * Composition root: one engine with many projects and sessions. Doesn't depend on Electron.
 * @throws AppError `unavailable` when Gatehouse's own folder can't be used.
 */
export function createEngine({ host, env, homeDir = homedir(), startPtyHost, demoDirs = [], keychain }: EngineOptions): Engine {
  const stateDir = openStateDir(env, homeDir);
  log.info(`Gatehouse ${appVersion()}, ${host} host, on Node ${process.version}, ${process.platform} ${process.arch}`);
  const bus = new PushBus();
  const notices = new AgentNotices(bus);
  const webhooks = new WebhookServer();
  const audit = new AuditLog({ stateDir, version: appVersion() });
  const refusals = new RefusalAudit(audit);
  const recent = new RecentProjects(stateDir);
  const files = new SessionFiles(stateDir);
  const permissionEngine = createPermissionEngine();
  const backtester = new Backtester();
  const reporter = new Reporter();
  const ptyHost = new PtyHost(startPtyHost);
  const telemetry = startTelemetry(env, appVersion());
  const shellEnv = readShellEnvironment({ env });
  const userEnv = shellEnv.then(({ env: own }) => own);
  const keySource = new KeyHelper({ command: () => ownApiKeyHelper({ homeDir, env }), homeDir, userEnv, env });
  const ciphers = secretCiphers(stateDir, keychain);
  const access = new AccessStore(env, DEFAULT_MODEL, keySource, new StoredAccess({ file: join(stateDir, 'access.json'), ciphers }));
  const mcpProjects = new McpProjects({ stateDir, env, userEnv, acceptsDefinitions: false, ciphers });
  const projects = new Projects({ homeDir, stateDir, env, mcpProjects, demoDirs }, recent, bus);
  const first: { project: OpenProject | null; sessionId: string | null } = { project: null, sessionId: null };

  const sessions = new Sessions({
    files,
    bus,
    env,
    clientFor: (kind, projectDir): ModelClient =>
      kind === 'scripted'
        ? new ScriptedClient({ script: readDemoScript(), projectDir })
        : new AnthropicClient({ access: () => access.details, keySource, env }),
    projectOf: (projectDir) => projects.get(projectDir),
    defaultModel: (project) => access.modelFor(project.settings.current().model),
    openSession: async ({ project, owned, client, frames, model, onUserShells }) =>
      openSession({
        project,
        owned,
        client,
        model,
        frames,
        onUserShells,
        audit,
        homeDir,
        stateDir,
        env,
        permissionEngine: await permissionEngine,
        ptys: ptyHost,
        shellEnv: (await shellEnv).env,
        telemetry: await telemetry,
        ripgrepPath,
        isNonInteractive: false,
        notices,
        webhooks,
        isBypassAvailable: isBypassAvailable(project.settings.current(), env),
      }),
  });

  const asking = new AskingCommands();
  const waiting = new WaitingCounts(bus, () => sessions.views(), asking);

  const openDemoAt = async (dir: string | undefined): Promise<CommandOutput<'demo.start'>> => {
    const project = await projects.open(await copyDemoProject(dir), true);
    const { sessionId } = await sessions.create(project, 'scripted');
    return { project: project.describe(), sessionId };
  };

  const startDemo = async (): Promise<CommandOutput<'demo.start'>> => {
    const unfinished =
      first.project?.demo && first.sessionId !== null ? { project: first.project.describe(), sessionId: first.sessionId } : undefined;
    if (unfinished && isUnfinished((await sessions.get(unfinished.sessionId)).session.view)) {
      await begin(unfinished.sessionId);
      return unfinished;
    }
    const demo = await openDemoAt(undefined);
    await begin(demo.sessionId);
    return demo;
  };

  /** Sends the demo's first message, once. */
  const begin = async (sessionId: string): Promise<void> => {
    const { session } = await sessions.get(sessionId);
    if (session.view.items.length === 0) session.send(DEMO_PROMPT);
  };

  // A demo named on the command line starts when the first window opens it.
  const lister = new AnthropicClient({ access: () => access.details, keySource, env });
  const shown = async (sessionId: string): Promise<void> => {
    if (first.project?.demo && sessionId === first.sessionId) await begin(sessionId);
  };

  const parts: EngineParts = {
    host,
    homeDir,
    env,
    shellEnv: userEnv,
    bus,
    access,
    listModels: () => lister.listModels(),
    preferences: new PreferenceStore(join(stateDir, 'preferences.json')),
    recent,
    files,
    projects,
    sessions,
    waiting,
    asking,
    notices,
    webhooks,
    first,
    startDemo,
    shown,
    stateDir,
    permissionEngine,
    backtester,
  };
  const commits: RunningCommits = new Map();
  const handlers: Handlers = {
    ...appCommands(parts),
    ...hostCommands(),
    ...projectCommands(parts),
    ...askCommands(parts),
    ...sessionCommands(parts),
    ...callCommands(parts),
    ...agentCommands(parts),
    ...terminalCommands(parts),
    ...settingsCommands(parts),
    ...hookCommands(parts),
    ...ruleCommands(parts),
    ...backtestCommands(parts),
    ...packCommands(parts),
    ...reportCommands({ stateDir, reporter }),
    ...fileCommands(parts),
    ...commitCommands(parts, commits),
    ...mcpCommands(parts),
    ...pluginCommands(parts),
  };

  return {
    handle: async (command, input, window) => handlers[command](input, window),
    onPush: (listener) => bus.listen(listener),
    refused: (refusal) => {
      const { projectDir, sessionId } = refusal;
      refusals.add({ ...refusal, projectDir: projectDir ?? (sessionId === undefined ? undefined : sessions.projectDirOf(sessionId)) });
    },
    windowClosed: ({ windowId }) => void sessions.detachWindow(windowId),
    openFirst: async (projectDir) => {
      first.project = await projects.open(projectDir);
    },
    openDemo: async (dir) => {
      const { sessionId, project } = await openDemoAt(dir);
      first.project = projects.get(project.projectDir);
      first.sessionId = sessionId;
    },
    dispose: async () => {
      reporter.dispose();
      for (const commit of commits.values()) commit.abort();
      await Promise.all([sessions.dispose(), backtester.dispose(), webhooks.dispose()]);
      await (await telemetry)?.close();
      keySource.dispose();
      ptyHost.dispose();
      refusals.close();
      audit.close();
      await projects.dispose();
      mcpProjects.dispose();
    },
  };
}

function isUnfinished(view: { readonly items: readonly unknown[]; readonly turn: unknown }): boolean {
  return view.items.length === 0 || view.turn !== null;
}
