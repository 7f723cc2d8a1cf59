import { toBase64Url, toUtf8 } from '#app/platform/text/encoding.ts';
import { createVerifier } from '#app/runtime/upstream/authorization-code.ts';
import { checkOauthUrl } from '#app/mcp-client/oauth/check-oauth-url.ts';
import { chooseScope } from '#app/mcp-client/oauth/choose-scope.ts';
import { StepFindings } from '#app/mcp-client/oauth/step-findings.ts';
import type { RunStep } from '#app/mcp-client/oauth/oauth-step.ts';

/** Makes the address at which the person signs in, and what its answer is held against (RFC 7636, RFC 8707). */
export const prepareAuthorization: RunStep = async (input) => {
  const found = new StepFindings();
  const { settings, facts } = input;
  const { server, client } = facts;
  if (server === null) return found.miss('First read the metadata of the authorization server.');
  if (client === null)
    return found.miss('First make the client known to the authorization server.');
  if (client.issuer !== server.issuer) {
    const message = `The client ${client.id} belongs to ${client.issuer}, and ${server.issuer} does not know it. Register again.`;
    return found.fail({ reason: 'wrong-client', message });
  }
  const what = 'The authorization endpoint';
  const safe = checkOauthUrl(what, server.authorization_endpoint ?? '', settings.serverUrl);
  if (!safe.ok) return found.fail(safe);
  const verifier = createVerifier();
  const digest = await crypto.subtle.digest('SHA-256', toUtf8(verifier));
  const request = {
    state: createVerifier(),
    verifier,
    challenge: toBase64Url(new Uint8Array(digest)),
    issuer: server.issuer,
    redirectUri: settings.redirectUri,
    scope: chooseScope(input),
    resource: facts.resource?.resource ?? settings.serverUrl,
  };
  const url = toAddress(safe.value, client.id, request);
  found.add(
    'pass',
    'A new state and a new code verifier; the address has the challenge, which is its SHA-256.',
  );
  found.add('note', `Resource: ${request.resource}`);
  found.add(
    'note',
    request.scope === null ? 'No scopes are asked for.' : `Scopes: ${request.scope}`,
  );
  found.add('note', `GET ${url}`);
  return found.succeed({ request: { ...request, url } });
};

function toAddress(
  endpoint: URL,
  clientId: string,
  request: Record<'state' | 'challenge' | 'redirectUri' | 'resource', string> & {
    scope: string | null;
  },
): string {
  const url = new URL(endpoint);
  url.hash = '';
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: request.redirectUri,
    state: request.state,
    code_challenge: request.challenge,
    code_challenge_method: 'S256',
    resource: request.resource,
    ...(request.scope === null ? {} : { scope: request.scope }),
    // OpenID Connect Core 1.0, 11: offline access needs consent.
    ...(request.scope?.split(' ').includes('offline_access') ? { prompt: 'consent' } : {}),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
