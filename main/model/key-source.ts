import type { ModelAccessKeys } from './keys.ts';
import { abortedError, ModelError } from './model-error.ts';
import type { ModelStreamEvent } from './stream-event.ts';

/** A program that knows the key, used where neither the environment nor the person has given one. */
export interface KeySource {
  readonly isSet: boolean;
  /**
   * The key; `undefined` when no program is set. `refused`: the server no longer accepts this one.
   * @throws ModelError `auth` when the program fails.
   */
  key(refused?: string): Promise<string | undefined>;
}

export interface KeyUse {
  readonly access: () => ModelAccessKeys;
  readonly keySource?: KeySource | undefined;
  readonly signal: AbortSignal;
}

/** The access with the program's key, where no other key or token is given. @throws ModelError as `KeySource.key`. */
export async function accessWithKey({ access, keySource, signal }: KeyUse, refused?: string): Promise<ModelAccessKeys> {
  const given = access();
  if (given.apiKey || given.authToken || !keySource?.isSet) return given;
  if (signal.aborted) throw abortedError();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(abortedError());
  signal.addEventListener('abort', stop, { once: true });
  try {
    return { ...given, apiKey: await Promise.race([keySource.key(refused), stopped]) };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

type Attempt = (access: ModelAccessKeys) => AsyncGenerator<ModelStreamEvent, void>;

/** Makes a request; once more with a new key, if the server refuses one from the program before it has answered anything. */
export async function* withKey(use: KeyUse, attempt: Attempt): AsyncGenerator<ModelStreamEvent, void> {
  const access = await accessWithKey(use);
  let started = false;
  try {
    for await (const event of attempt(access)) {
      started = true;
      yield event;
    }
  } catch (error) {
    const isRefused = error instanceof ModelError && error.kind === 'auth' && !started;
    if (!isRefused || access.apiKey === undefined || access.apiKey === use.access().apiKey) throw error;
    const renewed = await accessWithKey(use, access.apiKey);
    if (renewed.apiKey === access.apiKey) throw error;
    yield* attempt(renewed);
  }
}
