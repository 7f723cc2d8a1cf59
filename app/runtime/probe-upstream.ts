import type { ServerDefinition, Upstream } from './definition.ts';
import { secretNames } from './secret-names.ts';
import type { UpstreamEvidence, UpstreamTrial } from './server-evidence.ts';
import type { Timing } from './timing.ts';
import type { UpstreamOutcome, UpstreamRequest } from './tool-context.ts';
import { createUpstreamFetch } from './upstream-fetch.ts';

/** Long enough for a trial that is to end early by itself, short enough to be waited for. */
const HANG_MS = 40;
/** Reserved for documentation of private networks' metadata services; nobody is called. */
const PRIVATE_URL = 'http://169.254.169.254/latest/meta-data';
const FLOOD_BYTES = 16_384;
const SHOWN = 600;

type Answer = (request: Request) => Response | Promise<Response>;

/**
 * Calls the server's first API as its tools would, with stand-ins for its secrets, while a stand-in
 * for the API misbehaves: it echoes credentials, fails, asks to wait, hangs, redirects, floods.
 * Nothing leaves the process, and waits are not waited for. Null where the server calls no API.
 */
export async function probeUpstream(
  definition: Pick<ServerDefinition, 'upstreams' | 'policies'>,
): Promise<UpstreamEvidence | null> {
  const [upstream] = definition.upstreams;
  if (upstream === undefined) return null;
  const attempt = (request: Partial<UpstreamRequest>, answer: Answer, changes = {}) =>
    tryOut(definition, request, answer, changes);
  const unavailable = () => new Response('down', { status: 503 });
  const toWait = () => new Response('later', { status: 429, headers: { 'retry-after': '2' } });
  const redirect = () => new Response(null, { status: 302, headers: { location: PRIVATE_URL } });
  const [echo, read, write, wait, moved, flood, hang, leave] = await Promise.all([
    // All schemes at once: what one operation leaves out another may need.
    attempt(everyScheme(upstream), toEcho),
    attempt({}, unavailable),
    attempt({ method: 'POST', body: '{}' }, unavailable),
    attempt({}, toWait),
    attempt({}, redirect),
    attempt({}, endless, { maxUpstreamBytes: FLOOD_BYTES }),
    attempt({}, never, { timeoutMs: HANG_MS }),
    attempt({}, never, { cancels: true }),
  ]);
  return { upstream: upstream.id, echo, read, write, wait, moved, flood, hang, leave };
}

function everyScheme({ auth }: Upstream): Partial<UpstreamRequest> {
  return auth.length === 0 ? {} : { security: [auth.map(({ id }) => id)] };
}

/** One call against one way to misbehave; every trial knows nothing of the others. */
async function tryOut(
  { upstreams, policies }: Pick<ServerDefinition, 'upstreams' | 'policies'>,
  request: Partial<UpstreamRequest>,
  answer: Answer,
  changes: { maxUpstreamBytes?: number; timeoutMs?: number; cancels?: boolean },
): Promise<UpstreamTrial> {
  const { maxUpstreamBytes = policies.maxUpstreamBytes, timeoutMs, cancels } = changes;
  const sent: Request[] = [];
  const waits: number[] = [];
  const gone = new AbortController();
  const [first] = upstreams;
  if (first === undefined) throw new Error('A trial needs an upstream.');
  const upstream = timeoutMs === undefined ? first : { ...first, timeoutMs };
  const call = createUpstreamFetch({
    upstreams: [upstream],
    policies: { ...policies, maxUpstreamBytes },
    secrets: standIn,
    timing: withoutWaiting(waits),
    fetch: async (outgoing) => {
      if (isForToken(outgoing, upstream)) return Response.json({ access_token: standIn('token') });
      sent.push(outgoing);
      if (cancels === true) setTimeout(() => gone.abort(), 1);
      return await answer(outgoing);
    },
  });
  const plain = { method: 'GET', path: '/', headers: [] };
  const outcome = await call(first.id, { ...plain, ...request }, gone.signal);
  const seen = describe(outcome);
  const secrets = [...first.auth.flatMap(secretNames), 'token'].map(standIn);
  return {
    requests: sent.map(({ method, url }) => `${method} ${url}`),
    waits,
    outcome: outcome.ok ? `status ${outcome.response.status}` : outcome.reason,
    seen: seen.slice(0, SHOWN),
    isAborted: sent.at(-1)?.signal.aborted ?? false,
    leaks: secrets.filter((value) => seen.includes(value)).length,
    credentials: sent.some((each) =>
      secrets.some((value) => [...each.headers].join().includes(value) || each.url.includes(value)),
    ),
  };
}

/** What stands for a secret; long enough that it is no accident where it turns up. */
function standIn(name: string): string {
  return `stand-in-${name.toLowerCase().replaceAll('_', '-')}-4711`;
}

function isForToken({ url }: Request, { auth }: Upstream): boolean {
  return auth.some(
    (scheme) => scheme.kind === 'oauth2ClientCredentials' && scheme.tokenUrl === url,
  );
}

/** Waits are noted, and over at once. */
function withoutWaiting(waits: number[]): Timing {
  let passed = 0;
  return {
    now: () => Date.now() + passed,
    random: () => 0.5,
    sleep: async (milliseconds) => {
      waits.push(Math.round(milliseconds));
      passed += milliseconds;
    },
  };
}

function describe(outcome: UpstreamOutcome): string {
  if (!outcome.ok) return outcome.message;
  const { status, headers, body } = outcome.response;
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return [String(status), ...lines, '', new TextDecoder().decode(body)].join('\n');
}

/** Says back all that it was told, as APIs do in error messages. */
function toEcho({ url, headers }: Request): Response {
  const told = [...headers].map(([name, value]) => `${name}: ${value}`);
  return new Response([url, ...told].join('\n'), { headers: { 'x-echo': told.join(' ') } });
}

function never(): Promise<Response> {
  return new Promise(() => {});
}

function endless(): Response {
  const piece = new TextEncoder().encode('x'.repeat(4_096));
  return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(piece) }));
}
