import * as z from 'zod/mini';

const Texts = z.optional(z.array(z.string()));

/** Metadata of a protected resource (RFC 9728, 2): the part that a client needs. */
export const ProtectedResource = z.looseObject({
  resource: z.string(),
  authorization_servers: Texts,
  scopes_supported: Texts,
});
export type ProtectedResource = z.infer<typeof ProtectedResource>;

/** Metadata of an authorization server (RFC 8414, 2; OpenID Connect Discovery 1.0, 3). */
export const AuthorizationServer = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.optional(z.string()),
  token_endpoint: z.optional(z.string()),
  registration_endpoint: z.optional(z.string()),
  scopes_supported: Texts,
  response_types_supported: Texts,
  code_challenge_methods_supported: Texts,
  token_endpoint_auth_methods_supported: Texts,
  client_id_metadata_document_supported: z.optional(z.unknown()),
  authorization_response_iss_parameter_supported: z.optional(z.unknown()),
});
export type AuthorizationServer = z.infer<typeof AuthorizationServer>;

/** Answer of a registration (RFC 7591, 3.2.1). */
export const RegisteredClient = z.looseObject({
  client_id: z.string().check(z.minLength(1)),
  client_secret: z.optional(z.string()),
  token_endpoint_auth_method: z.optional(z.string()),
});

/** Answer of a token endpoint (RFC 6749, 5.1). */
export const TokenEndpointAnswer = z.looseObject({
  access_token: z.string().check(z.minLength(1)),
  token_type: z.string(),
  expires_in: z.optional(z.union([z.number(), z.string()])),
  refresh_token: z.optional(z.string()),
  scope: z.optional(z.string()),
});

/** A refusal of a token or registration endpoint (RFC 6749, 5.2; RFC 7591, 3.2.2). */
export const OauthRefusal = z.looseObject({
  error: z.string(),
  error_description: z.optional(z.string()),
});
