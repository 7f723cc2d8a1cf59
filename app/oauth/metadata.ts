import * as z from 'zod/mini';

/** Metadata of an endpoint for clients that want to sign in (RFC 9728, 2). */
export const ResourceMetadata = z.object({
  resource: z.string(),
  authorization_servers: z.array(z.string()),
  bearer_methods_supported: z.array(z.string()),
  scopes_supported: z.array(z.string()),
});

/** Metadata of the authorization server (RFC 8414, 2), as the library writes it. */
export const AuthorityMetadata = z.record(z.string(), z.unknown());

/** An error of the token endpoint (RFC 6749, 5.2). */
export const TokenError = z.object({ error: z.string(), error_description: z.string() });
