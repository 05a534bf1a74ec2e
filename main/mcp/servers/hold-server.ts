import { proxyFetch } from '#main/net/proxy-fetch.ts';
import { programEnvironment, type ProgramSettings } from '#main/tool/program-environment.ts';
import type { McpSettings } from '#shared/settings/mcp-servers.ts';
import { errorMessage } from '#shared/error-message.ts';
import { barredBy, type ChosenServer } from './choose-servers.ts';
import { type McpConnection, ServerError } from '../connection/connection.ts';
import { DefinitionApproval } from './definition-approval.ts';
import { callMs, idleMs, startupMs } from '../connection/limits.ts';
import type { McpMemory } from './mcp-memory.ts';
import { McpServer } from './mcp-server.ts';
import type { RunningServers } from './running-servers.ts';
import { digestOf, expandTarget, type ServerEntry } from './server-entry.ts';
import type { ServerProcesses } from '../connection/stdio-process.ts';
import type { ConnectionListener } from './server-state.ts';

/** What the settings say now. */
export interface McpNow extends ProgramSettings {
  readonly mcp: McpSettings;
  readonly trusted: boolean;
  readonly additionalDirectories: readonly string[];
}

export interface McpServiceOptions {
  readonly projectDir: string;
  readonly version: string;
  readonly settings: () => McpNow;
  readonly onSettingsChange: (listener: () => void) => () => void;
  /** The user's environment, before the settings' own. */
  readonly userEnv: Promise<Readonly<Record<string, string>>>;
  /** The program's own environment, for limits. */
  readonly env: NodeJS.ProcessEnv;
  readonly memory: McpMemory;
  readonly running: RunningServers;
  readonly processes: ServerProcesses;
  /** Definitions count as accepted as they are now (`--trust`). */
  readonly acceptsDefinitions: boolean;
  /** A state, a list or an answer of `list` has changed. */
  readonly onChange: () => void;
}

/** Makes of an entry that may run a server that does. */
export class ServerHolder {
  readonly #options: McpServiceOptions;
  readonly #onChange: () => void;
  #fetch: Promise<typeof globalThis.fetch> | undefined;

  constructor(options: McpServiceOptions, onChange: () => void) {
    this.#options = options;
    this.#onChange = onChange;
  }

  hold(chosen: ChosenServer, entry: ServerEntry, given: ProgramSettings): HeldServer {
    const { env, memory, acceptsDefinitions } = this.#options;
    const limits = { ...env, ...given.env };
    const approval = new DefinitionApproval({ memory, server: this.#approvalKey(chosen, entry), acceptsAll: acceptsDefinitions });
    const isRemote = entry.target.type !== 'stdio';
    const server = new McpServer({
      name: chosen.name,
      key: keyOf({ ...chosen, entry }, given),
      isRemote,
      callMs: callMs(limits, entry.timeoutMs),
      idleMs: idleMs(isRemote),
      connect: (listener) => this.#connect(chosen, entry, given, listener),
      onChange: this.#onChange,
      onListed: (tools) => approval.listed(tools),
    });
    return { chosen, entry, server, approval };
  }

  async #connect(
    { name, scope }: ChosenServer,
    entry: ServerEntry,
    given: ProgramSettings,
    listener: ConnectionListener,
  ): Promise<McpConnection> {
    const { userEnv, env, projectDir, version, running, processes, settings } = this.#options;
    const users = await userEnv;
    const childEnv = programEnvironment(users, given);
    // Who writes a key's name into an entry of their own hands it on; a repository hands on nothing of the user's.
    const named = scope === 'project' ? childEnv : { ...users, ...given.env };
    let target: ServerEntry['target'];
    try {
      target = expandTarget(entry.target, named);
    } catch (error) {
      throw new ServerError('answered', errorMessage(error), { cause: error });
    }
    const barred = barredBy(settings().mcp.policy, name, target);
    if (barred !== undefined) throw new ServerError('answered', barred);
    this.#fetch ??= proxyFetch(env).then((proxied) => proxied ?? globalThis.fetch);
    // Loaded with the first server: a session without any shouldn't pay for the SDK.
    const { connect } = await import('../connection/sdk-client.ts');
    return connect({
      ...listener,
      target,
      env: childEnv,
      cwd: projectDir,
      fetch: await this.#fetch,
      id: target.type === 'stdio' ? running.add() : '',
      processes,
      version,
      startupMs: startupMs({ ...env, ...given.env }),
      roots: () => [projectDir, ...settings().additionalDirectories],
    });
  }

  /** A server of a folder is another one in another folder: its command may be the folder's own. */
  #approvalKey({ scope }: ChosenServer, { digest }: ServerEntry): string {
    const everywhere = scope === 'user' || scope === 'managed';
    return digestOf([digest, everywhere ? '' : this.#options.projectDir]);
  }
}

/** Of everything a server is started with: another one means that it starts anew. */
export function keyOf({ name, scope, entry }: ChosenServer, { env, passKeys }: ProgramSettings): string {
  return digestOf([name, scope, entry?.digest, entry?.timeoutMs, entry?.alwaysLoad, env, passKeys]);
}

/** A running entry with what belongs to it. */
export interface HeldServer {
  readonly chosen: ChosenServer;
  readonly entry: ServerEntry;
  readonly server: McpServer;
  readonly approval: DefinitionApproval;
}

/** Digest of all that a server says of its tools now: an answer to a list that was shown must carry it. */
export function definitionsOf({ server }: HeldServer): string {
  return digestOf(server.tools.map(({ rawName, digest }) => [rawName, digest]));
}
