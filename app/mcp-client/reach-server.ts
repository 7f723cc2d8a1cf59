import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { Session } from './connection.ts';
import { describeFallback, RELAY_REASONS } from './connect-words.ts';
import {
  openLegacy,
  openModern,
  type OpenFailure,
  type OpenSession,
  type Passage,
} from './open-session.ts';
import type { ConnectionScope } from './connection-scope.ts';
import { MODERN_REVISION } from './envelope.ts';
import { directWay, relayWay } from './ways.ts';
import { createWire } from './wire.ts';

/** Why no session was opened, with what each way gave. */
export interface FindFailure {
  reason: 'none';
  failure: OpenFailure;
  /** Where the browser got no answer and the relay was asked: what the relay said, or null. */
  relay: OpenFailure | null;
  route: Session['route'];
}

type Found = Result<OpenSession, FindFailure>;
type Open = (passage: Passage) => Promise<Result<OpenSession, OpenFailure>>;

/** The ways to a server, in the order in which they are tried. */
class Ways {
  readonly direct: Passage;
  readonly relay: Passage | null;
  /** The relay's words when it refused: it is not asked again. */
  refusal: OpenFailure | null = null;

  constructor({ options, log }: ConnectionScope) {
    const ask = options.fetch ?? ((url, init) => fetch(url, init));
    this.direct = { send: createWire(directWay(ask), log), route: 'direct', routeReason: null };
    const { relayUrl, relayFetch = ask } = options;
    this.relay =
      relayUrl === undefined
        ? null
        : {
            send: createWire(relayWay(relayFetch, relayUrl), log),
            route: 'relay',
            routeReason: null,
          };
  }
}

/** Finds the era and the way in which a server answers, and begins a session. */
export async function reachServer(scope: ConnectionScope, signal: AbortSignal): Promise<Found> {
  const { era, transport } = scope.target;
  const ways = new Ways(scope);
  const legacy = (pinned: string | null) =>
    tryWays(scope, ways, (passage) => openLegacy(scope, passage, pinned, signal));
  const modern = () => tryWays(scope, ways, (passage) => openModern(scope, passage, signal));
  if (era === MODERN_REVISION && transport === 'http') return modern();
  if (era !== 'auto') return legacy(era === 'legacy' || era === MODERN_REVISION ? null : era);
  if (transport === 'sse') return legacy(null);
  const first = await modern();
  if (first.ok || DECISIVE.has(describeStatus(first.failure))) return first;
  const second = await legacy(null);
  if (!second.ok) return mostTelling(first, second);
  const eraReason = describeFallback(first.failure);
  return succeed({ ...second.value, session: { ...second.value.session, eraReason } });
}

/** Asks the server itself, and through the relay where no answer comes or the browser may not read enough of it. */
async function tryWays(scope: ConnectionScope, ways: Ways, open: Open): Promise<Found> {
  const { route } = scope.target;
  if (route === 'relay' && ways.relay !== null) {
    return toFound(await open({ ...ways.relay, routeReason: RELAY_REASONS.chosen }), 'relay');
  }
  const direct = await open(ways.direct);
  if (direct.ok || ways.relay === null) return toFound(direct, 'direct');
  if (route === 'direct') {
    const isBlocked = direct.reason === 'no-answer' && (await doesAnswer(scope, ways.relay));
    return toFound(isBlocked ? { ...direct, reason: 'blocked' } : direct, 'direct');
  }
  const routeReason = whyRelay(direct);
  if (routeReason === null) return toFound(direct, 'direct');
  if (ways.refusal !== null) return toFound(direct, 'direct', ways.refusal);
  const relayed = await open({ ...ways.relay, routeReason });
  if (relayed.ok || !isUnanswered(relayed)) return toFound(relayed, 'relay');
  ways.refusal = relayed;
  return toFound(direct, 'direct', relayed);
}

function toFound(
  opened: Result<OpenSession, OpenFailure>,
  route: Session['route'],
  relay: OpenFailure | null = null,
): Found {
  return opened.ok ? opened : fail({ reason: 'none', failure: opened, relay, route });
}

/** Outcomes of the newer era after which the older one would fare no better. */
const DECISIVE = new Set(['401', '403', 'timed-out', 'cancelled']);

function describeStatus(failure: OpenFailure): string {
  return failure.reason === 'http' ? String(failure.status) : failure.reason;
}

/** The relay does not pass on what is no answer of MCP, but then there was one. */
function isUnanswered(failure: OpenFailure): boolean {
  if (failure.reason === 'relay-refused') return failure.kind !== 'notJson';
  return failure.reason === 'no-answer' || failure.reason === 'blocked';
}

/**
 * Whether a server answers the relay, which is asked without anything of the person. A status of 500 and above may be
 * of what stands in front of a server that is not running.
 */
async function doesAnswer({ target }: ConnectionScope, { send }: Passage): Promise<boolean> {
  const url = new URL(target.url);
  url.search = '';
  const headers = { accept: 'application/json, text/event-stream' };
  const signal = AbortSignal.timeout(target.timeoutMs);
  const sent = await send({ method: 'GET', url: url.href, headers, body: null, signal });
  if (!sent.ok) return sent.reason === 'relay-refused' && sent.kind === 'notJson';
  await sent.value.read(() => 'stop');
  return sent.value.status < 500;
}

function whyRelay({ reason }: OpenFailure): string | null {
  if (reason === 'no-answer') return RELAY_REASONS.unanswered;
  return reason === 'session-unread' ? RELAY_REASONS.sessionUnread : null;
}

/** Both eras failed: an answer says more than none, and the older era's is the last word. */
function mostTelling(first: Found & { ok: false }, second: Found & { ok: false }): Found {
  return isUnanswered(second.failure) && !isUnanswered(first.failure) ? first : second;
}
