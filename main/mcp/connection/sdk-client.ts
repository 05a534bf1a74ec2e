import { AsyncLocalStorage } from 'node:async_hooks';
import { pathToFileURL } from 'node:url';
import { createLogger } from '#main/log/logger.ts';
import {
  Client,
  InsufficientScopeError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { AwaitedAnswers } from './awaited-answers.ts';
import { boundMessages } from './bounded-message.ts';
import type { ElicitationAnswer } from '#main/tool/services/elicitation.ts';
import type { ServerError, CallOptions, McpConnection, RawCallResult } from './connection.ts';
import { endedOverNewest, serverErrorOf } from './sdk-errors.ts';
import type { RemoteTarget, StdioTarget } from '../servers/server-entry.ts';
import { providerOf, withHeaders } from './authorized-requests.ts';
import type { ServerAuthorization } from './server-authorization.ts';
import { serverFetch } from './server-fetch.ts';
import type { ServerProcesses } from './stdio-process.ts';
import { StdioTransport } from './stdio-transport.ts';
import { callAsTask, needsTask } from './task-call.ts';
import { aborting, MAX_PAGES, withLimit } from './limits.ts';

const log = createLogger('mcp');

/** Only this file and the transports and errors beside it use the SDK; everything else uses `McpConnection`. */

export interface ConnectOptions {
  readonly target: StdioTarget | RemoteTarget;
  /** For a stdio server: its environment, without the variables of its entry. */
  readonly env: Readonly<Record<string, string>>;
  /** The project folder. */
  readonly cwd: string;
  /** 12 hex digits that mark the processes of a stdio server. */
  readonly id: string;
  readonly processes: ServerProcesses;
  readonly version: string;
  /** Limit in milliseconds on the start and the handshake. */
  readonly startupMs: number;
  /** `fetch` for remote servers, through the user's proxy. */
  readonly fetch: typeof globalThis.fetch;
  /** How requests to a remote server are authorized besides the headers of its entry. */
  readonly authorization?: ServerAuthorization | undefined;
  /** Aborts the attempt. */
  readonly signal: AbortSignal;
  /** Folders the server may work in, absolute; read when the server asks for them. */
  readonly roots: () => readonly string[];
  readonly onToolsChanged: () => void;
  /** Called once, when the connection ends other than by `close`. */
  readonly onLost: (why: string) => void;
  /** Called with a function that returns the end of a stdio server's error output. */
  readonly onStderr: (read: () => string) => void;
}

/**
 * A server that knows nothing of the newest handshake may not answer it at all; then the older one follows, which one that is only slow to
 * start, as when it is fetched first, wouldn't take any more. A share of the time to start.
 */
const PROBE_SHARE = 0.5;
const READ_MS = 30_000;
const CLOSE_MS = 3000;
const RECONNECTION = { initialReconnectionDelay: 1000, maxReconnectionDelay: 16_000, reconnectionDelayGrowFactor: 2, maxRetries: 5 };

/** Starts or reaches a server and completes the handshake. @throws ServerError */
export async function connect(options: ConnectOptions): Promise<McpConnection> {
  try {
    return await shakeHands(options, 'auto');
  } catch (error) {
    // Some older programs exit at a request before the handshake they know, so they are started again with that one.
    if (options.target.type === 'stdio' && !options.signal.aborted && endedOverNewest(error)) return await shakeHands(options, 'legacy');
    throw error;
  }
}

async function shakeHands(options: ConnectOptions, mode: 'auto' | 'legacy'): Promise<McpConnection> {
  const client = new Client(
    { name: 'gatehouse', version: options.version },
    {
      // Without the capability, the SDK rejects requests for sampling.
      capabilities: { roots: { listChanged: true }, elicitation: { form: {}, url: {} } },
      versionNegotiation: { mode, probe: { timeoutMs: Math.ceil(options.startupMs * PROBE_SHARE) } },
      listMaxPages: MAX_PAGES,
      // Resources are listed whenever they are wanted.
      listChanged: {
        tools: { autoRefresh: false, debounceMs: 0, onChanged: () => options.onToolsChanged() },
        prompts: { autoRefresh: false, debounceMs: 0, onChanged: () => options.onToolsChanged() },
      },
    },
  );
  client.setRequestHandler('roots/list', () => ({ roots: options.roots().map((dir) => ({ uri: pathToFileURL(dir).href })) }));
  const running = new RunningCalls();
  client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) => {
    const { action, content } = await running.elicit(params, mcpReq.signal);
    return { action, ...(content && { content: elicitedSchema.parse(content) }) };
  });
  let lost: string | undefined;
  let isOpen = false;
  let closing = false;
  const transport = transportFor(options, (why) => {
    lost ??= why;
    // An abandoned connection must be closed; a process has ended by itself.
    if (options.target.type !== 'stdio') void transport.close().catch(() => undefined);
  });
  // What goes wrong beside a request (a stray frame, a broken event stream) isn't the end; `onclose` is.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
  client.onerror = () => undefined;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
  client.onclose = () => {
    if (isOpen && !closing) options.onLost(lost ?? 'it closed the connection');
  };
  const explain = (error: unknown): ServerError => {
    if (InsufficientScopeError.isInstance(error))
      options.authorization?.wantsMore({ scope: error.requiredScope, resourceMetadataUrl: error.resourceMetadataUrl?.href });
    return serverErrorOf(error, lost);
  };
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
  isOpen = true;
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
    offers: {
      tools: capabilities?.tools !== undefined,
      resources: capabilities?.resources !== undefined,
      prompts: capabilities?.prompts !== undefined,
    },
    instructions: client.getInstructions() ?? '',
    listTools: async () => {
      if (capabilities?.tools === undefined) return [];
      const { tools } = await ask(
        withLimit(client.listTools(undefined, { timeout: options.startupMs, cacheMode: 'refresh' }), options.startupMs),
      );
      listed.clear();
      for (const { outputSchema: _unchecked, ...tool } of tools) listed.set(tool.name, tool);
      return tools;
    },
    callTool: async (name, args, call) => {
      const toolDefinition = listed.get(name) ?? { name, inputSchema: { type: 'object' as const } };
      const called = async (): Promise<unknown> =>
        needsTask(listed.get(name), client)
          ? callAsTask(client, name, args, call)
          : client.callTool({ name, arguments: { ...args } }, { ...requestOptions(call), toolDefinition });
      return resultOf(await ask(running.run(call, called)));
    },
    listResources: async (signal) =>
      (await ask(client.listResources(undefined, { signal, timeout: READ_MS, cacheMode: 'refresh' }))).resources,
    readResource: async (uri, signal) =>
      (await ask(client.readResource({ uri }, { signal, timeout: READ_MS, cacheMode: 'refresh' }))).contents,
    listPrompts: async () => {
      if (capabilities?.prompts === undefined) return [];
      const listing = client.listPrompts(undefined, { timeout: options.startupMs, cacheMode: 'refresh' });
      return (await ask(withLimit(listing, options.startupMs))).prompts;
    },
    getPrompt: async (name, args, signal) =>
      (await ask(client.getPrompt({ name, arguments: { ...args } }, { signal, timeout: READ_MS }))).messages,
    rootsChanged: () =>
      void client.sendRootsListChanged().catch((error: unknown) => log.debug('A server could not be told of changed folders', error)),
    close,
  };
}

/** Values that the protocol allows in a form. */
const elicitedSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));

/** The running calls of a connection, to find the one that a server's question belongs to. */
class RunningCalls {
  readonly #calls = new Set<CallOptions>();
  readonly #current = new AsyncLocalStorage<CallOptions>();

  async run<T>(call: CallOptions, work: () => Promise<T>): Promise<T> {
    this.#calls.add(call);
    try {
      return await this.#current.run(call, work);
    } finally {
      this.#calls.delete(call);
    }
  }

  /** A program's questions name no call, so they go to the newest one. Without a running call, nobody can be asked. */
  async elicit(params: unknown, signal: AbortSignal): Promise<ElicitationAnswer> {
    const call = this.#current.getStore() ?? [...this.#calls].at(-1);
    if (!call?.onElicit) return { action: 'decline' };
    return call.onElicit(params, signal);
  }
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
  if (target.type === 'stdio') return boundMessages(new StdioTransport({ ...options, target, onEnd }));
  const url = new URL(target.url);
  const requestInit = { headers: { ...target.headers } };
  const { authorization } = options;
  const auth = authorization && { authProvider: providerOf(authorization), onInsufficientScope: 'throw' as const };
  const sent = withHeaders(options.fetch, authorization);
  const answers = new AwaitedAnswers();
  // The older transport has its session on that one stream: another would be a session that never shook hands.
  if (target.type === 'sse') {
    const fetch = serverFetch({ fetch: sent, onFlood: onEnd, onStreamEnd: onEnd });
    const transport = new SSEClientTransport(url, { requestInit, fetch, ...auth });
    answers.watchShared(transport);
    return boundMessages(transport, (message) => answers.heard(message));
  }
  const fetch = serverFetch({ fetch: sent, onFlood: onEnd, answers });
  const transport = new StreamableHTTPClientTransport(url, { requestInit, fetch, reconnectionOptions: RECONNECTION, ...auth });
  answers.watch(transport);
  return boundMessages(transport, (message) => answers.heard(message));
}
