import { pathToFileURL } from 'node:url';
import {
  Client,
  parseJSONRPCMessage,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type JSONRPCMessage,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { ServerError, type CallOptions, type McpConnection, type RawCallResult } from './connection.ts';
import { plainLine, plainText } from './plain-text.ts';
import type { RemoteTarget, StdioTarget } from './server-entry.ts';
import { serverFetch } from './server-fetch.ts';
import type { ServerProcesses } from './server-processes.ts';
import { StdioProcess } from './stdio-process.ts';

/** The only file that knows the SDK: everything else speaks of `McpConnection`. */

export interface ConnectOptions {
  readonly target: StdioTarget | RemoteTarget;
  /** For a stdio server: its environment before the entry's own. */
  readonly env: Readonly<Record<string, string>>;
  /** The project folder. */
  readonly cwd: string;
  /** 12 hex digits; marks a stdio server's processes. */
  readonly id: string;
  readonly processes: ServerProcesses;
  readonly version: string;
  /** Milliseconds from start to the answer of the handshake. */
  readonly startupMs: number;
  /** Reaches a server that isn't a process; through a proxy where there is one. */
  readonly fetch: typeof globalThis.fetch;
  /** Gives up the attempt. */
  readonly signal: AbortSignal;
  /** Folders the server may work in, absolute; asked when the server asks. */
  readonly roots: () => readonly string[];
  readonly onToolsChanged: () => void;
  /** Once: the connection is gone, for whatever reason but `close`. */
  readonly onLost: (why: string) => void;
  /** Filled while the connection lives: what a stdio server printed on its error output. */
  readonly onStderr: (read: () => string) => void;
}

const MAX_PAGES = 20;
/**
 * A server that knows nothing of the newest handshake may not answer it at all; then the older one follows, which one that is only slow to
 * start, as when it is fetched first, wouldn't take any more. A share of the time to start.
 */
const PROBE_SHARE = 0.5;
const LIST_MS = 30_000;
const CLOSE_MS = 3000;
const RECONNECTION = { initialReconnectionDelay: 1000, maxReconnectionDelay: 16_000, reconnectionDelayGrowFactor: 2, maxRetries: 5 };

/** Starts or reaches a server and shakes hands. @throws ServerError */
export async function connect(options: ConnectOptions): Promise<McpConnection> {
  const client = new Client(
    { name: 'gatehouse', version: options.version },
    {
      // Neither sampling nor elicitation: a request for them is refused.
      capabilities: { roots: { listChanged: true } },
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: Math.ceil(options.startupMs * PROBE_SHARE) } },
      listMaxPages: MAX_PAGES,
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => options.onToolsChanged() } },
    },
  );
  client.setRequestHandler('roots/list', () => ({ roots: options.roots().map((dir) => ({ uri: pathToFileURL(dir).href })) }));
  let lost: string | undefined;
  let closing = false;
  const transport = transportFor(options, (why) => {
    lost ??= why;
    // A process has ended by itself; a connection that is given up has to be closed.
    if (options.target.type !== 'stdio') void transport.close().catch(() => undefined);
  });
  // What goes wrong beside a request (a stray frame, a broken event stream) isn't the end; `onclose` is.
  // eslint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
  client.onerror = () => undefined;
  // eslint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
  client.onclose = () => {
    if (!closing) options.onLost(lost ?? 'it closed the connection');
  };
  const explain = (error: unknown): ServerError => serverErrorOf(error, lost);
  const close = async (): Promise<void> => {
    closing = true;
    await withLimit(client.close(), CLOSE_MS).catch(() => undefined);
    // The SDK may not have got far enough to close it itself.
    await transport.close().catch(() => undefined);
  };
  try {
    await aborting(withLimit(client.connect(transport, { timeout: options.startupMs }), options.startupMs), options.signal);
  } catch (error) {
    const explained = explain(error);
    await close();
    throw explained;
  }
  const capabilities = client.getServerCapabilities();
  const ask = async <T>(request: Promise<T>): Promise<T> => {
    try {
      return await request;
    } catch (error) {
      throw explain(error);
    }
  };
  // Calls go by these, without the output schemas: a stranger's schema could hold a pattern that never ends.
  const listed = new Map<string, Tool>();
  return {
    protocolVersion: client.getNegotiatedProtocolVersion() ?? 'unknown',
    offers: { tools: capabilities?.tools !== undefined, resources: capabilities?.resources !== undefined },
    listTools: async () => {
      if (capabilities?.tools === undefined) return [];
      const { tools } = await ask(withLimit(client.listTools(undefined, { timeout: LIST_MS, cacheMode: 'refresh' }), LIST_MS * 2));
      listed.clear();
      for (const { outputSchema: _unchecked, ...tool } of tools) listed.set(tool.name, tool);
      return tools;
    },
    callTool: async (name, args, call) => {
      const toolDefinition = listed.get(name) ?? { name, inputSchema: { type: 'object' as const } };
      return resultOf(await ask(client.callTool({ name, arguments: { ...args } }, { ...requestOptions(call), toolDefinition })));
    },
    listResources: async (signal) =>
      (await ask(client.listResources(undefined, { signal, timeout: LIST_MS, cacheMode: 'refresh' }))).resources,
    readResource: async (uri, signal) =>
      (await ask(client.readResource({ uri }, { signal, timeout: LIST_MS, cacheMode: 'refresh' }))).contents,
    rootsChanged: () => void client.sendRootsListChanged().catch(() => undefined),
    close,
  };
}

function requestOptions({ signal, idleMs, totalMs, onProgress }: CallOptions) {
  return {
    signal,
    timeout: Math.min(idleMs, totalMs),
    maxTotalTimeout: totalMs,
    resetTimeoutOnProgress: true,
    onprogress: onProgress,
  };
}

const callResultSchema = z.looseObject({
  content: z.array(z.unknown()).catch([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().catch(false),
  _meta: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

function resultOf(raw: unknown): RawCallResult {
  const { content, structuredContent, isError, _meta: meta } = callResultSchema.parse(raw);
  return { content, structuredContent, isError, meta };
}

function transportFor(options: ConnectOptions, onEnd: (why: string) => void): Transport {
  const { target } = options;
  if (target.type === 'stdio') return new StdioTransport({ ...options, target }, onEnd);
  const url = new URL(target.url);
  const requestInit = { headers: { ...target.headers } };
  // The older transport has its session on that one stream: another would be a session that never shook hands.
  if (target.type === 'sse') {
    const fetch = serverFetch({ fetch: options.fetch, onFlood: onEnd, onStreamEnd: onEnd });
    return new SSEClientTransport(url, { requestInit, fetch });
  }
  const fetch = serverFetch({ fetch: options.fetch, onFlood: onEnd });
  return new StreamableHTTPClientTransport(url, { requestInit, fetch, reconnectionOptions: RECONNECTION });
}

/** Our own child process (group, mark, limits) in the SDK's terms. */
class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #process: StdioProcess;

  constructor(options: ConnectOptions & { readonly target: StdioTarget }, onEnd: (why: string) => void) {
    const { target, env, cwd, id, processes } = options;
    this.#process = new StdioProcess({
      command: target.command,
      args: target.args,
      env: { ...env, ...target.env },
      cwd,
      id,
      processes,
      onMessage: (message) => this.#take(message),
      onClose: (why) => {
        onEnd(why);
        this.onclose?.();
      },
    });
    options.onStderr(() => this.#process.stderr);
  }

  start(): Promise<void> {
    return this.#process.start();
  }

  send(message: JSONRPCMessage): Promise<void> {
    try {
      this.#process.send(message);
      return Promise.resolve();
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  close(): Promise<void> {
    return this.#process.close();
  }

  #take(message: unknown): void {
    try {
      this.onmessage?.(parseJSONRPCMessage(message));
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

const MAX_MESSAGE_BYTES = 4096;

function serverErrorOf(error: unknown, lost: string | undefined): ServerError {
  if (error instanceof ServerError) return error;
  const options = { cause: error };
  const text = plainText(error instanceof Error ? error.message : String(error), MAX_MESSAGE_BYTES);
  if (UnauthorizedError.isInstance(error) || (SdkHttpError.isInstance(error) && error.status === 401)) {
    return new ServerError(
      'sign_in',
      'The server wants you to sign in (OAuth), which Gatehouse can’t do yet. If it takes a token, put it in the entry’s headers.',
      options,
    );
  }
  if (lost !== undefined)
    return new ServerError('lost', `The server’s connection is gone: ${plainText(lost, MAX_MESSAGE_BYTES)}.`, options);
  const unreachable = networkCause(error);
  if (unreachable !== undefined) return new ServerError('lost', `The server can’t be reached: ${plainLine(unreachable, 300)}`, options);
  if (SdkError.isInstance(error)) {
    if (error.code === SdkErrorCode.RequestTimeout) return new ServerError('timeout', 'The server didn’t answer in time.', options);
    if (error.code === SdkErrorCode.InvalidResult)
      return new ServerError('answered', `The server’s answer isn’t as MCP wants it: ${plainLine(text, 300)}`, options);
    const isGone = [SdkErrorCode.ConnectionClosed, SdkErrorCode.NotConnected, SdkErrorCode.SendFailed].includes(error.code);
    // A session the server doesn’t know any more, as after its restart.
    if (isGone || (SdkHttpError.isInstance(error) && error.status === 404))
      return new ServerError('lost', `The server’s connection is gone: ${text}`, options);
    return new ServerError('answered', text, options);
  }
  return new ServerError('answered', text, options);
}

/** What `fetch` met below all that was put around it; `undefined` when it wasn't the network. */
function networkCause(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 5) return undefined;
  if (error instanceof TypeError && /fetch failed|terminated/u.test(error.message))
    return error.cause instanceof Error ? error.cause.message || error.message : error.message;
  const inner: unknown =
    SdkError.isInstance(error) && typeof error.data === 'object' && error.data !== null ? Reflect.get(error.data, 'cause') : undefined;
  return (
    networkCause(error.cause, depth + 1) ??
    networkCause(inner, depth + 1) ??
    (/fetch failed/u.test(error.message) ? error.message : undefined)
  );
}

async function withLimit<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ServerError('timeout', `The server didn’t answer within ${ms / 1000} s.`)), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
    // Whichever lost must not count as unhandled.
    work.catch(() => undefined);
  }
}

async function aborting<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new ServerError('lost', 'The start was given up.'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
    work.catch(() => undefined);
  }
}
