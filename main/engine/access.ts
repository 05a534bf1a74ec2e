import { readVariable } from '#main/environment.ts';
import type { KeySource } from '#main/model/key-source.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { ModelAccess } from '#shared/contract/project.ts';

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

/** Key and server address: from the environment, or entered in the window, where they last until the app exits. */
export class AccessStore {
  readonly #env: NodeJS.ProcessEnv;
  readonly #defaultModel: string;
  readonly #keySource: Pick<KeySource, 'isSet'> | undefined;
  #entered: EnteredAccess = {};

  constructor(env: NodeJS.ProcessEnv, defaultModel: string, keySource?: Pick<KeySource, 'isSet'>) {
    this.#env = env;
    this.#defaultModel = defaultModel;
    this.#keySource = keySource;
  }

  /** An absent field is left unchanged; an empty one falls back to the environment. */
  enter(change: EnteredAccess): void {
    if (change.baseUrl) assertHttpUrl(change.baseUrl);
    this.#entered = {
      apiKey: change.apiKey ?? this.#entered.apiKey,
      baseUrl: change.baseUrl ?? this.#entered.baseUrl,
      model: change.model ?? this.#entered.model,
    };
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
    const modelSource = this.#entered.model ? 'entered' : readVariable(this.#env, 'ANTHROPIC_MODEL') ? 'environment' : 'none';
    return { ready: fromEnvironment || fromHelper, source, baseUrl: baseUrl ?? null, model, modelSource };
  }
}

function assertHttpUrl(text: string): void {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new AppError(
      'invalid_input',
      `“${text}” is no server address. It starts with http:// or https://, for example http://localhost:11434.`,
    );
  }
}
