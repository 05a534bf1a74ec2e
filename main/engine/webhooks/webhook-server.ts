import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createLogger } from '#main/log/logger.ts';
import type { TriggerStart } from '#main/tool/services/triggers.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { Trigger } from '#shared/session/view.ts';
import { bearerKey, isFromProgram, isKey, readBody, triggerIdOf } from './webhook-request.ts';

const log = createLogger('webhooks');

/** Compared if there is no such trigger, so that the response takes as long. */
const NO_KEY = '0'.repeat(64);
const MAX_CONNECTIONS = 32;

/** A session that receives webhooks. */
export interface WebhookReceiver {
  readonly triggers: readonly Trigger[];
  start(triggerId: string, via: 'webhook', payload: string): TriggerStart;
}

/**
 * Receives webhooks of all sessions on this machine's own address, if a port is set. To call a trigger, a program needs its key, which only a
 * person can create.
 */
export class WebhookServer {
  readonly #receivers = new Set<WebhookReceiver>();
  #server: Server | undefined;
  #port: number | undefined;
  #problem: string | undefined;
  #changes: Promise<void> = Promise.resolve();

  /** Why it doesn't receive; `undefined` if it does. */
  get problem(): string | undefined {
    if (this.#port === undefined) return 'Webhooks are off: there is no port for them in your settings (gatehouse.webhookPort).';
    return this.#problem;
  }

  /** The address at which programs call a trigger. */
  url(triggerId: string): string {
    return `http://127.0.0.1:${String(this.#port ?? 0)}/hooks/${triggerId}`;
  }

  /** Returns the function that ends it. */
  receive(receiver: WebhookReceiver): () => void {
    this.#receivers.add(receiver);
    return () => this.#receivers.delete(receiver);
  }

  /** Changes the port; without one, it stops. Resolves when it listens, or can't. Never rejects. */
  listenOn(port: number | undefined): Promise<void> {
    this.#changes = this.#changes.then(async () => {
      if (port === this.#port && this.#problem === undefined) return;
      await close(this.#server);
      this.#server = undefined;
      this.#port = port;
      this.#problem = undefined;
      if (port === undefined) return;
      try {
        this.#server = await listen(port, (request, response) => void this.#answer(request, response, port));
      } catch (error) {
        this.#problem = `Webhooks can’t be received on port ${String(port)}: ${errorMessage(error)}`;
        log.warn('The port for webhooks can’t be used', error);
      }
    });
    return this.#changes;
  }

  async dispose(): Promise<void> {
    await this.listenOn(undefined);
  }

  /** Never rejects. Reveals as little as possible to callers without the key. */
  async #answer(request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
    const refuse = (status: number, error: string): void => respond(response, status, { error });
    try {
      if (!isFromProgram(request, port)) return refuse(403, 'Only programs on this machine may call this.');
      if (request.method !== 'POST') return refuse(405, 'Use POST.');
      const triggerId = triggerIdOf(request);
      const found = this.#find(triggerId);
      const known = isKey(bearerKey(request) ?? '', found?.trigger.keyDigest ?? NO_KEY);
      if (!known || !found || triggerId === undefined) return refuse(401, 'The trigger or its key is wrong.');
      const body = await readBody(request);
      if (body.type === 'too_large') return refuse(413, 'The body is larger than 64 KB.');
      if (body.type === 'not_text') return refuse(400, 'The body is not UTF-8 text.');
      const started = found.receiver.start(triggerId, 'webhook', body.text);
      if (started.type === 'accepted') return respond(response, 202, { session_id: started.runId });
      if (started.type === 'busy') return refuse(429, 'There were too many runs. Try again later.');
      refuse(409, started.type === 'refused' ? 'The session takes no webhooks in its mode.' : 'The trigger is disabled.');
    } catch {
      // The caller has disconnected, or sent something that isn't a request.
      response.destroy();
    }
  }

  #find(triggerId: string | undefined): { readonly receiver: WebhookReceiver; readonly trigger: Trigger } | undefined {
    for (const receiver of this.#receivers) {
      const trigger = receiver.triggers.find((one) => one.triggerId === triggerId && one.webhook);
      if (trigger) return { receiver, trigger };
    }
    return undefined;
  }
}

function listen(port: number, answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const server = createServer({ headersTimeout: 5000, requestTimeout: 10_000, keepAliveTimeout: 1000, maxHeaderSize: 8192 }, answer);
  server.maxConnections = MAX_CONNECTIONS;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', reject);
      server.on('error', (error) => log.warn('Webhooks may be lost', error));
      resolve(server);
    });
  });
}

async function close(server: Server | undefined): Promise<void> {
  if (!server) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  await promise;
}

function respond(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  // The rest of a refused body is not read.
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text), Connection: 'close' })
    .end(text);
}
