import { type AuthProvider, extractWWWAuthenticateParams } from '@modelcontextprotocol/client';
import type { ServerAuthorization } from './server-authorization.ts';

type Fetch = typeof globalThis.fetch;

/**
 * The authorization for a transport of the SDK. It isn't the SDK's own provider for OAuth, which would send the entry's headers to the server
 * that signs in, and would open a page whenever a server asks.
 */
export function providerOf({ token, refused }: ServerAuthorization): AuthProvider {
  return {
    token,
    onUnauthorized: async ({ response }) => {
      const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
      await refused({ resourceMetadataUrl: resourceMetadataUrl?.href, scope });
    },
  };
}

/** Adds the headers that the authorization gives at the time of each request. */
export function withHeaders(fetch: Fetch, authorization: ServerAuthorization | undefined): Fetch {
  if (!authorization) return fetch;
  return (input, init = {}) => {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(authorization.headers())) headers.set(name, value);
    return fetch(input, { ...init, headers });
  };
}
