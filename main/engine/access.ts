import { readVariable } from '#main/environment.ts';
import type { KeySource } from '#main/model/key-source.ts';
import { errorMessage } from '#shared/error-message.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { ModelAccess } from '#shared/contract/project.ts';
import type { StoredAccess } from './stored-access.ts';

/** What a model client needs. The key stays in main. */
export interface AccessDetails {
  readonly apiKey: string | undefined;
  readonly authToken: string | undefined;
  readonly baseUrl: string | undefined;
  readonly model: string;
}

export interface EnteredAccess {
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly model?: string | undefined;
}

/** Key and server address: from the environment, or entered in the window, where they last until the app exits unless they are remembered. */
export class AccessStore {
  readonly #env: NodeJS.ProcessEnv;
  readonly #defaultModel: string;
  readonly #keySource: Pick<KeySource, 'isSet'> | undefined;
  readonly #stored: StoredAccess | undefined;
  #entered: EnteredAccess = {};
  #isRemembered = false;
  #changes = 0;

  /** @param stored where entered values can be remembered. Default: nowhere. */
  constructor(env: NodeJS.ProcessEnv, defaultModel: string, keySource?: Pick<KeySource, 'isSet'>, stored?: StoredAccess) {
    this.#env = env;
    this.#defaultModel = defaultModel;
    this.#keySource = keySource;
    this.#stored = stored;
    const remembered = stored?.read();
    this.#isRemembered = remembered !== undefined;
    if (remembered) this.#entered = remembered;
  }

  /**
   * An absent field is left unchanged; an empty one falls back to the environment.
   * @param remember whether key and address are still known after a restart; absent: as before
   * @throws AppError `unavailable` when they can't be stored; then they count until the app exits
   */
  enter(change: EnteredAccess, remember = this.#isRemembered): void {
    if (change.baseUrl) assertHttpUrl(change.baseUrl);
    this.#entered = {
      apiKey: change.apiKey ?? this.#entered.apiKey,
      baseUrl: change.baseUrl ?? this.#entered.baseUrl,
      model: change.model ?? this.#entered.model,
    };
    this.#changes += 1;
    this.#remember(remember);
  }

  #remember(remember: boolean): void {
    const { apiKey, baseUrl } = this.#entered;
    try {
      if (remember && (apiKey || baseUrl)) this.#stored?.write({ apiKey, baseUrl });
      else if (this.#isRemembered) this.#stored?.forget();
      this.#isRemembered = remember && Boolean(apiKey || baseUrl) && this.#stored !== undefined;
    } catch (cause) {
      throw new AppError('unavailable', `It is used until you quit Gatehouse, but it could not be stored (${errorMessage(cause)}).`, {
        cause,
      });
    }
  }

  get details(): AccessDetails {
    const { apiKey, baseUrl } = this.#entered;
    return {
      apiKey: apiKey || readVariable(this.#env, 'ANTHROPIC_API_KEY'),
      authToken: apiKey ? undefined : readVariable(this.#env, 'ANTHROPIC_AUTH_TOKEN'),
      baseUrl: baseUrl || readVariable(this.#env, 'ANTHROPIC_BASE_URL'),
      model: this.modelFor(undefined),
    };
  }

  /** The model of a new session: entered, else from the environment, else from the settings, else the default. */
  modelFor(fromSettings: string | undefined): string {
    return this.#entered.model || readVariable(this.#env, 'ANTHROPIC_MODEL') || fromSettings || this.#defaultModel;
  }

  describe(): ModelAccess {
    const { apiKey, authToken, baseUrl, model } = this.details;
    const entered = Boolean(this.#entered.apiKey || this.#entered.baseUrl);
    // A compatible server often needs no key, so an address alone is enough to try.
    const fromEnvironment = Boolean(apiKey ?? authToken ?? baseUrl);
    const fromHelper = !(apiKey ?? authToken) && this.#keySource?.isSet === true;
    const source = fromHelper ? 'helper' : entered ? 'entered' : fromEnvironment ? 'environment' : 'none';
    const keySource = fromHelper ? 'helper' : this.#entered.apiKey ? 'entered' : (apiKey ?? authToken) ? 'environment' : 'none';
    const modelSource = this.#entered.model ? 'entered' : readVariable(this.#env, 'ANTHROPIC_MODEL') ? 'environment' : 'none';
    return {
      ready: fromEnvironment || fromHelper,
      source,
      keySource,
      baseUrl: baseUrl ?? null,
      model,
      modelSource,
      changes: this.#changes,
      isRemembered: this.#isRemembered,
      storage: this.#stored?.kind ?? 'none',
    };
  }
}

function assertHttpUrl(text: string): void {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new AppError('invalid_input', `“${text}” isn’t a server address. Start with http:// or https://, as in http://localhost:11434.`);
  }
}
