import { exchangeAuthorization, OAuthError, refreshAuthorization, validateAuthorizationResponseIssuer } from '@modelcontextprotocol/client';
import { headerProblem } from '#shared/settings/header-values.ts';
import type { AuthorizationServer, OAuthClient, Tokens } from '../sign-in/sign-in-data.ts';
import type { AuthorizationRequest } from './authorization-server.ts';
import { explained, explaining } from './explain-oauth-error.ts';
import { SignInError } from './sign-in-error.ts';

/** Gets, refreshes and revokes tokens with the SDK's functions. */

type Fetch = typeof globalThis.fetch;

interface Redeemed extends Omit<AuthorizationRequest, 'state'> {
  readonly verifier: string;
  /** The query of the address that the browser was sent to. Its state was checked. */
  readonly answer: URLSearchParams;
  readonly fetch: Fetch;
}

/** Redeems the code of a redirect. @throws SignInError */
export async function redeem({ server, client, redirectUri, resource, scope, verifier, answer, fetch }: Redeemed): Promise<Tokens> {
  const code = await explaining(codeOf(server, answer));
  const iss = answer.get('iss') ?? undefined;
  const tokens = await explaining(
    exchangeAuthorization(server.issuer, {
      metadata: server,
      clientInformation: client,
      authorizationCode: code,
      codeVerifier: verifier,
      redirectUri,
      resource,
      ...(iss !== undefined && { iss }),
      fetchFn: fetch,
    }),
  );
  return tokensOf(tokens, scope);
}

/** Checks who answered before it trusts anything else in the answer, even the reason of a refusal. */
// eslint-disable-next-line @typescript-eslint/require-await -- so that what it throws is explained
async function codeOf(server: AuthorizationServer, answer: URLSearchParams): Promise<string> {
  validateAuthorizationResponseIssuer({
    iss: answer.get('iss') ?? undefined,
    expectedIssuer: server.issuer,
    issParameterSupported: server.authorization_response_iss_parameter_supported === true,
  });
  const error = answer.get('error');
  if (error !== null) throw new OAuthError(error, '');
  const code = answer.get('code') ?? '';
  if (code === '') throw new SignInError('The answer of the page had no code.');
  return code;
}

interface Refreshed {
  readonly server: AuthorizationServer;
  readonly client: OAuthClient;
  readonly resource: string;
  readonly tokens: Tokens;
  /** The token to refresh with. */
  readonly refresh: string;
}

/** New tokens; `undefined` if the server no longer accepts the old ones. @throws SignInError when it can't be reached. */
export async function refreshTokens({ server, client, resource, tokens, refresh }: Refreshed, fetch: Fetch): Promise<Tokens | undefined> {
  try {
    const given = await refreshAuthorization(server.issuer, {
      metadata: server,
      clientInformation: client,
      refreshToken: refresh,
      resource,
      fetchFn: fetch,
    });
    return tokensOf(given, tokens.scope ?? '');
  } catch (error) {
    if (OAuthError.isInstance(error) && REFUSALS.has(error.code)) return undefined;
    throw explained(error);
  }
}

/** Error codes after which retrying is useless. */
const REFUSALS: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client', 'invalid_target']);

/** Asks the server to forget the tokens. @throws SignInError */
export async function revoke({ server, client, tokens }: Pick<Refreshed, 'server' | 'client' | 'tokens'>, fetch: Fetch): Promise<void> {
  if (server.revocation_endpoint === undefined) return;
  const body = new URLSearchParams({ token: tokens.refresh ?? tokens.access, client_id: client.client_id });
  if (client.client_secret !== undefined) body.set('client_secret', client.client_secret);
  await fetch(server.revocation_endpoint, { method: 'POST', body });
}

interface GivenTokens {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in?: number | undefined;
  readonly refresh_token?: string | undefined;
  readonly scope?: string | undefined;
}

/** `asked`: the scope, which a server leaves out when it grants all of it. */
function tokensOf({ access_token: access, token_type, expires_in, refresh_token, scope }: GivenTokens, asked: string): Tokens {
  if (token_type.toLowerCase() !== 'bearer')
    throw new SignInError('The server that signs you in gave a token of a kind that MCP doesn’t use.');
  if (access === '' || headerProblem({ Authorization: `Bearer ${access}` }) !== undefined)
    throw new SignInError('The server that signs you in gave a token that can’t be sent.');
  return {
    access,
    ...(refresh_token !== undefined && refresh_token !== '' && { refresh: refresh_token }),
    ...(expires_in !== undefined && { expiresAt: Date.now() + expires_in * 1000 }),
    scope: scope ?? asked,
  };
}
