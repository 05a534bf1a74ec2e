import { z } from 'zod';
import type { ModelClient, ModelRequest } from './client.ts';
import { connectionError, malformedError } from './connection-error.ts';
import { accessWithKey, type KeyUse, withKey } from './key-source.ts';
import { assertSendable, withoutKeys, type ModelAccessKeys } from './keys.ts';
import { abortedError, ModelError } from './model-error.ts';
import { maxAnswerBytes, streamIdleMs, streamTotalMs } from './limits.ts';
import { proxyFetch } from '#main/net/proxy-fetch.ts';
import { sameOriginSend } from '#main/net/same-origin.ts';
import { type HttpAnswer, type HttpRequest, sendDirectly, type SendRequest, sendWith } from '#main/net/send-request.ts';
import { DEFAULT_BASE_URL, messagesHeaders } from './messages-headers.ts';
import { requestBody } from './request-body.ts';
import { serverSentEvents } from './server-sent-events.ts';
import { statusError } from './status-error.ts';
import { type ModelStreamEvent, parseStreamEvent, wholeAnswerEvents } from './stream-event.ts';
import { type BodyLimits, isEventStream, watchedBody } from './watch-body.ts';

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
  #send: Promise<SendRequest> | undefined;

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
    const at: Target = { access, baseUrl: access.baseUrl || DEFAULT_BASE_URL, model: request.model, signal };
    let started = false;
    let saysStream = false;
    try {
      const answer = await this.#open('/v1/messages', at, this.#limits('stream', maxAnswerBytes(request.maxTokens)), posted(request, true));
      saysStream = isEventStream(answer);
      const events = serverSentEvents(answer.body);
      let ended = false;
      try {
        for (let next = await events.next(); next.done !== true; next = await events.next()) {
          const { name, data } = next.value;
          started = true;
          if (name === 'error') throw errorEvent(data, answer, at);
          const event = name === 'ping' ? undefined : parse(JSON.parse(data), at.baseUrl);
          if (!event) continue;
          ended = event.type === 'message_stop';
          yield event;
          if (ended) return;
        }
      } finally {
        if (ended) void drain(events, answer);
        else await events.return();
      }
    } catch (error) {
      if (signal.aborted) throw abortedError();
      throw error instanceof ModelError ? error : connectionError(error, at.baseUrl, started);
    }
    if (started) throw connectionError(new Error('stream ended early'), at.baseUrl, true);
    throw malformedError(at.baseUrl, 'something that is no event stream', { cannotStream: saysStream ? 'seems' : 'told' });
  }

  async *#complete(request: ModelRequest, access: ModelAccessKeys, signal: AbortSignal): AsyncGenerator<ModelStreamEvent, void> {
    const at: Target = { access, baseUrl: access.baseUrl || DEFAULT_BASE_URL, model: request.model, signal };
    let text: string;
    try {
      const limits = this.#limits('whole', maxAnswerBytes(request.maxTokens));
      text = await textOf((await this.#open('/v1/messages', at, limits, posted(request, false))).body);
    } catch (error) {
      if (signal.aborted) throw abortedError();
      throw error instanceof ModelError ? error : connectionError(error, at.baseUrl, false);
    }
    yield* parseWhole(text, at.baseUrl);
  }

  /**
   * Ids of the server's models, up to a few hundred.
   * @throws ModelError when the server can't be reached or doesn't return a list in time.
   */
  async listModels(): Promise<string[]> {
    const access = await accessWithKey({ ...this.#keys, signal: new AbortController().signal });
    const signal = AbortSignal.timeout(LIST_TIMEOUT_MS);
    const at: Target = { access, baseUrl: access.baseUrl || DEFAULT_BASE_URL, model: '', signal };
    let text: string;
    try {
      text = await textOf((await this.#open('/v1/models', at, this.#limits('whole', MAX_LIST_BYTES))).body);
    } catch (error) {
      if (error instanceof ModelError) throw error;
      throw connectionError(signal.aborted ? Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }) : error, at.baseUrl, false);
    }
    const list = modelListSchema.safeParse(jsonOf(text));
    if (!list.success) throw malformedError(at.baseUrl, 'something that is no list of models');
    return list.data.data.slice(0, MAX_LISTED).map(({ id }) => id);
  }

  async #load(): Promise<SendRequest> {
    this.#send ??= proxyFetch(this.#env).then((proxied) => sameOriginSend(proxied ? sendWith(proxied) : sendDirectly));
    return this.#send;
  }

  #limits(wants: BodyLimits['wants'], maxBytes: number): BodyLimits {
    return { wants, maxBytes, idleMs: streamIdleMs(this.#env), totalMs: streamTotalMs(this.#env) };
  }

  /**
   * Sends a request, a POST if it has a body, and returns the answer, whose body is watched.
   * @throws ModelError when the request can't succeed, or for the status of the answer.
   */
  async #open(path: string, at: Target, limits: BodyLimits, { body, headers }: Posted = {}): Promise<HttpAnswer> {
    const { access, baseUrl, model, signal } = at;
    if (signal.aborted) throw abortedError();
    if (!access.apiKey && !access.authToken && !access.baseUrl) {
      throw new ModelError(
        'auth',
        'There is no API key yet. Enter one in the window, or set ANTHROPIC_API_KEY (or ANTHROPIC_BASE_URL for a compatible server).',
      );
    }
    assertSendable(access);
    const send = await this.#load();
    const answer = await send(new URL(`${baseUrl.replace(/\/$/u, '')}${path}`), {
      method: body ? 'POST' : 'GET',
      headers: { ...messagesHeaders(access, baseUrl, this.#env), ...headers },
      body,
      signal,
    });
    const watched = { ...answer, body: watchedBody(answer, limits) };
    if (answer.status >= 200 && answer.status < 300) return watched;
    // The status is what counts when its text can't be read.
    const message = await textOf(watched.body).then(errorIn, () => undefined);
    throw statusError({ ...answer, message: withoutKeys(message?.message ?? '', access), baseUrl, model });
  }
}

/** Where a request goes, and for which model. */
interface Target {
  readonly access: ModelAccessKeys;
  readonly baseUrl: string;
  readonly model: string;
  readonly signal: AbortSignal;
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

function errorEvent(data: string, { headers }: HttpAnswer, { access, baseUrl, model }: Target): ModelError {
  const { type, message } = errorIn(data) ?? {};
  return statusError({ status: STATUS_BY_TYPE[type ?? ''] ?? 500, message: withoutKeys(message ?? '', access), headers, baseUrl, model });
}

const errorSchema = z.looseObject({ error: z.looseObject({ type: z.string().optional(), message: z.string().optional() }) });

/** The error that a body or an event describes. */
function errorIn(text: string) {
  return errorSchema.safeParse(jsonOf(text)).data?.error;
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read).toString('utf8');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No schema accepts the text itself.
    return text;
  }
}

function parse(raw: unknown, baseUrl: string): ModelStreamEvent | undefined {
  try {
    return parseStreamEvent(raw);
  } catch (error) {
    throw malformedError(baseUrl, 'an event of the wrong shape', { cause: error });
  }
}

function parseWhole(text: string, baseUrl: string): ModelStreamEvent[] {
  try {
    return wholeAnswerEvents(jsonOf(text));
  } catch (error) {
    throw malformedError(baseUrl, 'something that is no message', { cause: error });
  }
}

type Posted = Partial<Pick<HttpRequest, 'body' | 'headers'>>;

function posted(request: ModelRequest, stream: boolean): Posted {
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
async function drain(events: AsyncIterator<unknown>, answer: HttpAnswer): Promise<void> {
  const timer = setTimeout(() => answer.close(), DRAIN_MS);
  try {
    while ((await events.next()).done !== true);
  } catch {
    // What follows the message isn't needed.
  } finally {
    clearTimeout(timer);
  }
}
