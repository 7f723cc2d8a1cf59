import { checkOauthUrl } from '#app/mcp-client/oauth/check-oauth-url.ts';
import { StepFindings } from '#app/mcp-client/oauth/step-findings.ts';
import { AuthorizationServer } from '#app/mcp-client/oauth/oauth-documents.ts';
import type { OauthFacts, OauthSettings, StepOutcome } from '#app/mcp-client/oauth/oauth-flow.ts';
import type { RunStep } from '#app/mcp-client/oauth/oauth-step.ts';
import { readOauthDocument, takeAnswered } from '#app/mcp-client/oauth/read-oauth-document.ts';
import { toMetadataRequest } from '#app/mcp-client/oauth/to-metadata-request.ts';

/** Reads the metadata of the authorization server (RFC 8414, 3; OpenID Connect Discovery 1.0, 4). */
export const findAuthorizationServer: RunStep = async ({ settings, facts, send, signal }) => {
  const found = new StepFindings();
  const issuer = chooseIssuer(settings, facts);
  if (issuer === null)
    return found.miss(
      'First read the metadata of the server, or enter the address of its authorization server.',
    );
  const safe = checkOauthUrl('The authorization server', issuer, settings.serverUrl);
  if (!safe.ok) return found.fail(safe);
  for (const address of toWellKnown(safe.value)) {
    const exchanges = await send(toMetadataRequest(address), signal);
    found.addExchanges(exchanges);
    const answer = takeAnswered('The authorization server', exchanges);
    if (!answer.ok || [404, 405, 502].includes(answer.value.response.status)) continue;
    const read = readOauthDocument('The authorization server', AuthorizationServer, answer.value);
    if (read.ok) return judge(found, settings, issuer, read.value);
    if (answer.value.response.status >= 500) return found.fail(read);
    found.add('warn', read.message);
  }
  const message = `No metadata was found for the authorization server ${issuer}, neither of OAuth (RFC 8414) nor of OpenID Connect. Without it nothing says where tokens come from.`;
  return found.fail({ reason: 'bad-answer', message });
};

function chooseIssuer(settings: OauthSettings, { resource }: OauthFacts): string | null {
  if (settings.issuer !== '') return settings.issuer;
  if (resource === null) return null;
  return resource.authorization_servers?.[0] ?? new URL(settings.serverUrl).origin;
}

/** In the order of the MCP specification: OAuth, then OpenID Connect with the path inserted, then appended. */
function toWellKnown({ origin, pathname }: URL): URL[] {
  const path = pathname.replace(/\/$/, '');
  const places = [
    `/.well-known/oauth-authorization-server${path}`,
    `/.well-known/openid-configuration${path}`,
    ...(path === '' ? [] : [`${path}/.well-known/openid-configuration`]),
  ];
  return places.map((place) => new URL(place, origin));
}

function judge(
  found: StepFindings,
  settings: OauthSettings,
  issuer: string,
  server: AuthorizationServer,
): StepOutcome {
  // RFC 8414, 3.3: identical. A final slash is tolerated, because a bare origin is often written with one.
  if (withoutSlash(server.issuer) !== withoutSlash(issuer)) {
    const message = `The metadata names the issuer ${server.issuer.slice(0, 200)}, but was found at ${issuer}. Somebody else's metadata is not used.`;
    return found.fail({ reason: 'issuer-mismatch', message });
  }
  found.add('pass', `"issuer" is ${server.issuer}, as it has to be.`);
  const endpoints = [
    ['The authorization endpoint', server.authorization_endpoint],
    ['The token endpoint', server.token_endpoint],
    ['The registration endpoint', server.registration_endpoint],
  ] as const;
  for (const [what, address] of endpoints) {
    if (address === undefined) continue;
    const safe = checkOauthUrl(what, address, settings.serverUrl);
    if (!safe.ok) return found.fail(safe);
    found.add('pass', `${what} is ${safe.value.href}`);
  }
  if (server.authorization_endpoint === undefined || server.token_endpoint === undefined) {
    const message = 'The metadata names no authorization endpoint, or no token endpoint.';
    return found.fail({ reason: 'bad-answer', message });
  }
  const problem = findUnsupported(server);
  if (problem !== null) return found.fail(problem);
  found.add('pass', 'PKCE with S256 is supported.');
  noteFeatures(found, server);
  return found.succeed({ server });
}

function findUnsupported(server: AuthorizationServer) {
  const methods = server.code_challenge_methods_supported;
  if (!methods?.includes('S256')) {
    const what = methods === undefined ? 'is missing' : `lists ${methods.join(', ') || 'nothing'}`;
    const message = `"code_challenge_methods_supported" ${what}. Clients have to stop where it does not name S256, because a code could then be stolen.`;
    return { reason: 'no-pkce', message } as const;
  }
  const types = server.response_types_supported;
  if (types !== undefined && !types.includes('code')) {
    const message = 'The authorization server does not give codes ("response_types_supported").';
    return { reason: 'bad-answer', message } as const;
  }
  return null;
}

function noteFeatures(found: StepFindings, server: AuthorizationServer): void {
  const isSaid = server.authorization_response_iss_parameter_supported === true;
  if (isSaid) found.add('pass', 'Its answers name the issuer (RFC 9207).');
  else
    found.add(
      'warn',
      'Its answers need not name the issuer ("authorization_response_iss_parameter_supported"), which would prevent mix-ups.',
    );
  const ways = [
    ...(server.client_id_metadata_document_supported === true
      ? ['client ID metadata document']
      : []),
    ...(server.registration_endpoint === undefined ? [] : ['dynamic registration']),
  ];
  found.add(
    ways.length === 0 ? 'warn' : 'note',
    ways.length === 0
      ? 'Clients cannot register themselves: enter a client ID of your own.'
      : `Clients are known by ${ways.join(' or ')}.`,
  );
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, '');
}
