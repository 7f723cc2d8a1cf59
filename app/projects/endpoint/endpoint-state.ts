import * as z from 'zod/mini';

import { EndpointVisibility } from '#app/projects/project.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { Publication, type EndpointView } from './endpoint.ts';
import { NO_USAGE, type RolloutUsage, type VersionUsage } from './rollout.ts';
import {
  endRollout,
  followVerdict,
  NO_COUNTS,
  offerVersion,
  Rollout,
  toPublished,
  viewRollout,
  type Judgement,
  type RolloutOffer,
} from './rollout-state.ts';

/** Publications that are remembered; the oldest are forgotten first. */
const MAX_HISTORY = 50;
/** The object of a removed project refuses to be used again for so long; no request runs longer. */
const TOMBSTONE_MS = 24 * 60 * 60 * 1_000;

const LiveEndpoint = z.object({
  kind: z.literal('live'),
  project: z.string(),
  account: z.string(),
  visibility: EndpointVisibility,
  /** The version that is served; null: none is. */
  published: z.nullable(Publication),
  /** A version that a share of the callers gets instead; absent or null: none is. */
  rollout: z.optional(z.nullable(Rollout)),
  /** Newest first. */
  history: z.array(Publication),
  /** Rises with each change of what is served. */
  publication: z.number(),
  /** Its project was deleted, which may be taken back: until then nothing is served. */
  isClosed: z.boolean(),
});
export type LiveEndpoint = z.infer<typeof LiveEndpoint>;

export const EndpointState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('empty') }),
  LiveEndpoint,
  z.object({ kind: z.literal('removed'), until: z.number() }),
]);
export type EndpointState = z.infer<typeof EndpointState>;

/** The project that an event is about: the first event of all makes its endpoint. */
interface Owned {
  project: string;
  account: string;
}

/** Of an event after which an endpoint may serve privately. */
interface Placed {
  /** Private endpoints of the account's plan; null: as many as it likes. Absent: the event may need no place. */
  places?: number | null;
}

export type EndpointEvent =
  /**
   * For all callers: ends a rollout. A promotion is refused where none of that version runs, an upgrade where a later
   * one is served.
   */
  | ({
      kind: 'publish';
      publication: PublishedVersion;
      isPromotion?: boolean;
      isUpgrade?: boolean;
    } & Owned &
      Placed)
  /** For a share of the callers. */
  | ({ kind: 'offer' } & RolloutOffer & Owned)
  /** Made by the object itself, from the calls that were recorded. */
  | ({ kind: 'judge' } & Judgement & Owned)
  | ({ kind: 'unpublish' } & Owned)
  | ({ kind: 'show'; visibility: EndpointVisibility } & Owned & Placed)
  /** Its project was deleted, or that was taken back. */
  | ({ kind: 'close' } & Owned)
  | ({ kind: 'open' } & Owned & Placed)
  /** Its project belongs to another account from now on. */
  | ({ kind: 'move'; to: string } & Owned)
  /** Its project ends for good. */
  | ({ kind: 'remove' } & Owned);

/** A version to publish. */
export type PublishedVersion = Pick<Publication, 'version' | 'blueprint' | 'artifact'>;

export type EndpointFailure =
  /** There is no version that the other callers would get. */
  | { reason: 'nothingServed' }
  /** All callers get this version already. */
  | { reason: 'servedToAll' }
  /** The version to promote has been taken back. */
  | { reason: 'noRollout' }
  /** A later version than the one of an upgrade is served. */
  | { reason: 'laterServed' }
  /** The project is gone, or not that account's. */
  | { reason: 'unknown' }
  /** Its project was deleted, or was about to be. */
  | { reason: 'closed' }
  /** It would begin to serve privately, and the event does not say how many of an account may. */
  | { reason: 'noPlace' }
  /** So many other private endpoints of the account serve, and its plan has room for no more. */
  | { reason: 'placesFull'; used: number }
  /** Whether there is room cannot be found out at the moment. */
  | { reason: 'placesUnknown' };

/**
 * The next state of an endpoint. Pure: the object that calls it only stores and reads the clock.
 *
 * @param usage calls of the rollout that runs.
 */
export function reduceEndpoint(
  state: EndpointState,
  event: EndpointEvent,
  now: number,
  usage: RolloutUsage = NO_COUNTS,
): Result<EndpointState, EndpointFailure> {
  const current = forgetIfDue(state, now);
  if (current.kind === 'removed') {
    return event.kind === 'remove' ? succeed(current) : fail({ reason: 'unknown' });
  }
  const live = current.kind === 'live' ? current : createEndpoint(event);
  // Done already: a repetition comes to the same.
  if (event.kind === 'move' && live.account === event.to) return succeed(current);
  if (live.account !== event.account) return fail({ reason: 'unknown' });
  if (event.kind === 'remove') return succeed({ kind: 'removed', until: now + TOMBSTONE_MS });
  const isDecided = event.kind === 'open' || event.kind === 'close';
  if (live.isClosed && !isDecided) return fail({ reason: 'closed' });
  const refused = findRolloutFailure(live, event);
  if (refused !== null) return fail(refused);
  const changed = change(live, event, now, usage);
  if (changed === null) return succeed(current);
  return succeed({ ...live, ...changed, publication: live.publication + 1 });
}

/** Whether an endpoint begins to serve privately, which takes a place of its account's plan. */
export function beginsPrivately(before: EndpointState, after: EndpointState): boolean {
  return servesPrivately(after) && !servesPrivately(before);
}

/** Whether an endpoint serves callers of its own account only. */
export function servesPrivately(state: EndpointState): boolean {
  if (state.kind !== 'live' || state.isClosed) return false;
  return state.published !== null && state.visibility === 'private';
}

/** Why an event cannot begin or promote a rollout; null: it can, or is about something else. */
function findRolloutFailure(
  { published, rollout }: LiveEndpoint,
  event: EndpointEvent,
): EndpointFailure | null {
  if (event.kind === 'publish' && event.isPromotion === true) {
    const { version } = event.publication;
    const isKnown = rollout?.version === version || published?.version === version;
    return isKnown ? null : { reason: 'noRollout' };
  }
  if (event.kind === 'publish' && event.isUpgrade === true) {
    const isLater = published !== null && published.version > event.publication.version;
    return isLater ? { reason: 'laterServed' } : null;
  }
  if (event.kind !== 'offer') return null;
  if (published === null) return { reason: 'nothingServed' };
  return published.version === event.publication.version ? { reason: 'servedToAll' } : null;
}

/** The changes that an event makes to an endpoint; null where there is none. */
function change(
  live: LiveEndpoint,
  event: Exclude<EndpointEvent, { kind: 'remove' }>,
  now: number,
  usage: RolloutUsage,
): Partial<LiveEndpoint> | null {
  switch (event.kind) {
    case 'publish':
      return publish(live, event, now, usage);
    case 'offer': {
      const offered = offerVersion(live, event, now, usage);
      return offered && { ...offered, history: offered.history.slice(0, MAX_HISTORY) };
    }
    case 'judge':
      return followVerdict(live, event, now, usage);
    case 'unpublish': {
      if (live.published === null) return null;
      const end = { outcome: 'offline', isAutomatic: false } as const;
      return { ...endRollout(live, end, now, usage), published: null };
    }
    case 'show':
      return live.visibility === event.visibility ? null : { visibility: event.visibility };
    case 'move':
      return { account: event.to };
    case 'close':
      return live.isClosed ? null : { isClosed: true };
    case 'open':
      return live.isClosed ? { isClosed: false } : null;
  }
}

/** Serves a version to all callers: a rollout of it is promoted, one beside it is taken back. */
function publish(
  live: LiveEndpoint,
  { publication, isPromotion }: Extract<EndpointEvent, { kind: 'publish' }>,
  now: number,
  usage: RolloutUsage,
): Partial<LiveEndpoint> | null {
  const rollout = live.rollout ?? null;
  const { version } = publication;
  const isServed = live.published?.version === version;
  if (isServed && (rollout === null || isPromotion === true)) return null;
  const isPromoted = rollout?.version === version;
  const outcome = isServed ? 'takenBack' : isPromoted ? 'promoted' : 'replaced';
  const ended = endRollout(live, { outcome, isAutomatic: false }, now, usage);
  if (isServed) return ended;
  const published = toPublished(publication, now);
  if (isPromoted) return { ...ended, published };
  return { ...ended, published, history: [published, ...ended.history].slice(0, MAX_HISTORY) };
}

/** Counts of a rollout that nobody has called. */
const UNCALLED = { candidate: NO_USAGE, stable: NO_USAGE };

/**
 * The endpoint for its owner.
 *
 * @param usage calls of the rollout that runs.
 */
export function viewEndpoint(
  state: EndpointState,
  usage: RolloutUsage<VersionUsage> = UNCALLED,
): EndpointView {
  if (state.kind !== 'live') {
    return { visibility: 'private', published: null, rollout: null, history: [], publication: 0 };
  }
  const { visibility, published, history, publication } = state;
  const rollout = state.rollout ? viewRollout(state.rollout, usage) : null;
  return { visibility, published, rollout, history, publication };
}

/** When the object must look at its state again; null where nothing is left to do. */
export function endOfTombstone(state: EndpointState): number | null {
  return state.kind === 'removed' ? state.until : null;
}

/** A removed endpoint is forgotten in the end. */
export function forgetIfDue(state: EndpointState, now: number): EndpointState {
  return state.kind === 'removed' && now >= state.until ? { kind: 'empty' } : state;
}

function createEndpoint({ project, account }: Owned): LiveEndpoint {
  return {
    kind: 'live',
    project,
    account,
    visibility: 'private',
    published: null,
    rollout: null,
    history: [],
    publication: 0,
    isClosed: false,
  };
}
