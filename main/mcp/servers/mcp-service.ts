import { createLogger } from '#main/log/logger.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { McpServerRow } from '#shared/contract/commands/mcp-commands.ts';
import type { ServerInstructions, ServerPrompt } from '#main/tool/services/server-prompts.ts';
import type { Tool } from '#main/tool/tool.ts';
import { chooseServers, type ChosenServer } from './choose-servers.ts';
import type { ShownDefinition } from './definition-approval.ts';
import { definitionsOf, type HeldServer, keyOf, type McpServiceOptions, ServerHolder } from './hold-server.ts';
import { maxResultChars } from '../connection/limits.ts';
import { contentOf } from '../tools/call-result.ts';
import { textOf } from '../tools/mcp-tool.ts';
import type { ResourceHost } from '../tools/server-access.ts';
import { McpToolPool } from '../tools/mcp-tool-pool.ts';
import { makeServerTools, type ServerTools } from '../tools/server-tools.ts';
import { serverPrompts } from '../prompts/server-prompts.ts';
import { digestOf } from './server-entry.ts';
import type { ServerSignIn } from '../sign-in/server-sign-in.ts';
import { serverRow } from './server-row.ts';
import { awaitServers, refreshServers } from './server-queries.ts';

const log = createLogger('mcp');

interface HookToolCall {
  readonly server: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** Milliseconds the first request of a window waits for starting servers; later requests get their tools. */
const PATIENCE_MS = 5000;

/**
 * The MCP servers of one project folder, shared by its sessions and their agents. No server starts before the first session opens, and
 * none of an untrusted folder.
 */
export class McpService {
  readonly #options: McpServiceOptions;
  readonly #held = new Map<string, HeldServer>();
  /** Pending stops of removed servers. */
  readonly #leaving = new Set<Promise<void>>();
  readonly #pool: McpToolPool;
  #chosen: readonly ChosenServer[] = [];
  #tools: readonly Tool[] | undefined;
  #opened: Promise<void> | undefined;
  #stopListening: (() => void) | undefined;
  #disposed = false;
  #roots: string | undefined;
  readonly #holder: ServerHolder;
  readonly #serverTools: ServerTools;

  constructor(options: McpServiceOptions) {
    this.#options = options;
    this.#holder = new ServerHolder(options, () => this.#changed());
    this.#pool = new McpToolPool(() => maxResultChars({ ...options.env, ...options.settings().env }));
    const now = { held: () => this.#forAll(), tools: () => this.tools() };
    this.#serverTools = makeServerTools(
      {
        resourceHosts: () => this.resourceHosts(),
        serverNames: () => [...this.#forAll().keys()],
        refresh: (servers, signal) => refreshServers(now, servers, signal),
        awaitServers: (servers, ms, signal) => awaitServers(now, servers, ms, signal),
      },
      maxResultChars(options.env),
    );
  }

  /** Starts the servers that may run, once, after ending those a killed Gatehouse left running. Doesn't wait for them to connect. */
  open(): void {
    this.#opened ??= this.#open();
  }

  async #open(): Promise<void> {
    await this.#options.running
      .endLeftBehind()
      .catch((error: unknown) => log.warn('Servers that an earlier Gatehouse left running could not be ended', error));
    if (this.#disposed) return;
    this.#stopListening = this.#options.onSettingsChange(() => this.#follow());
    this.#follow();
  }

  /**
   * Resolves when the tools are as complete as can be waited for: `patient`, every start has ended one way or the other; else after
   * five seconds at most. Never rejects.
   */
  async ready(signal: AbortSignal, patient: boolean): Promise<void> {
    this.open();
    const waits = new AbortController();
    const stop = (): void => waits.abort();
    const timer = patient ? undefined : setTimeout(stop, PATIENCE_MS);
    signal.addEventListener('abort', stop, { once: true });
    const stopped = new Promise<void>((resolve) => waits.signal.addEventListener('abort', () => resolve(), { once: true }));
    try {
      if (signal.aborted) return;
      await Promise.race([this.#settled(), stopped]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  async #settled(): Promise<void> {
    await this.#opened;
    this.#follow();
    await Promise.all([...this.#held.values()].map(({ server }) => server.settled()));
  }

  /** Tools of all servers, with those for single agents (`mcpInfo.onlyFor`). The same objects as long as nothing changes. */
  tools(): readonly Tool[] {
    this.#tools ??= this.#makeTools();
    return this.#tools;
  }

  /** Prompts that persons may call. */
  prompts(): readonly ServerPrompt[] {
    return serverPrompts([...this.#forAll().values()].map(({ server }) => server));
  }

  /** Connected servers that offer resources. */
  resourceHosts(): readonly ResourceHost[] {
    return [...this.#forAll().values()].map(({ server }) => server).filter(({ offersResources }) => offersResources);
  }

  /** What connected servers say about their use. */
  instructions(): readonly ServerInstructions[] {
    return [...this.#held.values()].flatMap(({ server: { name, instructions: text } }) =>
      text === '' ? [] : [{ server: name, text, digest: digestOf(text) }],
    );
  }

  list(): McpServerRow[] {
    // Before the first session, changed settings aren't followed yet.
    if (!this.#stopListening) this.#chosen = this.#choose();
    const tools = this.tools();
    return this.#chosen.map((chosen) => serverRow(chosen, this.#held.get(chosen.name), tools));
  }

  /** Restarts a server. One that may not run stays as it is. */
  async restart(name: string): Promise<void> {
    this.open();
    await this.#opened;
    this.#follow();
    await this.#held.get(name)?.server.restart();
  }

  /** Switches a server off for this project, or on again. */
  async setEnabled(name: string, enabled: boolean): Promise<void> {
    await this.#options.memory.setSwitchedOff(this.#options.projectDir, name, !enabled);
    this.#follow();
    this.#options.onChange();
  }

  /** Signing in to this server. `undefined` if it may not run, or takes no sign-in. */
  signIn(name: string): ServerSignIn | undefined {
    return this.#held.get(name)?.signIn;
  }

  /**
   * Accepts a server's current tool definitions. `definitions`: their digest, from the row that was shown.
   * @throws AppError `conflict` when they have changed since.
   */
  async acceptDefinitions(name: string, definitions: string): Promise<void> {
    const held = this.#held.get(name);
    if (!held) return;
    if (definitionsOf(held) !== definitions)
      throw new AppError('conflict', `${name} has changed its tools again. Look at them once more, then accept.`);
    await this.#accept(held.server.tools.map((tool) => held.approval.shown(tool)));
  }

  /**
   * Calls a tool for a hook of the user. Starting servers are waited for as before a request.
   * @throws Error for a server that may not run, a tool that it doesn't have, and one whose definition isn't accepted.
   */
  async callForHook({ server: name, tool, input, signal }: HookToolCall): Promise<{ readonly text: string; readonly isError: boolean }> {
    await this.ready(signal, false);
    const held = this.#held.get(name);
    if (!held) throw new Error(`the MCP server “${name}” isn’t configured, or may not run`);
    const definition = held.server.tools.find(({ rawName }) => rawName === tool);
    if (!definition) throw new Error(`the MCP server “${name}” has no tool “${tool}” now`);
    const suspended = held.approval.suspension(definition);
    if (suspended !== undefined) throw new Error(`the tool “${tool}” of “${name}” needs your approval first: ${suspended}`);
    const result = await held.server.call(tool, input, { signal, onProgress: () => undefined });
    return { text: textOf(contentOf(result)), isError: result.isError };
  }

  /**
   * The definition that a question about this tool shows, to be passed to `accept` if the person allows the call. `digest`: of the tool as
   * shown in the question; the server may have changed it since.
   */
  shown(toolName: string, digest: string): ShownDefinition | undefined {
    const info = this.tools().find(({ name }) => name === toolName)?.mcpInfo;
    return info && this.#held.get(info.serverName)?.approval.shown({ rawName: info.toolName, digest });
  }

  async accept(shown: ShownDefinition): Promise<void> {
    await this.#accept([shown]);
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#stopListening?.();
    await this.#opened;
    for (const { signIn } of this.#held.values()) signIn?.dispose();
    await Promise.all([...this.#leaving, ...[...this.#held.values()].map(({ server }) => server.stop())]);
    this.#held.clear();
    this.#tools = undefined;
  }

  async #accept(shown: readonly ShownDefinition[]): Promise<void> {
    for (const { server, tool, digest } of shown) await this.#options.memory.accept(server, new Map([[tool, digest]]));
    this.#options.onChange();
  }

  #choose(): ChosenServer[] {
    const { settings, memory, projectDir } = this.#options;
    const { mcp, trusted } = settings();
    return chooseServers({ settings: mcp, trusted, switchedOff: (name) => memory.switchedOff(projectDir, name) });
  }

  /** Starts and stops servers according to the current settings. One whose entry or environment changed is restarted. */
  #follow(): void {
    if (this.#disposed) return;
    const chosen = this.#choose();
    const { env, passKeys, additionalDirectories } = this.#options.settings();
    const given = { env, passKeys };
    this.#chosen = chosen;
    const wanted = new Map(
      chosen.flatMap((one) => (one.verdict.kind === 'run' && one.entry ? [[one.name, keyOf(one, given)] as const] : [])),
    );
    for (const [name, held] of this.#held) {
      if (wanted.get(name) === held.server.key) continue;
      this.#held.delete(name);
      held.signIn?.dispose();
      const leaving = held.server.stop().finally(() => this.#leaving.delete(leaving));
      this.#leaving.add(leaving);
      this.#changed();
    }
    for (const one of chosen) {
      if (!wanted.has(one.name) || this.#held.has(one.name) || !one.entry) continue;
      const held = this.#holder.hold(one, one.entry, given);
      this.#held.set(one.name, held);
      held.server.start();
      this.#changed();
    }
    const roots = JSON.stringify(additionalDirectories);
    if (this.#roots !== undefined && this.#roots !== roots) for (const { server } of this.#held.values()) server.rootsChanged();
    this.#roots = roots;
  }

  /** Without the servers of single agents, which no other agent may learn of. */
  #forAll(): ReadonlyMap<string, HeldServer> {
    return new Map([...this.#held].filter(([, { chosen }]) => chosen.agent === undefined));
  }

  #makeTools(): Tool[] {
    const held = [...this.#held.values()];
    const forAll = [...this.#forAll().values()];
    const { resources, refresh, wait } = this.#serverTools;
    return [
      ...this.#pool.make(held, this.#chosen),
      ...(forAll.some(({ server }) => server.offersResources) ? resources : []),
      ...(forAll.length > 0 ? [refresh] : []),
      ...(forAll.some(({ server }) => server.state.kind === 'connecting') ? [wait] : []),
    ];
  }

  #changed(): void {
    this.#tools = undefined;
    if (!this.#disposed) this.#options.onChange();
  }
}
