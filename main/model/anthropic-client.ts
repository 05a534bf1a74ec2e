import { z } from 'zod';
import type { APIError } from '@anthropic-ai/sdk/core/error';
import type { Stream } from '@anthropic-ai/sdk/core/streaming';
import type { ModelClient, ModelRequest } from './client.ts';
import { connectionError, malformedError } from './connection-error.ts';
import { accessWithKey, type KeyUse, withKey } from './key-source.ts';
import { assertSendable, withoutKeys, type ModelAccessKeys } from './keys.ts';
import { abortedError, ModelError } from './model-error.ts';
import { maxAnswerBytes, streamIdleMs, streamTotalMs } from './limits.ts';
import { proxyFetch } from '#main/net/proxy-fetch.ts';
import { sameOriginFetch } from '#main/net/same-origin-fetch.ts';
import type * as sdkModule from './sdk.ts';
import { requestBody } from './request-body.ts';
import { statusError } from './status-error.ts';
import { type ModelStreamEvent, parseStreamEvent, wholeAnswerEvents } from './stream-event.ts';
import { watchingFetch, type BodyLimits } from './watch-body.ts';

const DEFAULT_BASE_URL = 'https://api.anthropic.com';

type Sdk = typeof sdkModule;

const LIST_TIMEOUT_MS = 5000;
const MAX_LISTED = 500;
const MAX_LIST_BYTES = 4 * 1024 * 1024;
const modelListSchema = z.object({ data: z.array(z.looseObject({ id: z.string().min(1).max(200) })) });

/**
 * Client for the Messages API of Anthropic or a compatible server. `access` is read before each request, so that new keys apply at once.
 */
export class AnthropicClient implements ModelClient {
  readonly kind = 'anthropic';
  readonly #keys: Pick<KeyUse, 'access' | 'keySource'>;
  readonly #env: NodeJS.ProcessEnv;
  #sdk: Promise<{ sdk: Sdk; fetch: typeof fetch }> | undefined;

  constructor(options: Pick<KeyUse, 'access' | 'keySource'> & { readonly env: NodeJS.ProcessEnv }) {
    this.#keys = { access: options.access, keySource: options.keySource };
    this.#env = options.env;
  }

  /** Preloads what the first request needs. Optional. */
  warmUp(): void {
    // The first request fails with the same error.
    this.#load().catch(() => undefined);
  }

  /** Without asking the server: whether there is a key or a custom server. */
  canClassify(): boolean {
    const { apiKey, authToken, baseUrl } = this.#keys.access();
    return Boolean(apiKey || authToken || baseUrl || this.#keys.keySource?.isSet);
  }

  /** Only Anthropic's own server is known to; a server that doesn't rejects the whole request. */
  knowsToolReferences(): boolean {
    const { baseUrl } = this.#keys.access();
    return URL.parse(baseUrl || DEFAULT_BASE_URL)?.origin === DEFAULT_BASE_URL;
  }

  /** Only Anthropic's own server is known to. */
  searchesWeb(): boolean {
    return this.knowsToolReferences();
  }

  stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelStreamEvent, void> {
    return withKey({ ...this.#keys, signal }, (access) => this.#stream(request, access, signal));
  }

  complete(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelStreamEvent, void> {
    return withKey({ ...this.#keys, signal }, (access) => this.#complete(request, access, signal));
  }

  async *#stream(request: ModelRequest, access: ModelAccessKeys, signal: AbortSignal): AsyncGenerator<ModelStreamEvent, void> {
    const baseUrl = access.baseUrl || DEFAULT_BASE_URL;
    let started = false;
    let ended = false;
    let saysStream = false;
    try {
      const client = await this.#clientFor(access, baseUrl, signal, { wants: 'stream', maxBytes: maxAnswerBytes(request.maxTokens) });
      // Like `messages.create({ stream: true })` but untyped: blocks are sent back exactly as received, including types unknown to the SDK.
      const posted = client.post<Stream<unknown>>('/v1/messages', { ...jsonBody(request, true), stream: true, signal });
      const { data: stream, response } = await posted.withResponse();
      saysStream = response.headers.get('content-type')?.toLowerCase().includes('text/event-stream') ?? false;
      const events = stream[Symbol.asyncIterator]();
      try {
        for (let next = await events.next(); next.done !== true; next = await events.next()) {
          started = true;
          const event = parse(next.value, baseUrl);
          if (!event) continue;
          ended = event.type === 'message_stop';
          yield event;
          if (ended) return;
        }
      } finally {
        if (ended) void drain(events, stream.controller);
        else await events.return?.();
      }
    } catch (error) {
      if (signal.aborted) throw abortedError();
      throw error instanceof ModelError ? error : await this.#explain(error, access, baseUrl, request.model, started);
    }
    // The SDK ends an aborted stream without an error.
    if (signal.aborted) throw abortedError();
    if (started) throw connectionError(new Error('stream ended early'), baseUrl, true);
    throw malformedError(baseUrl, 'something that is no event stream', { cannotStream: saysStream ? 'seems' : 'told' });
  }

  async *#complete(request: ModelRequest, access: ModelAccessKeys, signal: AbortSignal): AsyncGenerator<ModelStreamEvent, void> {
    const baseUrl = access.baseUrl || DEFAULT_BASE_URL;
    let answer: unknown;
    try {
      const client = await this.#clientFor(access, baseUrl, signal, { wants: 'whole', maxBytes: maxAnswerBytes(request.maxTokens) });
      answer = await client.post<unknown>('/v1/messages', { ...jsonBody(request, false), signal });
    } catch (error) {
      if (signal.aborted) throw abortedError();
      throw error instanceof ModelError ? error : await this.#explain(error, access, baseUrl, request.model, false);
    }
    if (signal.aborted) throw abortedError();
    yield* parseWhole(answer, baseUrl);
  }

  /**
   * Ids of the server's models, up to a few hundred.
   * @throws ModelError when the server can't be reached or doesn't return a list in time.
   */
  async listModels(): Promise<string[]> {
    const access = await accessWithKey({ ...this.#keys, signal: new AbortController().signal });
    const baseUrl = access.baseUrl || DEFAULT_BASE_URL;
    const signal = AbortSignal.timeout(LIST_TIMEOUT_MS);
    let answer: unknown;
    try {
      const client = await this.#clientFor(access, baseUrl, signal, { wants: 'whole', maxBytes: MAX_LIST_BYTES });
      answer = await client.get<unknown>('/v1/models', { signal });
    } catch (error) {
      throw error instanceof ModelError ? error : await this.#explain(error, access, baseUrl, '', false);
    }
    const list = modelListSchema.safeParse(answer);
    if (!list.success) throw malformedError(baseUrl, 'something that is no list of models');
    return list.data.data.slice(0, MAX_LISTED).map(({ id }) => id);
  }

  async #load() {
    this.#sdk ??= Promise.all([import('./sdk.ts'), proxyFetch(this.#env)]).then(([sdk, fetch]) => ({
      sdk,
      fetch: sameOriginFetch(fetch ?? globalThis.fetch),
    }));
    return this.#sdk;
  }

  /** @throws ModelError when the request can't succeed. */
  async #clientFor(
    access: ModelAccessKeys,
    baseUrl: string,
    signal: AbortSignal,
    limits: Pick<BodyLimits, 'wants' | 'maxBytes'>,
  ): Promise<sdkModule.BaseAnthropic> {
    if (signal.aborted) throw abortedError();
    if (!access.apiKey && !access.authToken && !access.baseUrl) {
      throw new ModelError(
        'auth',
        'There is no API key yet. Enter one, set ANTHROPIC_API_KEY, or use a compatible server (ANTHROPIC_BASE_URL).',
      );
    }
    assertSendable(access);
    const { sdk, fetch } = await this.#load();
    return new sdk.BaseAnthropic({
      baseURL: baseUrl,
      ...credentials(access, baseUrl),
      fetch: watchingFetch(fetch, { ...limits, idleMs: streamIdleMs(this.#env), totalMs: streamTotalMs(this.#env) }),
      // The agent loop retries: it shows retries in the window and can be interrupted.
      maxRetries: 0,
      logLevel: 'off',
      openTelemetry: false,
    });
  }

  async #explain(error: unknown, access: ModelAccessKeys, baseUrl: string, model: string, started: boolean): Promise<ModelError> {
    const { sdk } = await this.#load();
    if (error instanceof sdk.BaseAnthropic.APIConnectionTimeoutError)
      return connectionError(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }), baseUrl, started);
    if (isApiError(error, sdk) && (error.status !== undefined || error.type !== null)) {
      // An `error` event within a stream has a type but no status.
      const status = error.status ?? STATUS_BY_TYPE[error.type ?? ''] ?? 500;
      return statusError({ status, message: withoutKeys(error.apiMessage ?? '', access), headers: error.headers, baseUrl, model });
    }
    return connectionError(error, baseUrl, started);
  }
}

function isApiError(error: unknown, sdk: Sdk): error is APIError {
  return error instanceof sdk.BaseAnthropic.APIError;
}

/** The HTTP status of an error that arrives within a stream. */
const STATUS_BY_TYPE: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  timeout_error: 504,
  overloaded_error: 529,
};

/**
 * Always passes a key or token, so that the SDK doesn't look for credentials in files and on the network. Most compatible servers expect
 * the key as `x-api-key`, some as a bearer token, so a custom server gets both.
 */
function credentials(access: ModelAccessKeys, baseUrl: string) {
  if (access.apiKey) {
    return { apiKey: access.apiKey, ...(baseUrl !== DEFAULT_BASE_URL && { defaultHeaders: { 'x-api-key': access.apiKey } }) };
  }
  if (access.authToken) return { authToken: access.authToken };
  return { apiKey: 'none', defaultHeaders: { authorization: null } };
}

function parse(raw: unknown, baseUrl: string): ModelStreamEvent | undefined {
  try {
    return parseStreamEvent(raw);
  } catch (error) {
    throw malformedError(baseUrl, 'an event of the wrong shape', { cause: error });
  }
}

function parseWhole(answer: unknown, baseUrl: string): ModelStreamEvent[] {
  try {
    return wholeAnswerEvents(answer);
  } catch (error) {
    throw malformedError(baseUrl, 'something that is no message', { cause: error });
  }
}

/** Sent as bytes; the SDK would serialise the whole conversation again each time. */
function jsonBody(request: ModelRequest, stream: boolean) {
  return {
    body: requestBody(request, stream),
    headers: {
      'content-type': 'application/json',
      // Without this header, budget-thinking models think only before their first call.
      ...(request.thinking?.type === 'enabled' && { 'anthropic-beta': 'interleaved-thinking-2025-05-14' }),
    },
  };
}

/** A stream ends shortly after its message. */
const DRAIN_MS = 1000;

/** Reads the rest of the stream, for a limited time: aborting would close the connection and cost the next request a new one. */
async function drain(events: AsyncIterator<unknown>, controller: AbortController): Promise<void> {
  const timer = setTimeout(() => controller.abort(), DRAIN_MS);
  try {
    while ((await events.next()).done !== true);
  } catch {
    // What follows the message isn't needed.
  } finally {
    clearTimeout(timer);
  }
}
