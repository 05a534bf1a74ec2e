import { ModelError } from './model-error.ts';

/** Where to ask and with what. With an address of one's own no key is needed. */
export interface ModelAccessKeys {
  readonly apiKey: string | undefined;
  readonly authToken: string | undefined;
  readonly baseUrl: string | undefined;
}

/** A key goes into a header, which takes no line breaks and nothing beyond plain letters. @throws ModelError `auth` for one that can't. */
export function assertSendable({ apiKey, authToken }: ModelAccessKeys): void {
  const unsendable = [apiKey, authToken].find((key) => key !== undefined && /[^\t\x20-\x7e]/.test(key.trim()));
  if (unsendable === undefined) return;
  throw new ModelError(
    'auth',
    'The API key has a character that no key has (a line break, a typographic dash or dots, something invisible). Copy it again, alone and whole, and enter it anew.',
  );
}

/** A server may repeat the key in its answer; what it said goes to the window and the log, where keys have no place. */
export function withoutKeys(text: string, { apiKey, authToken }: ModelAccessKeys): string {
  return [apiKey, authToken].reduce<string>((kept, key) => (key && key.length >= 8 ? kept.replaceAll(key, '[key]') : kept), text);
}
