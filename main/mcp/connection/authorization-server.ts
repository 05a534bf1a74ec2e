import { checkResourceAllowed, discoverOAuthServerInfo, registerClient, startAuthorization } from '@modelcontextprotocol/client';
import { addressProblem } from './address-problem.ts';
import { plainLine } from '../tools/plain-text.ts';
import { type AuthorizationServer, authorizationServerSchema, type OAuthClient, oauthClientSchema } from '../sign-in/sign-in-data.ts';
import { explaining } from './explain-oauth-error.ts';
import { SignInError } from './sign-in-error.ts';

/** The SDK's OAuth functions, each answer checked. Everything else uses these. */

type Fetch = typeof globalThis.fetch;

export interface FoundServer {
  readonly server: AuthorizationServer;
  /** The resource that tokens are requested for: the MCP server. */
  readonly resource: string;
  /** Scopes that the MCP server names. */
  readonly scopes: readonly string[];
}

interface Search {
  readonly serverUrl: string;
  /** From the entry (`authServerMetadataUrl`); otherwise it is discovered. */
  readonly metadataUrl?: string | undefined;
  /** From the server's refusal (`WWW-Authenticate`). */
  readonly resourceMetadataUrl?: string | undefined;
  readonly fetch: Fetch;
}

/** Finds where to sign in for an MCP server. @throws SignInError */
export async function findAuthorizationServer({ serverUrl, metadataUrl, resourceMetadataUrl, fetch }: Search): Promise<FoundServer> {
  const resource = new URL(serverUrl);
  resource.hash = '';
  if (metadataUrl !== undefined) return { server: checked(await readMetadata(metadataUrl, fetch)), resource: resource.href, scopes: [] };
  if (resourceMetadataUrl !== undefined && URL.parse(resourceMetadataUrl)?.origin !== resource.origin)
    throw new SignInError('The server names a description of itself (resource_metadata) on another server, which isn’t used.');
  const found = await explaining(
    discoverOAuthServerInfo(serverUrl, {
      fetchFn: fetch,
      ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl: new URL(resourceMetadataUrl) }),
    }),
  );
  const named = found.resourceMetadata?.resource;
  if (named !== undefined && !isFor(resource, named))
    throw new SignInError(`The server asks for a token that is for another one (${plainLine(named)}). It must not get it.`);
  if (!found.authorizationServerMetadata)
    throw new SignInError(`${new URL(found.authorizationServerUrl).host} doesn’t say how to sign in (it has no OAuth metadata).`);
  return {
    server: checked(found.authorizationServerMetadata),
    resource: named ?? resource.href,
    scopes: found.resourceMetadata?.scopes_supported ?? [],
  };
}

function isFor(resource: URL, named: string): boolean {
  return URL.canParse(named) && checkResourceAllowed({ requestedResource: resource, configuredResource: named });
}

async function readMetadata(url: string, fetch: Fetch): Promise<unknown> {
  const response = await fetch(url, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new SignInError(`${new URL(url).host} answers ${response.status} for its metadata (authServerMetadataUrl).`);
  return response.json().catch((error: unknown) => {
    throw new SignInError('What authServerMetadataUrl names isn’t valid JSON.', { cause: error });
  });
}

/** @throws SignInError for metadata that is incomplete, or that a browser and credentials must not follow. */
function checked(metadata: unknown): AuthorizationServer {
  const parsed = authorizationServerSchema.safeParse(metadata);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new SignInError(`The metadata for signing in isn’t complete: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim());
  }
  const server = parsed.data;
  const { authorization_endpoint, token_endpoint, registration_endpoint, revocation_endpoint } = server;
  for (const [name, url] of Object.entries({ authorization_endpoint, token_endpoint, registration_endpoint, revocation_endpoint })) {
    const problem = url === undefined ? undefined : addressProblem(url);
    if (problem !== undefined) throw new SignInError(`The ${name} of the server that signs you in can’t be used. ${problem}`);
  }
  // Without it, anyone who sees the code in the address could redeem it.
  if (!server.code_challenge_methods_supported?.includes('S256'))
    throw new SignInError('The server that signs you in doesn’t say that it supports PKCE (S256), which MCP requires.');
  return server;
}

/** Registers Gatehouse. @throws SignInError */
export async function register(server: AuthorizationServer, redirectUri: string, fetch: Fetch): Promise<OAuthClient> {
  if (server.registration_endpoint === undefined) {
    throw new SignInError(
      `${new URL(server.issuer).host} takes no new programs by itself. Register Gatehouse there, and write the id into the entry: "oauth": {"clientId": "…", "callbackPort": 8123}. The redirect address is then http://localhost:8123/callback.`,
    );
  }
  const clientMetadata = {
    client_name: 'Gatehouse',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  };
  return oauthClientSchema.parse(await explaining(registerClient(server.issuer, { metadata: server, clientMetadata, fetchFn: fetch })));
}

export interface AuthorizationRequest {
  readonly server: AuthorizationServer;
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly resource: string;
  /** Separated by spaces; empty: the server decides. */
  readonly scope: string;
  readonly state: string;
}

/** The page to open, and the PKCE verifier that redeems its code. @throws SignInError */
export async function authorizationPage(request: AuthorizationRequest): Promise<{ readonly url: string; readonly verifier: string }> {
  const { server, client, redirectUri, resource, scope, state } = request;
  const started = await explaining(
    startAuthorization(server.issuer, {
      metadata: server,
      clientInformation: client,
      redirectUrl: redirectUri,
      state,
      resource: new URL(resource),
      ...(scope !== '' && { scope }),
    }),
  );
  // The SDK normalises the resource, which a server may compare as text.
  started.authorizationUrl.searchParams.set('resource', resource);
  return { url: started.authorizationUrl.href, verifier: started.codeVerifier };
}
