import { proxyFetch } from '#main/net/proxy-fetch.ts';
import type { HostPolicy } from '#main/net/public-address.ts';
import { publicFetch } from '#main/net/public-fetch.ts';
import { programEnvironment, type ProgramSettings } from '#main/tool/program-environment.ts';
import type { McpSettings } from '#shared/settings/mcp-servers.ts';
import { errorMessage } from '#shared/error-message.ts';
import { barredBy, type ChosenServer } from './choose-servers.ts';
import { type McpConnection, ServerError } from '../connection/connection.ts';
import { DefinitionApproval } from './definition-approval.ts';
import { authorizationFetch } from '../connection/authorization-fetch.ts';
import { hasOwnAuthorization, ownAuthorization } from '../connection/own-authorization.ts';
import type { RunCommand } from '../connection/run-headers-helper.ts';
import { ServerSignIn } from '../sign-in/server-sign-in.ts';
import type { SignInStore } from '../sign-in/sign-in-store.ts';
import { callMs, idleMs, startupMs } from '../connection/limits.ts';
import type { McpMemory } from './mcp-memory.ts';
import { McpServer } from './mcp-server.ts';
import type { RunningServers } from './running-servers.ts';
import { digestOf, expandTarget, type ServerEntry } from './server-entry.ts';
import type { ServerProcesses } from '../connection/stdio-process.ts';
import type { ConnectionListener } from './server-state.ts';

/** The current settings. */
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
  /** The user's environment, without the variables of the settings. */
  readonly userEnv: Promise<Readonly<Record<string, string>>>;
  /** The environment of Gatehouse, for limits. */
  readonly env: NodeJS.ProcessEnv;
  readonly memory: McpMemory;
  readonly running: RunningServers;
  readonly processes: ServerProcesses;
  readonly signIns: SignInStore;
  /** For `headersHelper`. */
  readonly runCommand: RunCommand;
  /** Which hosts a server may name for signing in; for tests. */
  readonly hostPolicy?: HostPolicy | undefined;
  /** Whether the current definitions count as accepted (`--trust`). */
  readonly acceptsDefinitions: boolean;
  /** A server's state or tools have changed. */
  readonly onChange: () => void;
}

/** Creates the server of an entry that may run. */
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
    const signIn = this.#signInFor(chosen, entry, () => server.restart());
    const server: McpServer = new McpServer({
      name: chosen.name,
      key: keyOf({ ...chosen, entry }, given),
      isRemote,
      callMs: callMs(limits, entry.timeoutMs),
      idleMs: idleMs(isRemote),
      connect: (listener) => this.#connect({ chosen, entry, given, signIn }, listener),
      onChange: this.#onChange,
      onListed: (tools) => approval.listed(tools),
    });
    return { chosen, entry, server, approval, signIn };
  }

  /** Not for an entry that says by itself what to send. */
  #signInFor(chosen: ChosenServer, entry: ServerEntry, reconnect: () => Promise<void>): ServerSignIn | undefined {
    const { target } = entry;
    if (target.type === 'stdio' || hasOwnAuthorization(target)) return undefined;
    const { signIns, env, hostPolicy } = this.#options;
    const outside = publicFetch({ env, ...(hostPolicy && { policy: hostPolicy }) });
    return new ServerSignIn({
      oauth: target.oauth ?? {},
      store: signIns,
      keyFor: (serverUrl) => digestOf([this.#approvalKey(chosen, entry), serverUrl]),
      fetchFor: async (configured, signal) =>
        authorizationFetch({
          fetch: await this.#proxied(),
          publicFetch: outside,
          configured,
          signal,
          ...(hostPolicy && { policy: hostPolicy }),
        }),
      onChange: this.#onChange,
      reconnect,
    });
  }

  #proxied(): Promise<typeof globalThis.fetch> {
    this.#fetch ??= proxyFetch(this.#options.env).then((proxied) => proxied ?? globalThis.fetch);
    return this.#fetch;
  }

  async #connect({ chosen: { name, scope }, entry, given, signIn }: Connected, listener: ConnectionListener): Promise<McpConnection> {
    const { userEnv, env, projectDir, version, running, processes, settings, runCommand } = this.#options;
    const users = await userEnv;
    const childEnv = programEnvironment(users, given);
    // A user's entry may pass on one of their keys by naming it; the entry of a repository or plugin may not.
    const named = scope === 'project' || scope === 'plugin' ? childEnv : { ...users, ...given.env };
    let target: ServerEntry['target'];
    try {
      target = expandTarget(entry.target, named);
    } catch (error) {
      throw new ServerError('answered', errorMessage(error), { cause: error });
    }
    const barred = barredBy(settings().mcp.policy, name, target);
    if (barred !== undefined) throw new ServerError('answered', barred);
    const authorization =
      target.type === 'stdio'
        ? undefined
        : (signIn?.authorize(target.url) ??
          (await ownAuthorization({ name, target, env: childEnv, run: runCommand, signal: listener.signal })));
    // Loaded with the first server, so that sessions without servers don't load the SDK.
    const { connect } = await import('../connection/sdk-client.ts');
    return connect({
      ...listener,
      target,
      env: childEnv,
      cwd: projectDir,
      fetch: await this.#proxied(),
      authorization,
      id: target.type === 'stdio' ? running.add() : '',
      processes,
      version,
      startupMs: startupMs({ ...env, ...given.env }),
      roots: () => [projectDir, ...settings().additionalDirectories],
    });
  }

  /** The same entry in another folder is another server, since its command may be relative to the folder. */
  #approvalKey({ scope }: ChosenServer, { digest }: ServerEntry): string {
    const everywhere = scope === 'user' || scope === 'managed' || scope === 'plugin';
    return digestOf([digest, everywhere ? '' : this.#options.projectDir]);
  }
}

/** Digest of everything a server is started with. When it changes, the server is restarted. */
export function keyOf({ name, scope, agent, entry }: ChosenServer, { env, passKeys }: ProgramSettings): string {
  return digestOf([name, scope, agent, entry?.digest, entry?.timeoutMs, entry?.alwaysLoad, env, passKeys]);
}

interface Connected extends Pick<HeldServer, 'chosen' | 'entry' | 'signIn'> {
  readonly given: ProgramSettings;
}

/** An entry with its server and the approval of its tools. */
export interface HeldServer {
  readonly chosen: ChosenServer;
  readonly entry: ServerEntry;
  readonly server: McpServer;
  readonly approval: DefinitionApproval;
  /** Absent for programs, and for entries that say by themselves what to send. */
  readonly signIn: ServerSignIn | undefined;
}

/** Digest of a server's current tool definitions. Accepting a list that was shown requires it. */
export function definitionsOf({ server }: HeldServer): string {
  return digestOf(server.tools.map(({ rawName, digest }) => [rawName, digest]));
}
