import { exchange } from './probe-exchange.ts';
import type { ProbeLine, ProbeRequest } from './probe-exchange.ts';
import { LEGACY, probeInitialized, probeInitialize, modernRequest } from './probe-messages.ts';
import type { ProbeAddress } from './probe-messages.ts';
import { httpProbes, metadataUrl, protocolProbes } from './probe-requests.ts';
import { checkShape } from './probe-shape.ts';
import { chooseCalls, listAll } from './probe-tools.ts';
import type { ProbeContext, ProbeCalls } from './probe-tools.ts';
import type { Exchange, ProbeName, ServerEvidence } from './server-evidence.ts';

/** Time limit of one request, and of all together. */
const REQUEST_TIMEOUT_MS = 5_000;
const TOTAL_TIMEOUT_MS = 20_000;
/** Concurrency limit, so that the probe does not flood the server. */
const AT_ONCE = 4;

/** A running server, and how to reach it. */
export interface ProbeTarget {
  fetch: (request: Request) => Promise<Response>;
  /** Its MCP endpoint. */
  url: string;
  /** Sent with every request except those that test credentials: `Authorization` and the like. */
  headers?: { [name: string]: string };
  /** Whether `fetch` passes a given `Host` header on. Over a network few do; default: no. */
  sendsHost?: boolean;
  /** Any tool may be called, because the upstream is a mock. Otherwise only read-only tools. */
  mayCallAny?: boolean;
  /** Names of the read-only tools that may be called; absent: all of them. */
  readOnlyCalls?: readonly string[];
  /** Requests that are not sent, because `fetch` cannot send them as they are. */
  omits?: readonly ProbeName[];
  /** Calls that work, tried before those made from schemas. */
  calls?: ProbeCalls;
  timeoutMs?: number;
}

/**
 * Sends a server the requests of clients of both eras, and invalid ones: wrong headers, a foreign origin, bad
 * arguments. Bounded in time and bytes; changes nothing on the server unless it may call any tool; never
 * rejects: failures are part of the evidence.
 */
export async function probe(target: ProbeTarget): Promise<ServerEvidence> {
  const evidence: ServerEvidence = {
    url: target.url,
    checkedAt: new Date().toISOString(),
    sendsHost: target.sendsHost ?? false,
    era: null,
    exchanges: {},
    tools: null,
    wrongTool: null,
    wrongArgument: null,
    calledTool: null,
  };
  const all = new AbortController();
  const timer = setTimeout(() => all.abort(), TOTAL_TIMEOUT_MS);
  const timeoutMs = target.timeoutMs ?? REQUEST_TIMEOUT_MS;
  try {
    await gather({ fetch: target.fetch, timeoutMs, signal: all.signal }, target, evidence);
  } finally {
    clearTimeout(timer);
  }
  return evidence;
}

async function gather(
  line: ProbeLine,
  target: ProbeTarget,
  evidence: ServerEvidence,
): Promise<void> {
  const address: ProbeAddress = { url: target.url, headers: lowerNames(target.headers ?? {}) };
  const { exchanges } = evidence;
  const { omits = [] } = target;
  const record = async (name: ProbeName, request: ProbeRequest): Promise<Exchange> => {
    const done = await exchange(line, request);
    exchanges[name] = checkShape(name, done);
    return done;
  };
  const [modern, legacy] = await Promise.all([
    record('discover', modernRequest(address, 'server/discover')),
    record('initialize', probeInitialize(address)),
  ]);
  // No server there: the other requests would only waste time.
  if (modern.got === null && legacy.got === null) return;
  const session = legacy.got?.headers['mcp-session-id'] ?? null;
  const isModern = hasResult(modern);
  const isLegacy = hasResult(legacy);
  if (isLegacy) await exchange(line, probeInitialized(address, session));
  evidence.era = isModern && isLegacy ? 'both' : isModern ? 'modern' : isLegacy ? 'legacy' : null;
  const send = (request: ProbeRequest) => exchange(line, request);
  const ask: ProbeContext = { address, session, isModern, isLegacy, send, record };
  if (evidence.era !== null) {
    evidence.tools = await listAll(ask);
    await runAll(protocolProbes(ask, evidence), record, omits);
    await chooseCalls(ask, evidence, target);
  }
  await runAll(httpProbes(ask, evidence), record, omits);
  const metadata = metadataUrl(evidence);
  if (metadata !== null) {
    await record('resourceMetadata', { method: 'GET', url: metadata, headers: {} });
  }
  if (session !== null) {
    const headers = { ...address.headers, 'mcp-session-id': session };
    await exchange(line, {
      method: 'DELETE',
      url: address.url,
      headers: { ...headers, 'mcp-protocol-version': LEGACY },
    });
  }
}

/** Sends all of them that are not omitted, with limited concurrency. */
async function runAll(
  all: readonly (readonly [ProbeName, ProbeRequest])[],
  record: ProbeContext['record'],
  omits: readonly ProbeName[],
): Promise<void> {
  const requests = all.filter(([name]) => !omits.includes(name));
  for (let from = 0; from < requests.length; from += AT_ONCE) {
    const some = requests.slice(from, from + AT_ONCE);
    await Promise.all(some.map(([name, request]) => record(name, request)));
  }
}

function hasResult({ got }: Exchange): boolean {
  return got?.message?.['result'] !== undefined;
}

function lowerNames(headers: { [name: string]: string }): { [name: string]: string } {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
