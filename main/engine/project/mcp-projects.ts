import { randomBytes } from 'node:crypto';
import { createLogger } from '#main/log/logger.ts';
import { join } from 'node:path';
import { appVersion } from '#main/app-root.ts';
import { runServerCommand } from './run-server-command.ts';
import type { HostPolicy } from '#main/net/public-address.ts';
import { SignInStore, type SignInStoreOptions } from '#main/mcp/sign-in/sign-in-store.ts';
import { secretCiphers } from '../secret-ciphers.ts';
import { McpMemory } from '#main/mcp/servers/mcp-memory.ts';
import { McpService } from '#main/mcp/servers/mcp-service.ts';
import { RunningServers } from '#main/mcp/servers/running-servers.ts';
import type { ServerProcesses } from '#main/mcp/connection/stdio-process.ts';
import type { SessionLog } from '#main/session/log.ts';
import { withFileLock } from '#main/settings/edit/file-lock.ts';
import type { SettingsStore } from '#main/settings/settings-store.ts';
import { endLeftBehind } from '#main/terminal/left-behind.ts';
import { signalGroup, signalMarked, TERMINAL_MARK } from '#main/terminal/process-group.ts';

const log = createLogger('engine');

export interface McpProjectsOptions {
  readonly stateDir: string;
  readonly env: NodeJS.ProcessEnv;
  /** The user's environment; servers get it with the settings' `env` on top. */
  readonly userEnv: Promise<Readonly<Record<string, string>>>;
  /** `--trust`: accepts the servers' current tool definitions. */
  readonly acceptsDefinitions: boolean;
  /** What encrypts sign-ins. Default: a key in a file of the state folder. */
  readonly ciphers?: SignInStoreOptions['ciphers'];
  /** Which hosts a server may name for signing in; for tests. */
  readonly hostPolicy?: HostPolicy;
}

/** What the MCP services of all projects in this process share. */
export class McpProjects {
  readonly #options: McpProjectsOptions;
  readonly #memory: McpMemory;
  readonly #running: RunningServers;
  readonly #signIns: SignInStore;
  readonly #processes = serverProcesses();

  constructor(options: McpProjectsOptions) {
    const { stateDir, ciphers = secretCiphers(stateDir) } = options;
    this.#options = options;
    this.#memory = new McpMemory({ file: join(stateDir, 'mcp.json'), withLock: (file, work) => withFileLock(stateDir, file, work) });
    this.#signIns = new SignInStore({
      file: join(stateDir, 'sign-ins.json'),
      ciphers,
      withLock: (name, work) => withFileLock(stateDir, name, work),
    });
    this.#running = new RunningServers(stateDir, this.#processes);
  }

  serviceFor(projectDir: string, settings: SettingsStore, onChange: () => void): McpService {
    const { env, userEnv, acceptsDefinitions, hostPolicy } = this.#options;
    return new McpService({
      projectDir,
      version: appVersion(),
      settings: () => settings.current(),
      onSettingsChange: (listener) => settings.onChange(listener),
      userEnv,
      env,
      memory: this.#memory,
      running: this.#running,
      processes: this.#processes,
      acceptsDefinitions,
      hostPolicy,
      signIns: this.#signIns,
      runCommand: (run) => runServerCommand({ ...run, projectDir }),
      onChange,
    });
  }

  /** Call after all services are disposed. */
  dispose(): void {
    this.#running.clear();
  }
}

/** Servers carry the same marker as commands, so one scan finds leftovers of both. */
function serverProcesses(): ServerProcesses {
  const prefix = randomBytes(8).toString('hex');
  return {
    mark: (id) => ({ [TERMINAL_MARK]: `${prefix}-${id}` }),
    signal: async (pid, id, signal) => {
      signalGroup(pid, signal);
      await signalMarked(`${prefix}-${id}`, signal);
    },
    endLeftBehind,
  };
}

/** A person who allows a call has seen the server's current definition of the tool, so that definition is accepted from then on. */
export function acceptShownDefinitions(sessionLog: SessionLog, mcp: McpService): () => void {
  const shown = new Map<string, NonNullable<ReturnType<McpService['shown']>>>();
  return sessionLog.subscribe((event) => {
    if (event.type === 'call.asked' && event.data.ask.definition !== undefined) {
      const { askId, toolName, definition: digest } = event.data.ask;
      const definition = mcp.shown(toolName, digest);
      if (definition) shown.set(askId, definition);
    } else if (event.type === 'call.answered') {
      const definition = shown.get(event.data.askId);
      shown.delete(event.data.askId);
      const { answer, by } = event.data;
      // Failing to save it must not fail a call that was allowed: the person is asked again later.
      if (definition && by === 'person' && answer.type.startsWith('allow'))
        void mcp.accept(definition).catch((error: unknown) => log.warn('The accepted definition of a tool could not be kept', error));
    }
  });
}
