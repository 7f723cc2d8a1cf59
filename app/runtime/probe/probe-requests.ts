import { isJsonObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { ProbeRequest } from './probe-exchange.ts';
import { legacyRequest, modernRequest } from './probe-messages.ts';
import type { ProbeContext } from './probe-tools.ts';
import type { ProbeName, ServerEvidence } from './server-evidence.ts';

type Named = readonly [ProbeName, ProbeRequest];

/** Reserved by RFC 2606, so neither a real host nor a real page. */
const FOREIGN_HOST = 'probe.invalid';
const FOREIGN_ORIGIN = 'https://probe.invalid';
const NO_TOOL = 'probe_no_such_tool';
const NO_METHOD = 'probe/no-such-method';
/** A revision that will never exist. */
const NO_VERSION = '1999-01-01';

/** Requests with errors or unknown names, which show how the server responds. */
export function protocolProbes(ask: ProbeContext, evidence: ServerEvidence): Named[] {
  const { address, isModern } = ask;
  const probes: Named[] = [
    ['methodUnknown', request(ask, NO_METHOD)],
    ['cursorUnknown', request(ask, 'tools/list', { cursor: 'probe-no-such-cursor' })],
    ['toolUnknown', request(ask, 'tools/call', { name: NO_TOOL, arguments: {} })],
  ];
  const undeclared = undeclaredMethod(evidence);
  if (undeclared !== null) probes.push(['undeclared', request(ask, undeclared)]);
  if (!isModern) return probes;
  const wrongMethod = { 'mcp-method': 'prompts/list' };
  const wrongName = { 'mcp-name': 'probe_another_tool' };
  const wrongVersion = { 'mcp-protocol-version': NO_VERSION };
  probes.push(
    ['methodMismatch', modernRequest(address, 'tools/list', {}, wrongMethod)],
    ['nameMismatch', modernRequest(address, 'tools/call', { name: NO_TOOL }, wrongName)],
    ['versionUnsupported', modernRequest(address, 'tools/list', {}, wrongVersion)],
  );
  return probes;
}

/** A request of the newest era that the server supports. */
export function request(ask: ProbeContext, method: string, params: JsonObject = {}): ProbeRequest {
  if (ask.isModern) return modernRequest(ask.address, method, params);
  return legacyRequest(ask.address, method, params, ask.session);
}

/** A list method whose capability the server did not declare; null if it declared all. */
function undeclaredMethod({ exchanges }: ServerEvidence): string | null {
  const answer =
    exchanges.discover?.got?.message?.['result'] === undefined
      ? exchanges.initialize
      : exchanges.discover;
  const result = answer?.got?.message?.['result'];
  const capabilities = isJsonObject(result) ? result['capabilities'] : undefined;
  if (!isJsonObject(capabilities)) return null;
  const absent = ['prompts', 'resources'].find((name) => capabilities[name] === undefined);
  return absent === undefined ? null : `${absent}/list`;
}

/** Requests that test the HTTP half, independently of MCP. */
export function httpProbes(ask: ProbeContext, evidence: ServerEvidence): Named[] {
  const { url, headers } = ask.address;
  const plain = { ...headers, accept: 'text/event-stream' };
  const ping = pingOf(ask);
  const bare = pingOf({ ...ask, address: { url, headers: {} } });
  const probes: Named[] = [
    ['control', ping],
    ['get', { method: 'GET', url, headers: plain }],
    ['put', { ...ping, method: 'PUT' }],
    ['jsonBroken', { ...ping, body: '{"jsonrpc": "2.0", "id": 1, ' }],
    ['typeWrong', { ...ping, headers: { ...ping.headers, 'content-type': 'text/plain' } }],
    ['originForeign', { ...ping, headers: { ...ping.headers, origin: FOREIGN_ORIGIN } }],
    ['originOwn', { ...ping, headers: { ...ping.headers, origin: new URL(url).origin } }],
    ['preflight', preflight(url)],
    ['tokenMissing', bare],
    ['tokenStrange', withToken(bare, 'probe-of-nobody')],
    ['tokenForeign', withToken(bare, foreignToken())],
    ['health', { method: 'GET', url: new URL('/health', url).href, headers: {} }],
  ];
  if (evidence.sendsHost) {
    probes.push(['hostForeign', { ...ping, headers: { ...ping.headers, host: FOREIGN_HOST } }]);
  }
  return probes;
}

/** A ping, which every server answers, inside the session if the server opened one. */
function pingOf({ address, isModern, isLegacy, session }: ProbeContext): ProbeRequest {
  return isLegacy && !isModern
    ? legacyRequest(address, 'ping', {}, session)
    : modernRequest(address, 'server/discover');
}

function withToken(bare: ProbeRequest, token: string): ProbeRequest {
  return { ...bare, headers: { ...bare.headers, authorization: `Bearer ${token}` } };
}

/** A token that is valid for long, is not signed, and is meant for another server (RFC 7519, RFC 9068). */
function foreignToken(): string {
  const header = { alg: 'none', typ: 'at+jwt' };
  const claims = { iss: FOREIGN_ORIGIN, aud: `${FOREIGN_ORIGIN}/mcp`, sub: 'probe', exp: 4e9 };
  return `${[header, claims].map(toBase64Url).join('.')}.`;
}

function toBase64Url(value: JsonObject): string {
  const plain = btoa(JSON.stringify(value));
  return plain.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** A browser's preflight for a call from a page of the server's own origin. */
function preflight(url: string): ProbeRequest {
  return {
    method: 'OPTIONS',
    url,
    headers: {
      origin: new URL(url).origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers':
        'authorization, content-type, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id',
    },
  };
}

/** URL of the server's protected resource metadata (RFC 9728), on its own host only. */
export function metadataUrl({ exchanges, url }: ServerEvidence): string | null {
  const refused = [exchanges.tokenMissing, exchanges.tokenStrange].find(
    (exchange) => exchange?.got?.status === 401,
  );
  const challenge = refused?.got?.headers['www-authenticate'] ?? '';
  const named = /resource_metadata="?([^",\s]+)"?/i.exec(challenge)?.[1];
  if (named === undefined || !URL.canParse(named)) return null;
  return new URL(named).host === new URL(url).host ? named : null;
}
