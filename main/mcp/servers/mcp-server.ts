import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '#shared/error-message.ts';
import type { McpConnection, RawCallResult, CallOptions } from '../connection/connection.ts';
import { ServerError } from '../connection/connection.ts';
import { lastWords, notConnected, type McpServerOptions, type RefreshOutcome, type ServerState } from './server-state.ts';
import { reconnect } from './reconnect.ts';
import type { PromptDefinition } from '../prompts/prompt-definition.ts';
import { readPrompts } from '../prompts/read-prompts.ts';
import { plainText } from '../tools/plain-text.ts';
import { readToolList, type ToolDefinition } from '../tools/tool-definition.ts';

/** One server: connects, lists its tools, reconnects, stops. */
export class McpServer {
  readonly #options: McpServerOptions;
  #state: ServerState = { kind: 'idle' };
  #tools: readonly ToolDefinition[] = [];
  #problems: readonly string[] = [];
  #prompts: readonly PromptDefinition[] = [];
  #connection: McpConnection | undefined;
  #attempt: { readonly done: Promise<void>; readonly controller: AbortController } | undefined;
  #listing: Promise<void> | undefined;
  /** The newest reading of the list; the next one starts after it. */
  #lastReading: Promise<unknown> = Promise.resolve();
  #listAgain = false;
  #reconnecting: AbortController | undefined;
  #readStderr: () => string = () => '';

  constructor(options: McpServerOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  get key(): string {
    return this.#options.key;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** As last listed. Kept while the server is disconnected, since its next use starts it again. */
  get tools(): readonly ToolDefinition[] {
    return this.#isStopped ? [] : this.#tools;
  }

  /** Tools that were left out, and why. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** As last listed. */
  get prompts(): readonly PromptDefinition[] {
    return this.#isStopped ? [] : this.#prompts;
  }

  /** What it says about its use; empty while it isn't connected. */
  get instructions(): string {
    return plainText(this.#connection?.instructions ?? '');
  }

  get offersResources(): boolean {
    return this.#connection?.offers.resources ?? false;
  }

  get #needsSignIn(): boolean {
    return this.#state.kind === 'failed' && this.#state.needsSignIn;
  }

  get #isStopped(): boolean {
    return this.#state.kind === 'stopped';
  }

  /** Starts connecting, once. */
  start(): void {
    if (this.#state.kind === 'idle') void this.#begin(0);
  }

  /** Resolves when it is connected and listed, or has failed. Never rejects. */
  async settled(): Promise<void> {
    await this.#attempt?.done;
    await this.#listing;
  }

  async restart(): Promise<void> {
    await this.#halt();
    // It may have been stopped meanwhile, or started again by a call.
    if (this.#isStopped || this.#connection) return;
    await (this.#attempt?.done ?? this.#begin(0));
  }

  async stop(): Promise<void> {
    this.#state = { kind: 'stopped' };
    await this.#halt();
    this.#state = { kind: 'stopped' };
    this.#options.onChange();
  }

  rootsChanged(): void {
    this.#connection?.rootsChanged();
  }

  /**
   * Lists the tools again, without connecting. Resolves with the reason if they can't be listed; the earlier ones then stay. Never rejects.
   * The server limits itself to `MCP_TIMEOUT`.
   */
  async refresh(): Promise<RefreshOutcome> {
    const connection = this.#connection;
    if (!connection) return { status: 'not_connected', error: notConnected(this.#state) };
    const error = await this.#read(connection);
    return error === undefined ? { status: 'refreshed' } : { status: 'error', error };
  }

  /** Never repeated, since the effects of the first attempt aren't known. @throws ServerError */
  async call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: Pick<CallOptions, 'signal' | 'onProgress' | 'onElicit'>,
  ): Promise<RawCallResult> {
    const { callMs, idleMs } = this.#options;
    return this.#using((connection) => connection.callTool(tool, args, { ...options, totalMs: callMs, idleMs }));
  }

  /** @throws ServerError */
  listResources(signal: AbortSignal): Promise<readonly unknown[]> {
    return this.#using((connection) => connection.listResources(signal));
  }

  /** @throws ServerError */
  readResource(uri: string, signal: AbortSignal): Promise<readonly unknown[]> {
    return this.#using((connection) => connection.readResource(uri, signal));
  }

  /** @throws ServerError */
  getPrompt(name: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<readonly unknown[]> {
    return this.#using((connection) => connection.getPrompt(name, args, signal));
  }

  async #using<T>(use: (connection: McpConnection) => Promise<T>): Promise<T> {
    const connection = await this.#connected();
    try {
      return await use(connection);
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      if (error.kind === 'lost' || error.kind === 'sign_in') this.#lose(connection, error.message, error.kind === 'sign_in');
      throw new ServerError(error.kind, `${this.name}: ${error.message}${lastWords(error, this.#readStderr)}`, { cause: error });
    }
  }

  async #connected(): Promise<McpConnection> {
    if (this.#connection) return this.#connection;
    if (this.#isStopped) throw new ServerError('lost', `The MCP server ${this.name} is turned off or not allowed any more.`);
    await (this.#attempt?.done ?? this.#begin(0));
    if (this.#connection) return this.#connection;
    const reason = this.#state.kind === 'failed' ? this.#state.reason : 'it was stopped';
    throw new ServerError('lost', `The MCP server ${this.name} isn’t connected: ${reason}`);
  }

  #begin(attempt: number): Promise<void> {
    const controller = new AbortController();
    const done = this.#open(attempt, controller.signal).finally(() => {
      if (this.#attempt?.controller === controller) this.#attempt = undefined;
    });
    this.#attempt = { done, controller };
    return done;
  }

  /** Never rejects. */
  async #open(attempt: number, signal: AbortSignal): Promise<void> {
    this.#change({ kind: 'connecting', attempt });
    let connection: McpConnection | undefined;
    // Lost while connecting, before there is anything to close.
    let lost: string | undefined;
    // A change reported before the first list was read.
    let changed = false;
    try {
      connection = await this.#options.connect({
        signal,
        onToolsChanged: () => {
          if (connection && this.#connection === connection) void this.#list();
          else changed = true;
        },
        onLost: (why) => {
          lost ??= why;
          if (connection) this.#lose(connection, `The server’s connection is gone: ${why}.`);
        },
        onStderr: (read) => {
          this.#readStderr = read;
        },
      });
      const assertThere = (): void => {
        if (signal.aborted) throw new ServerError('lost', 'it was stopped');
        if (lost !== undefined) throw new ServerError('lost', `The server’s connection is gone: ${lost}.`);
      };
      assertThere();
      await this.#take(connection, () => !signal.aborted);
      assertThere();
      this.#connection = connection;
      this.#reconnecting?.abort();
      this.#change({ kind: 'connected', protocolVersion: connection.protocolVersion });
      if (changed) void this.#list();
    } catch (error) {
      await connection?.close();
      if (signal.aborted) return;
      this.#fail(errorMessage(error), error instanceof ServerError && error.kind === 'sign_in');
    }
  }

  /** Ignores the list of a connection that was abandoned meanwhile. */
  async #take(connection: McpConnection, isCurrent: () => boolean): Promise<void> {
    const { tools, problems } = readToolList(await connection.listTools());
    const listed = await readPrompts(connection);
    if (!isCurrent()) return;
    await this.#options.onListed(tools);
    if (!isCurrent()) return;
    this.#tools = tools;
    this.#prompts = listed.prompts;
    this.#problems = [...problems, ...listed.problems];
  }

  /** Lists the tools again, and once more after a change meanwhile. Never rejects. */
  async #list(): Promise<void> {
    if (this.#listing) {
      this.#listAgain = true;
      return this.#listing;
    }
    this.#listing = (async () => {
      do {
        this.#listAgain = false;
        if (!this.#connection) return;
        await this.#read(this.#connection);
        // A server that changes its list constantly is listed again only after a pause.
        if (this.#listAgain) await sleep(1000);
      } while (this.#listAgain);
    })().finally(() => {
      this.#listing = undefined;
    });
    return this.#listing;
  }

  /** Reads the list once, after any reading that has started, so that the newest list stays. Resolves with why it can't be read. */
  #read(connection: McpConnection): Promise<string | undefined> {
    const isCurrent = (): boolean => this.#connection === connection;
    const reading = this.#lastReading.then(async () => {
      try {
        await this.#take(connection, isCurrent);
        return isCurrent() ? undefined : 'The connection was lost meanwhile.';
      } catch (error) {
        if (isCurrent()) this.#problems = [`Its list of tools could not be read again: ${errorMessage(error)}`];
        return errorMessage(error);
      } finally {
        this.#options.onChange();
      }
    });
    this.#lastReading = reading;
    return reading;
  }

  #lose(connection: McpConnection, reason: string, needsSignIn = false): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    void connection.close();
    this.#fail(reason, needsSignIn);
    if (this.#options.isRemote) void this.#reachAgain();
  }

  async #reachAgain(): Promise<void> {
    this.#reconnecting?.abort();
    const controller = new AbortController();
    this.#reconnecting = controller;
    const isDone = (): boolean => this.#connection !== undefined || this.#isStopped || this.#needsSignIn;
    const attempt = async (number: number): Promise<boolean> => {
      if (!isDone()) await (this.#attempt?.done ?? this.#begin(number));
      return isDone();
    };
    await reconnect({ delays: this.#options.delays, signal: controller.signal, attempt });
  }

  #fail(reason: string, needsSignIn: boolean): void {
    this.#change({ kind: 'failed', reason, stderr: this.#readStderr(), needsSignIn });
  }

  async #halt(): Promise<void> {
    this.#reconnecting?.abort();
    const { controller, done } = this.#attempt ?? {};
    controller?.abort();
    const connection = this.#connection;
    this.#connection = undefined;
    await Promise.all([connection?.close(), done]);
  }

  #change(state: ServerState): void {
    if (this.#isStopped) return;
    this.#state = state;
    this.#options.onChange();
  }
}
