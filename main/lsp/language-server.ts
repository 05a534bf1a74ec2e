import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { errorMessage } from '#shared/error-message.ts';
import type { LanguageServerSettings } from '#shared/settings/language-server-settings.ts';
import { clientCapabilities } from './client-capabilities.ts';
import { OpenDocuments } from './open-documents.ts';
import { pathOf } from './path-of.ts';
import type { ServerConnection, ServerProcesses } from './server-connection.ts';

const STARTUP_MS = 30_000;
const REQUEST_MS = 30_000;
/** Delay of a restart after a crash; doubled after each further one. */
const RESTART_AFTER_MS = 1000;
const MAX_CRASHES = 5;

export interface LanguageServerOptions {
  readonly name: string;
  readonly settings: LanguageServerSettings;
  /** Absolute path of its program. */
  readonly program: string;
  readonly projectDir: string;
  readonly env: () => Readonly<Record<string, string>>;
  readonly processes: ServerProcesses;
  /** Called with all current problems of an open file. */
  readonly onProblems: (path: string, diagnostics: readonly unknown[]) => void;
}

const published = z.object({ uri: z.string(), diagnostics: z.array(z.unknown()) });
const configuration = z.object({ items: z.array(z.object({ section: z.string().optional() })).max(100) });

/** One language server of a session: started when needed, restarted after a crash, with its open files. */
export class LanguageServer {
  readonly #options: LanguageServerOptions;
  readonly #documents = new OpenDocuments();
  #running: Promise<ServerConnection> | undefined;
  #isUp = false;
  #crashes = 0;
  #notBefore = 0;
  #why = '';
  #isClosed = false;
  #ending: Promise<void> = Promise.resolve();

  constructor(options: LanguageServerOptions) {
    this.#options = options;
  }

  /** Whether it is running or being started. */
  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** @throws Error with the reason, for the model. */
  async ask(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    const connection = await this.#start();
    try {
      return await connection.request(method, params, { timeoutMs: REQUEST_MS, signal });
    } catch (error) {
      throw new Error(`The language server ${this.#options.name} failed: ${errorMessage(error)}.`, { cause: error });
    }
  }

  /** Opens the file in the server, or changes its text there. @returns its URI. */
  async show(path: string, text: string, language: string): Promise<string> {
    const connection = await this.#start();
    const uri = pathToFileURL(path).href;
    for (const { method, params } of this.#documents.show({ uri, path, text, language })) connection.notify(method, params);
    return uri;
  }

  async dispose(): Promise<void> {
    this.#isClosed = true;
    const running = this.#running;
    // If it failed to start, it has already ended.
    if (running) await running.then((connection) => connection.end()).catch(() => undefined);
    await this.#ending;
  }

  #start(): Promise<ServerConnection> {
    const { name } = this.#options;
    if (this.#isClosed) return Promise.reject(new Error('The session is closed.'));
    if (this.#running) return this.#running;
    if (this.#crashes >= MAX_CRASHES)
      return Promise.reject(
        new Error(`The language server ${name} failed ${String(MAX_CRASHES)} times and isn’t started again: ${this.#why}.`),
      );
    const wait = this.#notBefore - performance.now();
    if (wait > 0)
      return Promise.reject(
        new Error(`The language server ${name} failed: ${this.#why}. It can be started again in ${String(Math.ceil(wait / 1000))} s.`),
      );
    this.#running = this.#launch();
    this.#running.catch((error: unknown) => this.#failed(errorMessage(error)));
    return this.#running;
  }

  async #launch(): Promise<ServerConnection> {
    const { name, settings, program, projectDir, env, processes } = this.#options;
    const { ServerConnection: Connection } = await import('./server-connection.ts');
    let connection: ServerConnection | undefined;
    try {
      connection = await Connection.start({
        program,
        args: settings.args ?? [],
        env: { ...env(), ...settings.env },
        cwd: projectDir,
        id: randomBytes(6).toString('hex'),
        processes,
        onClose: (why) => {
          this.#ending = connection?.end() ?? Promise.resolve();
          if (this.#isUp) this.#failed(why);
        },
      });
      this.#answerQuestions(connection);
      const uri = pathToFileURL(projectDir).href;
      await connection.request(
        'initialize',
        {
          // It ends by itself when Gatehouse is gone.
          processId: process.pid,
          clientInfo: { name: 'Gatehouse' },
          rootUri: uri,
          workspaceFolders: [{ uri, name: basename(projectDir) }],
          initializationOptions: settings.initializationOptions,
          capabilities: clientCapabilities,
        },
        { timeoutMs: settings.startupTimeout ?? STARTUP_MS },
      );
      connection.notify('initialized', {});
      if (settings.settings !== undefined) connection.notify('workspace/didChangeConfiguration', { settings: settings.settings });
      this.#isUp = true;
      return connection;
    } catch (error) {
      const said = connection?.stderr ?? '';
      this.#ending = connection?.end() ?? Promise.resolve();
      await this.#ending;
      throw new Error(`The language server ${name} didn’t start: ${errorMessage(error)}${said === '' ? '' : `\n${said}`}`, {
        cause: error,
      });
    }
  }

  /** Answers a server's requests to the editor. A server can change no files and open no windows. */
  #answerQuestions({ messages }: ServerConnection): void {
    const { settings, projectDir } = this.#options;
    messages.onRequest('workspace/configuration', (params: unknown) =>
      (configuration.safeParse(params).data?.items ?? []).map(({ section }) => sectionOf(settings.settings, section)),
    );
    messages.onRequest('workspace/workspaceFolders', () => [{ uri: pathToFileURL(projectDir).href, name: basename(projectDir) }]);
    messages.onRequest('workspace/applyEdit', () => ({ applied: false, failureReason: 'Gatehouse lets servers change nothing.' }));
    messages.onRequest('window/showDocument', () => ({ success: false }));
    for (const method of [
      'window/showMessageRequest',
      'window/workDoneProgress/create',
      'client/registerCapability',
      'client/unregisterCapability',
      'workspace/diagnostic/refresh',
    ])
      messages.onRequest(method, () => null);
    messages.onNotification('textDocument/publishDiagnostics', (params: unknown) => {
      const { data } = published.safeParse(params);
      const path = data && pathOf(data.uri);
      if (path !== undefined && this.#documents.has(path)) this.#options.onProblems(path, data?.diagnostics ?? []);
    });
    messages.listen();
  }

  #failed(why: string): void {
    this.#running = undefined;
    this.#isUp = false;
    this.#documents.clear();
    if (this.#isClosed) return;
    this.#why = why;
    this.#notBefore = performance.now() + RESTART_AFTER_MS * 2 ** this.#crashes;
    this.#crashes += 1;
  }
}

/** The part of the settings at a dotted path; without a path, all of them. */
function sectionOf(settings: unknown, section: string | undefined): unknown {
  let part = settings;
  for (const name of section === undefined || section === '' ? [] : section.split('.').slice(0, 20)) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return null;
    part = Object.entries(part).find(([key]) => key === name)?.[1];
  }
  return part ?? null;
}
