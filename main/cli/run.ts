import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { appVersion } from '#main/app-root.ts';
import { AuditLog } from '#main/audit/audit-log.ts';
import { AccessStore } from '#main/engine/access.ts';
import { KeyHelper } from '#main/engine/key-helper.ts';
import { realFolder } from '#main/engine/project/folders.ts';
import { McpProjects } from '#main/engine/project/mcp-projects.ts';
import { openSession, type OpenSession } from '#main/engine/session/open-session.ts';
import { OpenProject } from '#main/engine/project/open-project.ts';
import { modelOf } from '#main/engine/session/model-of.ts';
import { isAutoAvailable, isBypassAvailable, mayBypassHere, startMode } from '#main/engine/session/start-mode.ts';
import { openStateDir } from '#main/engine/state-dir.ts';
import { AnthropicClient } from '#main/model/anthropic-client.ts';
import type { ModelClient } from '#main/model/client.ts';
import { DEFAULT_MODEL } from '#shared/model/models.ts';
import { startPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { noFrames } from '#main/session/frames.ts';
import { SessionFiles, type OwnedLog } from '#main/session/store.ts';
import type { LoadedSettings } from '#main/settings/loaded-settings.ts';
import { readShellEnvironment } from '#main/settings/shell-env.ts';
import { quote } from '#main/terminal/shell-launch.ts';
import { PtyHost } from '#main/terminal/pty/pty-host.ts';
import { findTool, isSimpleMode } from '#main/tool/registry.ts';
import { getAllTools } from '#main/tools/catalogue.ts';
import { ripgrepPath } from '#main/tools/ripgrep.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { plainLine } from '#main/mcp/tools/plain-text.ts';
import { startTelemetry } from '#main/telemetry/start-telemetry.ts';
import { errorMessage } from '#shared/error-message.ts';
import { exitSoon } from './exit-soon.ts';
import { preferMemory } from './quick-start.ts';
import { printError, UsageError } from './usage.ts';
import { parseRunOptions, type RunOptions } from './run-options.ts';
import { reportRun } from './report-run.ts';
import type { McpServerStatus } from './stream-json.ts';

/** By its third request a session has used most of the program once. V8 then collects what starting left, which the first calls would wait for. */
const SETTLED_REQUESTS = 3;

/** Runs one headless session. Nobody can answer, so what would ask is denied. */
export async function run(args: readonly string[]): Promise<number> {
  const { env } = process;
  const options = parseRunOptions(args);
  assertTools(options.tools);
  const shellEnv = readShellEnvironment({ env });
  const homeDir = homedir();
  const stateDir = openStateDir(env, homeDir);
  const userEnv = shellEnv.then(({ env: own }) => own);
  const mcpProjects = new McpProjects({ stateDir, env, userEnv, acceptsDefinitions: options.trust });
  const project = await openProject(options, homeDir, stateDir, mcpProjects);
  const settings = project.settings.current();
  const keySource = new KeyHelper({ command: () => project.settings.current().apiKeyHelper, homeDir, userEnv, env });
  const access = new AccessStore(env, DEFAULT_MODEL, keySource);
  if (options.model !== undefined) access.enter({ model: options.model });
  const client = await clientFor(options, project, access, keySource);
  if (options.mode === 'auto') assertAuto(settings, client);
  for (const { file, message } of settings.problems) printError(`${file}: ${message}`);
  printUntrustedItems(settings);

  const telemetry = startTelemetry(env, appVersion());
  const ptyHost = new PtyHost();
  const audit = new AuditLog({ stateDir, version: appVersion() });
  const owned = openLog(options, project, new SessionFiles(stateDir), client, access.modelFor(settings.model));
  const opened = await openSession({
    project,
    owned,
    audit,
    homeDir,
    stateDir,
    client,
    model: options.model ?? modelOf(owned.log.events),
    permissionEngine: startPermissionEngine(),
    ptys: ptyHost,
    ripgrepPath,
    shellEnv: (await shellEnv).env,
    frames: noFrames,
    isNonInteractive: true,
    isBypassAvailable: options.mode === 'bypassPermissions' || isBypassAvailable(settings, env),
    tools: options.tools,
    simple: isBare(options),
    setup: options.setup,
    maxTurns: options.maxTurns,
    maxBudgetUsd: options.maxBudgetUsd,
    env,
    telemetry: await telemetry,
  });
  let requests = 0;
  const unsubscribe = owned.log.subscribe(({ type }) => {
    if (type !== 'request.started') return;
    requests += 1;
    if (requests < SETTLED_REQUESTS) return;
    unsubscribe();
    preferMemory();
  });
  try {
    changeMode(opened, options);
    const mcpServers = await startServers(project);
    return await reportRun({
      opened,
      sessionId: owned.sessionId,
      prompt: options.prompt,
      outputFormat: options.outputFormat,
      mcpServers,
    });
  } finally {
    await opened.dispose();
    const exported = await (await telemetry)?.close();
    if (exported?.unreported !== undefined) printError(plainLine(exported.unreported, 2000));
    keySource.dispose();
    ptyHost.dispose();
    audit.close();
    await project.dispose();
    mcpProjects.dispose();
    if (exported?.inTime === false) exitSoon();
  }
}

/** @throws UsageError for an unavailable mode, AppError for a folder or settings that can't be used. */
async function openProject(options: RunOptions, homeDir: string, stateDir: string, mcpProjects: McpProjects): Promise<OpenProject> {
  const { env } = process;
  if (options.mode === 'bypassPermissions' && !mayBypassHere(env)) {
    throw new UsageError(
      '--permission-mode bypassPermissions is refused as root, where nothing is out of reach. Inside a sandbox, set IS_SANDBOX=1.',
    );
  }
  const { settings, allowedTools, disallowedTools, addDirs, mcpConfigs } = options;
  const project = new OpenProject({
    projectDir: await realFolder(options.projectDir),
    homeDir,
    stateDir,
    env,
    demo: false,
    ...(!isBare(options) && { mcpProjects }),
    cliSettings: { settings, allowedTools, disallowedTools, additionalDirectories: addDirs, mcpConfigs, cwd: process.cwd() },
  });
  if (options.trust) await project.settings.trustFolder();
  if (options.mode === 'bypassPermissions' && project.settings.current().bypassDisabled) {
    throw new UsageError('--permission-mode bypassPermissions is disabled by the settings (disableBypassPermissionsMode).');
  }
  return project;
}

/** Maximum lines about what a folder brings along, printed as there is no window to list it. */
const MAX_UNTRUSTED_LINES = 40;

function printUntrustedItems({ trusted, untrustedItems }: LoadedSettings): void {
  if (trusted || untrustedItems.length === 0) return;
  const more = untrustedItems.length - MAX_UNTRUSTED_LINES;
  printError('The folder isn’t trusted, so the following has no effect without --trust:');
  for (const item of untrustedItems.slice(0, MAX_UNTRUSTED_LINES)) printError(`  ${item}`);
  if (more > 0) printError(`  and ${more} more`);
}

function isBare({ bare }: RunOptions): boolean {
  return bare || isSimpleMode(process.env);
}

/** @throws UsageError naming the unknown tools and listing all built-in ones. */
function assertTools(names: readonly string[] | undefined): void {
  if (names === undefined) return;
  const tools = getAllTools({
    projectDir: '/',
    isNonInteractive: true,
    isReadOnlyCommand: () => false,
    searchesWeb: () => true,
    hasBrowser: () => true,
  }).filter((tool) => tool.isEnabled());
  const unknown = names.filter((name) => !findTool(tools, name));
  if (unknown.length === 0) return;
  throw new UsageError(
    `--tools: there is no built-in tool ${unknown.map((name) => `“${name}”`).join(', ')}. There are ${tools.map(({ name }) => name).join(', ')}.`,
  );
}

/** @throws UsageError saying why `auto` is unavailable. */
function assertAuto(settings: LoadedSettings, client: ModelClient): void {
  if (isAutoAvailable(settings, client)) return;
  if (settings.autoDisabled) throw new UsageError('--permission-mode auto is disabled by the settings (disableAutoMode).');
  throw new UsageError(
    client.kind === 'scripted'
      ? '--permission-mode auto needs a “classifier” list in the script: what the classifier says about each call.'
      : '--permission-mode auto needs a model that can judge calls: set ANTHROPIC_API_KEY, or ANTHROPIC_BASE_URL for a server of your own.',
  );
}

async function clientFor(options: RunOptions, project: OpenProject, access: AccessStore, keySource: KeyHelper): Promise<ModelClient> {
  const { scriptFile } = options;
  if (scriptFile === undefined) {
    const client = new AnthropicClient({ access: () => access.details, keySource, env: process.env });
    // Loads the SDK while settings and log are being prepared.
    client.warmUp();
    return client;
  }
  const script = readScript(scriptFile);
  const [{ parseScript }, { ScriptedClient }] = await Promise.all([
    import('#main/model/script.ts'),
    import('#main/model/scripted-client.ts'),
  ]);
  return new ScriptedClient({ script: parseScript(script, scriptFile), projectDir: project.projectDir });
}

function readScript(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--script: ${file} can’t be read (${errorMessage(error)}).`);
  }
}

/** Waits for MCP servers and reports those that can't be used, as there is no window to list them. */
async function startServers({ mcp, projectDir }: OpenProject): Promise<McpServerStatus[]> {
  await mcp?.ready(new AbortController().signal, true);
  const servers = mcp?.list() ?? [];
  for (const { name, state, reason, problems } of servers) {
    if (state === 'needs_sign_in')
      printError(`MCP server ${name} needs you to sign in: run gatehouse sign-in ${quote(name)} --project ${quote(projectDir)}`);
    else if (state !== 'connected' && state !== 'disabled')
      printError(`MCP server ${name} (${state.replaceAll('_', ' ')}): ${reason ?? ''}`.trimEnd());
    for (const problem of problems) printError(`MCP server ${name} skipped ${problem}`);
  }
  return servers.map(({ name, state }) => ({ name, status: state }));
}

/** Creates a session, or opens the one to resume. */
function openLog(options: RunOptions, project: OpenProject, files: SessionFiles, client: ModelClient, model: string): OwnedLog {
  const { projectDir } = project;
  if (options.resume !== undefined) {
    const sessionId = options.resume === 'last' ? files.latest(projectDir) : options.resume;
    if (sessionId === undefined) throw new AppError('not_found', 'This project has no session to continue yet.');
    try {
      return options.forkSession ? files.fork(projectDir, sessionId) : files.open(projectDir, sessionId);
    } catch (error) {
      if (options.resume === 'last' || !(error instanceof AppError) || error.code !== 'not_found') throw error;
      throw new AppError('not_found', `${error.message} --resume last continues the latest one.`, { cause: error });
    }
  }
  const owned = files.create(projectDir);
  owned.log.append({
    type: 'session.created',
    data: {
      sessionId: owned.sessionId,
      projectDir,
      model,
      mode: options.mode ?? startMode(project.settings.current(), process.env, client),
      client: client.kind,
    },
  });
  return owned;
}

/** A resumed session keeps its mode, except for plan and bypass, which must be requested again. */
function changeMode({ session }: OpenSession, options: RunOptions): void {
  const { mode } = session.view;
  const kept = mode === 'plan' || (mode === 'bypassPermissions' && options.mode !== mode) ? 'default' : mode;
  const wanted = options.mode ?? (options.resume === undefined ? mode : kept);
  if (wanted !== mode) session.choices.setMode(wanted);
}
