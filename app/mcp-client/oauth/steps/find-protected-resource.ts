import { checkOauthUrl } from '#app/mcp-client/oauth/check-oauth-url.ts';
import { StepFindings } from '#app/mcp-client/oauth/step-findings.ts';
import { ProtectedResource } from '#app/mcp-client/oauth/oauth-documents.ts';
import type { OauthSettings, StepOutcome } from '#app/mcp-client/oauth/oauth-flow.ts';
import type { RunStep } from '#app/mcp-client/oauth/oauth-step.ts';
import { readOauthDocument, takeAnswered } from '#app/mcp-client/oauth/read-oauth-document.ts';
import { toMetadataRequest } from '#app/mcp-client/oauth/to-metadata-request.ts';

/** Reads the metadata of the protected resource: who gives tokens for it, and with which scopes (RFC 9728, 3). */
export const findProtectedResource: RunStep = async ({ settings, facts, send, signal }) => {
  const found = new StepFindings();
  const named = facts.challenge?.resourceMetadata ?? null;
  const addresses = named === null ? toWellKnown(settings.serverUrl) : [named];
  for (const address of addresses) {
    const safe = checkOauthUrl('The address of the metadata', address, settings.serverUrl);
    if (!safe.ok) return found.fail(safe);
    const exchanges = await send(toMetadataRequest(safe.value), signal);
    found.addExchanges(exchanges);
    const answer = takeAnswered('The metadata of the server', exchanges);
    const isLast = address === addresses.at(-1);
    if (!answer.ok || answer.value.response.status === 404) {
      if (!isLast) continue;
      return !answer.ok && named !== null ? found.fail(answer) : answerNone(found, settings);
    }
    const read = readOauthDocument('The metadata of the server', ProtectedResource, answer.value);
    if (read.ok) return judge(found, settings, read.value);
    if (isLast) return found.fail(read);
  }
  return answerNone(found, settings);
};

/** For the path of the server, and for its host. */
function toWellKnown(serverUrl: string): string[] {
  const { origin, pathname } = new URL(serverUrl);
  const base = `${origin}/.well-known/oauth-protected-resource`;
  const path = pathname.replace(/\/$/, '');
  return path === '' ? [base] : [base + path, base];
}

function judge(
  found: StepFindings,
  settings: OauthSettings,
  resource: ProtectedResource,
): StepOutcome {
  if (!isResourceOf(resource.resource, settings.serverUrl)) {
    const message = `The metadata is that of ${resource.resource.slice(0, 200)}, not of ${settings.serverUrl}. A token for another resource is not asked for: set "resource" to the address of this server.`;
    return found.fail({ reason: 'resource-mismatch', message });
  }
  found.add('pass', `"resource" is ${resource.resource}, which is this server.`);
  const servers = resource.authorization_servers ?? [];
  if (servers.length === 0) {
    found.add(
      'warn',
      'The metadata names no authorization server: that of its own origin is tried.',
    );
  } else {
    found.add('pass', `Tokens come from ${servers.join(', ')}`);
  }
  const scopes = resource.scopes_supported;
  if (scopes !== undefined) found.add('note', `Scopes: ${scopes.join(' ') || 'none'}`);
  return found.succeed({ resource });
}

/** Before 2025-06-18 a server was its own authorization server, and had no such metadata. */
function answerNone(found: StepFindings, { serverUrl }: OauthSettings): StepOutcome {
  found.add(
    'warn',
    'The server has no metadata of its own, which revisions since 2025-06-18 demand. As for older servers, its origin is taken for the authorization server.',
  );
  const { origin } = new URL(serverUrl);
  return found.succeed({ resource: { resource: serverUrl, authorization_servers: [origin] } });
}

/** The same origin, and the path of the server or one above it. */
function isResourceOf(resource: string, serverUrl: string): boolean {
  if (!URL.canParse(resource)) return false;
  const named = new URL(resource);
  const server = new URL(serverUrl);
  const toPath = (url: URL) => `${url.pathname.replace(/\/$/, '')}/`;
  return named.origin === server.origin && toPath(server).startsWith(toPath(named));
}
