import { z } from 'zod';

const address = z.string().max(4096);
const words = z.array(z.string().max(500)).max(1000);

/** What is used of an authorization server's metadata. */
export const authorizationServerSchema = z.object({
  issuer: address,
  authorization_endpoint: address,
  token_endpoint: address,
  registration_endpoint: address.optional(),
  revocation_endpoint: address.optional(),
  response_types_supported: words,
  code_challenge_methods_supported: words.optional(),
  token_endpoint_auth_methods_supported: words.optional(),
  scopes_supported: words.optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional().catch(undefined),
});
export type AuthorizationServer = z.output<typeof authorizationServerSchema>;

/** Gatehouse as the authorization server knows it. */
export const oauthClientSchema = z.object({
  client_id: z.string().min(1).max(4096),
  client_secret: z.string().max(4096).optional(),
  token_endpoint_auth_method: z.string().max(100).optional(),
});
export type OAuthClient = z.output<typeof oauthClientSchema>;

export const tokensSchema = z.object({
  access: z.string().min(1),
  refresh: z.string().min(1).optional(),
  /** Milliseconds since 1970. */
  expiresAt: z.number().optional(),
  /** As granted, separated by spaces. */
  scope: z.string().optional(),
});
export type Tokens = z.output<typeof tokensSchema>;
