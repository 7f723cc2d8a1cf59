import { sessionIdOf } from './session/session-id.ts';

/** Accepted host names and origins. */
export interface HttpGuardOptions {
  /** Hosts that the server is reached by, as `host` or `host:port`, besides localhost. */
  hosts: string[];
  /** Accepts every host name, because only names that lead here arrive. */
  anyHost?: boolean;
  /** Origins that browsers may call from, besides localhost and the server's own. */
  origins: string[];
}

const LOCALHOST = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Headers that MCP clients of both eras send, besides `Mcp-Param-*`. */
const ALLOWED_HEADERS = [
  'authorization',
  'content-type',
  'accept',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
  'last-event-id',
];
const EXPOSED_HEADERS = 'mcp-session-id, mcp-protocol-version, www-authenticate';
/** Browsers cache a preflight response for two hours at most. */
const PREFLIGHT_SECONDS = 7_200;

/**
 * Rejects a foreign Host (DNS rebinding), a foreign Origin, and any method but POST outside a session.
 * Answers a browser's preflight.
 *
 * @returns the response to send, or null if the request may pass.
 */
export function guardRequest(request: Request, options: HttpGuardOptions): Response | null {
  const refused = guardCaller(request, options);
  if (refused !== null) return refused;
  if (request.method === 'OPTIONS') {
    return new Response(null, { status: 204, headers: preflightHeaders(request) });
  }
  if (request.method === 'POST') return null;
  const isOfSession = sessionIdOf(request) !== null;
  if (isOfSession && (request.method === 'GET' || request.method === 'DELETE')) return null;
  const response = refuse(405, 'Send MCP messages with POST.');
  response.headers.set('Allow', 'POST, OPTIONS');
  return addResponseHeaders(request, response);
}

/**
 * Rejects a foreign Host and a foreign Origin, whatever the request is for.
 *
 * @returns the response to send, or null if the request may pass.
 */
export function guardCaller(request: Request, options: HttpGuardOptions): Response | null {
  const host = request.headers.get('Host') ?? new URL(request.url).host;
  if (options.anyHost !== true && !isKnownHost(host, options.hosts))
    return refuse(403, 'This server does not accept that host name.');
  const origin = request.headers.get('Origin');
  if (origin !== null && !isAllowedOrigin(origin, host, options.origins)) {
    return refuse(403, 'This server does not accept calls from that origin.');
  }
  return null;
}

/** Adds the headers of every response: CORS for the accepted origin, and no caching. */
export function addResponseHeaders(request: Request, response: Response): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(answerHeaders(request))) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}

/** Headers of every response. */
export function answerHeaders(request: Request): { [name: string]: string } {
  return {
    ...corsHeaders(request),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
}

function isKnownHost(host: string, hosts: string[]): boolean {
  const name = hostnameOf(host);
  if (name === null) return false;
  if (LOCALHOST.has(name)) return true;
  const known = hosts.map((entry) => entry.toLowerCase());
  return known.includes(name) || known.includes(host.toLowerCase());
}

function hostnameOf(host: string): string | null {
  // The usual form needs no parser.
  const [, plain] = /^(127\.0\.0\.1|[a-z\d][a-z\d.-]*[a-z])(?::[1-5]?\d{1,4})?$/.exec(host) ?? [];
  if (plain !== undefined) return plain;
  return URL.canParse(`http://${host}`) && !/[/?#@\\]/.test(host)
    ? new URL(`http://${host}`).hostname
    : null;
}

/** `null`, the origin of sandboxed pages and local files, belongs to nobody and is not allowed. */
function isAllowedOrigin(origin: string, host: string, origins: string[]): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  if (!/^https?:$/.test(url.protocol)) return origins.includes(origin);
  if (LOCALHOST.has(url.hostname) || url.host === host.toLowerCase()) return true;
  return origins.some((entry) => URL.canParse(entry) && new URL(entry).origin === url.origin);
}

function corsHeaders(request: Request): { [name: string]: string } {
  const origin = request.headers.get('Origin');
  if (origin === null) return { Vary: 'Origin' };
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
    Vary: 'Origin',
  };
}

function preflightHeaders(request: Request): { [name: string]: string } {
  const wanted = request.headers.get('Access-Control-Request-Headers') ?? '';
  // CORS has no wildcard for a prefix, so the requested names are listed.
  const params = wanted.toLowerCase().match(/(?<=^|,\s*)mcp-param-[\w-]+/g) ?? [];
  return {
    ...corsHeaders(request),
    'Access-Control-Allow-Methods': 'POST, GET, DELETE, OPTIONS',
    'Access-Control-Allow-Headers': [...ALLOWED_HEADERS, ...params].join(', '),
    'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
  };
}

function refuse(status: number, message: string): Response {
  const error = { code: -32_000, message };
  return Response.json(
    { jsonrpc: '2.0', error, id: null },
    { status, headers: { 'Cache-Control': 'no-store' } },
  );
}
