import type { JsonObject, ServerDefinition, Upstream } from '#app/runtime/definition.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';
import { createUpstreamFetch } from '#app/runtime/upstream/upstream-fetch.ts';

import { contextWith } from '../runtime/context.ts';
import { toSentRequest } from './sent-request.ts';
import type { SentRequest } from './sent-request.ts';

/** What every secret of a server is, and every token that it is given. */
export const SECRET = 'S3CRET-0f-all';

/**
 * Calls a tool as an exported server does, and tells which request left.
 *
 * @returns the text of the error where none did.
 */
export async function sendCall(
  definition: ServerDefinition,
  name: string,
  args: JsonObject,
  hasSecrets: boolean,
): Promise<SentRequest | string> {
  const sent: SentRequest[] = [];
  const tokenUrls = new Set(
    definition.upstreams.flatMap(({ auth }) =>
      auth.flatMap((scheme) =>
        scheme.kind === 'oauth2ClientCredentials' ? [scheme.tokenUrl] : [],
      ),
    ),
  );
  const connected = connectedSecrets(definition.upstreams);
  const fetch = createUpstreamFetch({
    upstreams: definition.upstreams,
    policies: definition.policies,
    secrets: (secret) => (hasSecrets && !connected.has(secret) ? SECRET : undefined),
    fetch: async (request) => {
      if (tokenUrls.has(request.url) && request.headers.get('content-type')?.includes('form'))
        return Response.json({ access_token: SECRET, token_type: 'Bearer' });
      const body = new Uint8Array(await request.arrayBuffer());
      sent.push(toSentRequest(request.method, request.url, request.headers, body));
      // Nobody looks at the answer; this one is neither held to a schema nor asked for again.
      return new Response(null, { status: 400 });
    },
  });
  const result = await runTool(definition, { name, arguments: args }, contextWith(fetch));
  const [request] = sent;
  if (request !== undefined && sent.length === 1) return request;
  const [block] = result.content;
  return `${sent.length} requests; ${block?.type === 'text' ? block.text : 'no text'}`;
}

/** Secrets that a person sets by connecting an API, which nobody does here: a token is given instead. */
export function connectedSecrets(upstreams: readonly Pick<Upstream, 'auth'>[]): Set<string> {
  return new Set(
    upstreams.flatMap(({ auth }) =>
      auth.flatMap((scheme) =>
        scheme.kind === 'oauth2AuthorizationCode' ? [scheme.refreshTokenSecret] : [],
      ),
    ),
  );
}
