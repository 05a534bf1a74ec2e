import { randomBytes } from 'node:crypto';
import type { Refusal } from '../connection/server-authorization.ts';
import { SignInError } from '../connection/sign-in-error.ts';
import type { OAuthSettings } from '../servers/server-entry.ts';
import { listenForRedirect } from './redirect-listener.ts';
import type { SignInRecord } from './sign-in-store.ts';

/** A person has this long on the page. */
const WAIT_MS = 10 * 60_000;
const MAX_SCOPES = 200;

export type SignInStep =
  | { readonly kind: 'preparing' }
  /** The page waits for the person. */
  | { readonly kind: 'waiting'; readonly url: string }
  | { readonly kind: 'finishing' };

export interface SignInOptions {
  /** Of the record. */
  readonly key: string;
  readonly serverUrl: string;
  readonly oauth: OAuthSettings;
  /** What the server said last. */
  readonly refusal: Refusal | undefined;
  /** Scopes that are asked for in any case, separated by spaces: those granted before, and those the server has asked for since. */
  readonly scope: string;
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  /** `receive`: takes the address at which a browser on another machine ended. Returns whether it was the right one. */
  readonly onStep: (step: SignInStep, receive: (address: string) => boolean) => void;
}

/** Signs in to a server in the person's browser. Started by a person only. @throws SignInError */
export async function signIn(options: SignInOptions): Promise<SignInRecord> {
  const { key, serverUrl, oauth, refusal, fetch, signal, onStep } = options;
  onStep({ kind: 'preparing' }, () => false);
  // Loaded with the first sign-in, since it loads the SDK.
  const [{ authorizationPage, findAuthorizationServer, register }, { redeem }] = await Promise.all([
    import('../connection/authorization-server.ts'),
    import('../connection/tokens.ts'),
  ]);
  const state = randomBytes(32).toString('base64url');
  const listener = await listenForRedirect({ port: oauth.callbackPort, state });
  try {
    const { redirectUri } = listener;
    const metadataUrl = oauth.authServerMetadataUrl;
    const found = await findAuthorizationServer({ serverUrl, metadataUrl, resourceMetadataUrl: refusal?.resourceMetadataUrl, fetch });
    const { server, resource } = found;
    const scope = scopeOf(options, found.scopes, server.scopes_supported);
    const client = oauth.clientId === undefined ? await register(server, redirectUri, fetch) : { client_id: oauth.clientId };
    const { url, verifier } = await authorizationPage({ server, client, redirectUri, resource, scope, state });
    signal.throwIfAborted();
    onStep({ kind: 'waiting', url }, listener.receive);
    const answer = await inTime(listener.answer, signal);
    onStep({ kind: 'finishing' }, () => false);
    const tokens = await redeem({ server, client, redirectUri, resource, scope, verifier, answer, fetch });
    return { key, server, client, resource, tokens };
  } finally {
    listener.close();
  }
}

function scopeOf({ oauth, refusal, scope }: SignInOptions, ofServer: readonly string[], supported: readonly string[] = []): string {
  const wanted = words(oauth.scopes ?? refusal?.scope ?? ofServer.join(' '));
  const all = new Set([...wanted, ...words(scope)]);
  // Some servers give a refresh token only for this one.
  if (all.size > 0 && supported.includes('offline_access')) all.add('offline_access');
  return [...all].slice(0, MAX_SCOPES).join(' ');
}

/** Only what OAuth allows in a scope (RFC 6749, 3.3). */
export function words(scope: string): string[] {
  return scope.split(' ').filter((word) => /^[\u0021\u0023-\u005B\u005D-\u007E]{1,500}$/u.test(word));
}

/** @throws SignInError after ten minutes, and the reason of the signal. */
async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const limit = AbortSignal.timeout(WAIT_MS);
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void =>
    reject(signal.aborted ? new SignInError('It was cancelled.') : new SignInError('Nobody finished it on the page within ten minutes.'));
  signal.addEventListener('abort', stop, { once: true });
  limit.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
    limit.removeEventListener('abort', stop);
  }
}
