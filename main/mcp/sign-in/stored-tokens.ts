import type { SignInRecord, SignInStore } from './sign-in-store.ts';

/** Milliseconds before its end at which a token is replaced. */
const EARLY_MS = 30_000;

export interface StoredTokensOptions {
  readonly store: SignInStore;
  readonly key: string;
  readonly fetch: () => Promise<typeof globalThis.fetch>;
}

/** The tokens of one sign-in, refreshed when needed: once at a time, by one process at a time. */
export class StoredTokens {
  readonly #options: StoredTokensOptions;
  #renewal: Promise<boolean> | undefined;

  constructor(options: StoredTokensOptions) {
    this.#options = options;
  }

  get record(): SignInRecord | undefined {
    return this.#options.store.read(this.#options.key);
  }

  /** The token for the next request. @throws SignInError when it has expired and can't be refreshed now. */
  async current(): Promise<string | undefined> {
    const { access, refresh, expiresAt = Infinity } = this.record?.tokens ?? {};
    if (access === undefined || refresh === undefined || expiresAt - Date.now() > EARLY_MS) return access;
    try {
      await this.renew(access);
    } catch (error) {
      if (expiresAt > Date.now()) return access;
      throw error;
    }
    return this.record?.tokens.access;
  }

  /**
   * Replaces a token that has expired or was refused. `false`: it can't be, and the sign-in is forgotten.
   * @throws SignInError when the server can't be asked.
   */
  renew(old: string | undefined): Promise<boolean> {
    this.#renewal ??= this.#renew(old).finally(() => (this.#renewal = undefined));
    return this.#renewal;
  }

  async #renew(old: string | undefined): Promise<boolean> {
    const { store, key, fetch } = this.#options;
    if (!this.record) return false;
    return store.alone(key, async () => {
      const record = store.read(key);
      if (!record) return false;
      // Another process has already refreshed it.
      if (record.tokens.access !== old) return true;
      const { refresh } = record.tokens;
      // Loaded here, so that sessions without servers don't load the SDK.
      const { refreshTokens } = await import('../connection/tokens.ts');
      const fresh = refresh === undefined ? undefined : await refreshTokens({ ...record, refresh }, await fetch());
      if (fresh) await store.write({ ...record, tokens: fresh });
      else await store.remove(key);
      return fresh !== undefined;
    });
  }
}
