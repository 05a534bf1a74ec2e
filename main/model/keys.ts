import { ModelError } from './model-error.ts';

/** URL and credentials of the server. A custom server needs no key. */
export interface ModelAccessKeys {
  readonly apiKey: string | undefined;
  readonly authToken: string | undefined;
  readonly baseUrl: string | undefined;
}

/** Header values can't contain line breaks or non-ASCII characters. @throws ModelError `auth` for such a key. */
export function assertSendable({ apiKey, authToken }: ModelAccessKeys): void {
  const unsendable = [apiKey, authToken].find((key) => key !== undefined && /[^\t\x20-\x7e]/.test(key.trim()));
  if (unsendable === undefined) return;
  throw new ModelError(
    'auth',
    'The API key contains a character that keys never have (a line break, a typographic dash or dots, something invisible). Copy the whole key again and enter it.',
  );
}

/** Redacts keys: a server may repeat them in its response, which goes to the window and the log. */
export function withoutKeys(text: string, { apiKey, authToken }: ModelAccessKeys): string {
  return [apiKey, authToken].reduce<string>((kept, key) => (key && key.length >= 8 ? kept.replaceAll(key, '[key]') : kept), text);
}
