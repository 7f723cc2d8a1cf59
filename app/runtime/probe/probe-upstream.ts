import type { ServerDefinition, Upstream } from '../definition.ts';
import type { Timing } from '../timing.ts';
import type { UpstreamOutcome, UpstreamRequest } from '../tool-context.ts';
import { createUpstreamFetch } from '../upstream/upstream-fetch.ts';
import { signedProofs } from './signed-proofs.ts';
import type { UpstreamEvidence, UpstreamTrial } from './server-evidence.ts';
import { standIn, StandIns } from './stand-ins.ts';

/** Long enough for a trial that ends early by itself, short enough to wait for. */
const HANG_MS = 40;
/** A cloud metadata address, as in attacks on private networks; it is never called. */
const PRIVATE_URL = 'http://169.254.169.254/latest/meta-data';
const FLOOD_BYTES = 16_384;
const SHOWN = 600;
const JSON_TYPE: [string, string] = ['Content-Type', 'application/json'];
/** Number of authentication schemes tried, over all APIs. */
const MAX_ECHOES = 40;

type Trying = Pick<ServerDefinition, 'upstreams' | 'policies'> & { standIns: StandIns };
type Answer = (request: Request) => Response | Promise<Response>;

/**
 * Calls the server's APIs as its tools would, with stand-ins for secrets and for a misbehaving API: one that
 * echoes credentials (tried with every API), and one that fails, asks to wait, hangs, redirects or floods
 * (tried with the first). Nothing leaves the process, and waits are skipped. Null if the server calls no API.
 */
export async function probeUpstream({
  upstreams,
  policies,
}: Pick<ServerDefinition, 'upstreams' | 'policies'>): Promise<UpstreamEvidence | null> {
  const [upstream] = upstreams;
  if (upstream === undefined) return null;
  const definition = { upstreams, policies, standIns: new StandIns() };
  const attempt = (request: Partial<UpstreamRequest>, answer: Answer, changes = {}) =>
    tryOut(definition, upstream, request, answer, changes);
  const unavailable = () => new Response('down', { status: 503 });
  const toWait = () => new Response('later', { status: 429, headers: { 'retry-after': '2' } });
  const redirect = () => new Response(null, { status: 302, headers: { location: PRIVATE_URL } });
  const body = { body: '{}', headers: [JSON_TYPE] };
  const [echo, read, write, marked, wait, moved, flood, hang, leave] = await Promise.all([
    echoAll(definition),
    attempt({}, unavailable),
    attempt({ method: 'POST', ...body }, unavailable),
    attempt({ method: 'PUT', ...body, idempotent: false }, unavailable),
    attempt({}, toWait),
    attempt({}, redirect),
    attempt({}, endless, { maxUpstreamBytes: FLOOD_BYTES }),
    attempt({}, never, { timeoutMs: HANG_MS }),
    attempt({}, never, { cancels: true }),
  ]);
  return { upstream: upstream.id, ...echo, read, write, marked, wait, moved, flood, hang, leave };
}

/** Tries each scheme of each API separately: two that use one header would hide each other. */
async function echoAll(definition: Trying): Promise<Pick<UpstreamEvidence, 'echo' | 'echoed'>> {
  const ways = definition.upstreams
    .flatMap((upstream) => {
      const schemes = upstream.auth.map(({ id }) => ({ upstream, request: { security: [[id]] } }));
      return schemes.length > 0 ? schemes : [{ upstream, request: {} }];
    })
    .slice(0, MAX_ECHOES);
  const trials = await Promise.all(
    ways.map(async ({ upstream, request }) => ({
      id: upstream.id,
      trial: await tryOut(definition, upstream, request, toEcho, {}),
    })),
  );
  const all = trials.map(({ trial }) => trial);
  const told = trials.filter(({ trial }) => trial.credentials);
  const shown = all.find(({ leaks }) => leaks > 0) ?? told[0]?.trial ?? all[0];
  if (shown === undefined) throw new Error('A trial needs an upstream.');
  const echo: UpstreamTrial = {
    ...shown,
    requests: all.flatMap(({ requests }) => requests),
    leaks: all.reduce((sum, { leaks }) => sum + leaks, 0),
    credentials: told.length > 0,
  };
  return { echo, echoed: [...new Set(told.map(({ id }) => id))] };
}

/** One call against one kind of misbehaviour, isolated from the other trials. */
async function tryOut(
  { policies, standIns }: Trying,
  first: Upstream,
  request: Partial<UpstreamRequest>,
  answer: Answer,
  changes: { maxUpstreamBytes?: number; timeoutMs?: number; cancels?: boolean },
): Promise<UpstreamTrial> {
  const { maxUpstreamBytes = policies.maxUpstreamBytes, timeoutMs, cancels } = changes;
  const sent: Request[] = [];
  const waits: number[] = [];
  const gone = new AbortController();
  const upstream = timeoutMs === undefined ? first : { ...first, timeoutMs };
  const call = createUpstreamFetch({
    upstreams: [upstream],
    policies: { ...policies, maxUpstreamBytes },
    secrets: (name) => standIns.valueOf(name, upstream),
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
  const signed = sent.flatMap((each) => signedProofs(each, first));
  const set = await Promise.all(first.auth.map((scheme) => standIns.textsOf(scheme, first)));
  const secrets = [...set.flat(), ...signed, standIn('token')];
  return {
    requests: sent.map(({ method, url }) => `${method} ${url}`),
    waits,
    outcome: outcome.ok ? `status ${outcome.response.status}` : outcome.reason,
    seen: seen.slice(0, SHOWN),
    isAborted: sent.at(-1)?.signal.aborted ?? false,
    leaks: secrets.filter((value) => seen.includes(value)).length,
    credentials:
      signed.length > 0 ||
      sent.some(({ headers, url }) =>
        secrets.some((value) => [...headers].join().includes(value) || url.includes(value)),
      ),
  };
}

function isForToken({ url }: Request, { auth }: Upstream): boolean {
  return auth.some((scheme) => 'tokenUrl' in scheme && scheme.tokenUrl === url);
}

/** Records waits and ends them at once. */
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

/** Echoes the whole request, as APIs do in error messages. */
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
