import { Hono, type Context } from 'hono';

import { answerJson } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';

import {
  createAuthority,
  toAnyResource,
  REGISTER_PATH,
  TOKEN_PATH,
  toResource,
  toSlug,
} from './authority.server.ts';
import { BUILDER_SLUG } from './builder-slug.ts';
import { findEndpoint } from './find-endpoint.server.ts';
import { AuthorityMetadata, ResourceMetadata, TokenError } from './metadata.ts';
import { ToolScope } from './tool-scope.ts';

/** RFC 9728 and RFC 8414. */
const RESOURCE_PATH = '/.well-known/oauth-protected-resource/mcp/:slug';
const BUILDER_RESOURCE_PATH = '/.well-known/oauth-protected-resource/mcp';
const METADATA_PATH = '/.well-known/oauth-authorization-server';

const MAX_BODY_BYTES = 65_536;
/** Parameters that become keys of a store, which takes 512 bytes, and the characters that they may have. */
const STORED = ['client_id', 'code', 'refresh_token', 'token'];
const MAX_VALUE = 400;
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': '*',
};
const METADATA_HEADERS = { ...CORS, 'cache-control': 'public, max-age=300' };

/**
 * The protocol by which clients sign in to endpoints (OAuth 2.1, RFC 8414, RFC 9728, RFC 7591, RFC 7009), mounted at
 * the root. It reads no cookie; the page of consent and its answer are elsewhere.
 */
export const oauthApi = new Hono<AppEnv>()
  .options(RESOURCE_PATH, () => new Response(null, { headers: CORS }))
  .get(RESOURCE_PATH, async (c) => {
    const { app } = c.var;
    const slug = c.req.param('slug');
    const refused = await countRequest(c);
    if (refused !== null) return refused;
    const endpoint = await findEndpoint(app, slug);
    if (endpoint === null) return new Response(null, { status: 404, headers: CORS });
    return answerResource(app.origin, slug);
  })
  .options(BUILDER_RESOURCE_PATH, () => new Response(null, { headers: CORS }))
  .get(BUILDER_RESOURCE_PATH, async (c) => {
    return (await countRequest(c)) ?? answerResource(c.var.app.origin, BUILDER_SLUG);
  })
  .options(METADATA_PATH, () => new Response(null, { headers: CORS }))
  .get(METADATA_PATH, async (c) => {
    const answer = await askAuthority(c, toAnyResource(c.var.app.origin));
    // Every endpoint is a resource: a list of one would tell clients that theirs is none.
    const { protected_resources: _, ...metadata } = AuthorityMetadata.parse(await answer.json());
    return answerJson(AuthorityMetadata, metadata, { headers: METADATA_HEADERS });
  })
  .options(TOKEN_PATH, (c) => askAuthority(c, toAnyResource(c.var.app.origin)))
  .post(TOKEN_PATH, limitBody(MAX_BODY_BYTES), async (c) => {
    return (await countRequest(c)) ?? answerToken(c);
  })
  .options(REGISTER_PATH, (c) => askAuthority(c, toAnyResource(c.var.app.origin)))
  .post(REGISTER_PATH, limitBody(MAX_BODY_BYTES), async (c) => {
    const { app } = c.var;
    const address = `register:${addressKey(c.req.raw)}`;
    const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, address);
    return refused ?? askAuthority(c, toAnyResource(app.origin));
  });

function answerResource(origin: string, slug: string): Response {
  const metadata = {
    resource: toResource(origin, slug),
    authorization_servers: [origin],
    bearer_methods_supported: ['header'],
    scopes_supported: ToolScope.options,
  };
  return answerJson(ResourceMetadata, metadata, { headers: METADATA_HEADERS });
}

function countRequest(c: Context<AppEnv>): Promise<Response | null> {
  const { app } = c.var;
  return refuseAboveRate(app, app.env.LIMIT_CALLS, `oauth:${addressKey(c.req.raw)}`);
}

/** Exchanges and refreshes tokens for the endpoint that the request names, and revokes those of any. */
async function answerToken(c: Context<AppEnv>): Promise<Response> {
  const { origin } = c.var.app;
  const form = await readForm(c.req.raw);
  if (STORED.some((name) => (form?.get(name)?.length ?? 0) > MAX_VALUE)) {
    return refuseToken('invalid_request', 'A value of this request is too long.');
  }
  // A revocation names none; what it ends is found by the token.
  if (form?.has('token') && !form.has('grant_type')) return askAuthority(c, toAnyResource(origin));
  const named = form?.getAll('resource') ?? [];
  const slug = named.length === 1 ? toSlug(origin, named[0] ?? null) : null;
  if (slug !== null) return askAuthority(c, toResource(origin, slug));
  return refuseToken(
    'invalid_target',
    'Send the address of one MCP endpoint of this server as "resource".',
  );
}

function refuseToken(error: string, detail: string): Response {
  const init = { status: 400, headers: { ...CORS, 'cache-control': 'no-store' } };
  return answerJson(TokenError, { error, error_description: detail }, init);
}

async function readForm(request: Request): Promise<URLSearchParams | null> {
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) return null;
  return new URLSearchParams(new TextDecoder().decode(await request.clone().arrayBuffer()));
}

async function askAuthority(c: Context<AppEnv>, resource: string): Promise<Response> {
  const { app } = c.var;
  const authority = await createAuthority(app, resource);
  const answer = await authority.fetch(c.req.raw, app.env, c.executionCtx as ExecutionContext);
  return new Response(answer.body, answer);
}
