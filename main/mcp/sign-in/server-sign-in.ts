import { createLogger } from '#main/log/logger.ts';
import { ServerError } from '../connection/connection.ts';
import type { Refusal, ServerAuthorization } from '../connection/server-authorization.ts';
import { SignInError } from '../connection/sign-in-error.ts';
import type { OAuthSettings } from '../servers/server-entry.ts';
import type { SignInStore } from './sign-in-store.ts';
import { signIn, type SignInStep, words } from './sign-in.ts';
import { StoredTokens } from './stored-tokens.ts';

const log = createLogger('mcp');

/** The state of a sign-in, for the window. `problem`: why the last attempt failed, or why the sign-in ended. */
export type SignInState =
  | { readonly kind: 'needed'; readonly problem: string | undefined }
  | SignInStep
  /** `host`: where. `wants`: further scopes that the server asks for, separated by spaces. */
  | {
      readonly kind: 'signed_in';
      readonly host: string;
      readonly scope: string;
      readonly wants: string;
      readonly problem: string | undefined;
    };

type Fetch = typeof globalThis.fetch;

export interface ServerSignInOptions {
  readonly oauth: OAuthSettings;
  readonly store: SignInStore;
  /** Key of the sign-in at the server with this address. */
  readonly keyFor: (serverUrl: string) => string;
  /** `configured`: the addresses of the entry. */
  readonly fetchFor: (configured: readonly string[], signal: AbortSignal) => Promise<Fetch>;
  readonly onChange: () => void;
  /** Connects again, with the tokens there are now. */
  readonly reconnect: () => Promise<void>;
}

interface SignInServer {
  readonly url: string;
  readonly tokens: StoredTokens;
}

interface Attempt {
  readonly controller: AbortController;
  step: SignInStep;
  receive: (address: string) => boolean;
}

/** Signing in to one server, and the tokens it gets. Only a person starts it, never the server or the model. */
export class ServerSignIn {
  readonly #options: ServerSignInOptions;
  readonly #closed = new AbortController();
  /** As it was last connected to. */
  #server: SignInServer | undefined;
  #refusal: Refusal | undefined;
  #isNeeded = false;
  #wants = '';
  #problem: string | undefined;
  #attempt: Attempt | undefined;

  constructor(options: ServerSignInOptions) {
    this.#options = options;
  }

  /** `undefined`: the server hasn't asked for it. */
  get state(): SignInState | undefined {
    if (this.#attempt) return this.#attempt.step;
    const record = this.#server?.tokens.record;
    const problem = this.#problem;
    if (record) {
      const { server, tokens } = record;
      return { kind: 'signed_in', host: new URL(server.issuer).host, scope: tokens.scope ?? '', wants: this.#wants, problem };
    }
    return this.#isNeeded || problem !== undefined ? { kind: 'needed', problem } : undefined;
  }

  /** For a connection to this address. */
  authorize(url: string): ServerAuthorization {
    const { store, keyFor } = this.#options;
    if (this.#server?.url !== url) {
      const fetch = (): Promise<Fetch> => this.#fetch(url, this.#closed.signal);
      this.#server = { url, tokens: new StoredTokens({ store, key: keyFor(url), fetch }) };
    }
    this.#isNeeded = false;
    const { tokens } = this.#server;
    let sent: string | undefined;
    return {
      headers: () => ({}),
      token: async () => {
        sent = await tokens.current().catch((error: unknown) => {
          throw new ServerError('lost', `Its sign-in has expired and can’t be renewed now: ${reasonOf(error)}`, { cause: error });
        });
        return sent;
      },
      refused: async (refusal) => {
        this.#refusal = refusal;
        const wasSignedIn = tokens.record !== undefined;
        const isRenewed = await tokens.renew(sent).catch((error: unknown) => {
          throw new ServerError('lost', `Its sign-in can’t be renewed now: ${reasonOf(error)}`, { cause: error });
        });
        if (isRenewed) return;
        this.#isNeeded = true;
        if (wasSignedIn) this.#problem = 'The server doesn’t accept the earlier sign-in any more.';
        throw new ServerError('sign_in', NEEDED);
      },
      wantsMore: ({ scope = '' }) => {
        this.#wants = [...new Set(words(`${this.#wants} ${scope}`))].join(' ');
        this.#options.onChange();
      },
    };
  }

  /** Starts signing in, unless it has started. Returns at once; `state` tells how it goes. */
  start(): void {
    const server = this.#server;
    if (this.#attempt || !server || this.#closed.signal.aborted) return;
    const attempt: Attempt = { controller: new AbortController(), step: { kind: 'preparing' }, receive: () => false };
    this.#attempt = attempt;
    this.#problem = undefined;
    void this.#run(server, attempt).finally(() => {
      if (this.#attempt === attempt) this.#attempt = undefined;
      this.#options.onChange();
    });
  }

  cancel(): void {
    this.#attempt?.controller.abort();
    this.#attempt = undefined;
    this.#options.onChange();
  }

  /** Takes the address at which a browser on another machine ended. Returns whether it was the right one. */
  receive(address: string): boolean {
    return this.#attempt?.receive(address) ?? false;
  }

  /** Forgets the tokens, and revokes them at the server if it supports that. */
  async signOut(): Promise<void> {
    this.cancel();
    const server = this.#server;
    const record = server?.tokens.record;
    this.#problem = undefined;
    this.#wants = '';
    if (!server || !record) return;
    await this.#options.store.remove(record.key);
    this.#options.onChange();
    const { revoke } = await import('../connection/tokens.ts');
    await this.#fetch(server.url, this.#closed.signal)
      .then((fetch) => revoke(record, fetch))
      .catch((error: unknown) => log.info('A server could not be told of signing out', reasonOf(error)));
    await this.#options.reconnect();
  }

  dispose(): void {
    this.#closed.abort();
    this.cancel();
  }

  async #run({ url, tokens }: SignInServer, attempt: Attempt): Promise<void> {
    const { oauth, store, keyFor, onChange, reconnect } = this.#options;
    const signal = AbortSignal.any([attempt.controller.signal, this.#closed.signal]);
    try {
      const record = await signIn({
        key: keyFor(url),
        serverUrl: url,
        oauth,
        refusal: this.#refusal,
        scope: `${tokens.record?.tokens.scope ?? ''} ${this.#wants}`,
        fetch: await this.#fetch(url, signal),
        signal,
        onStep: (step, receive) => {
          attempt.step = step;
          attempt.receive = receive;
          onChange();
        },
      });
      if (signal.aborted) return;
      await store.write(record);
      this.#wants = '';
      this.#problem = undefined;
      if (this.#attempt === attempt) this.#attempt = undefined;
      await reconnect();
    } catch (error) {
      if (!signal.aborted) this.#problem = reasonOf(error);
    }
  }

  #fetch(url: string, signal: AbortSignal): Promise<Fetch> {
    const { oauth, fetchFor } = this.#options;
    return fetchFor([url, ...(oauth.authServerMetadataUrl === undefined ? [] : [oauth.authServerMetadataUrl])], signal);
  }
}

const NEEDED = 'It needs you to sign in.';

/** Other errors may quote what was sent. */
function reasonOf(error: unknown): string {
  if (error instanceof SignInError) return error.message;
  return 'Something went wrong that Gatehouse doesn’t know.';
}
