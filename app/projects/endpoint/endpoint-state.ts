import * as z from 'zod/mini';

import { EndpointVisibility } from '#app/projects/project.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { Publication, type EndpointView } from './endpoint.ts';

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

export type EndpointEvent =
  | ({ kind: 'publish'; publication: Omit<Publication, 'at'> } & Owned)
  | ({ kind: 'unpublish' } & Owned)
  | ({ kind: 'show'; visibility: EndpointVisibility } & Owned)
  /** Its project was deleted, or that was taken back. */
  | ({ kind: 'close' } & Owned)
  | ({ kind: 'open' } & Owned)
  /** Its project ends for good. */
  | ({ kind: 'remove' } & Owned);

export type EndpointFailure =
  /** The project is gone, or not that account's. */
  | { reason: 'unknown' }
  /** Its project was deleted, or was about to be. */
  | { reason: 'closed' };

/** The next state of an endpoint. Pure: the object that calls it only stores and reads the clock. */
export function reduceEndpoint(
  state: EndpointState,
  event: EndpointEvent,
  now: number,
): Result<EndpointState, EndpointFailure> {
  const current = forgetIfDue(state, now);
  if (current.kind === 'removed') {
    return event.kind === 'remove' ? succeed(current) : fail({ reason: 'unknown' });
  }
  const live = current.kind === 'live' ? current : createEndpoint(event);
  if (live.account !== event.account) return fail({ reason: 'unknown' });
  if (event.kind === 'remove') return succeed({ kind: 'removed', until: now + TOMBSTONE_MS });
  const isDecided = event.kind === 'open' || event.kind === 'close';
  if (live.isClosed && !isDecided) return fail({ reason: 'closed' });
  const changed = change(live, event, now);
  if (changed === null) return succeed(current);
  return succeed({ ...live, ...changed, publication: live.publication + 1 });
}

/** The changes that an event makes to an endpoint; null where there is none. */
function change(
  live: LiveEndpoint,
  event: Exclude<EndpointEvent, { kind: 'remove' }>,
  now: number,
): Partial<LiveEndpoint> | null {
  switch (event.kind) {
    case 'publish': {
      if (live.published?.version === event.publication.version) return null;
      const published = { ...event.publication, at: now };
      return { published, history: [published, ...live.history].slice(0, MAX_HISTORY) };
    }
    case 'unpublish':
      return live.published === null ? null : { published: null };
    case 'show':
      return live.visibility === event.visibility ? null : { visibility: event.visibility };
    case 'close':
      return live.isClosed ? null : { isClosed: true };
    case 'open':
      return live.isClosed ? { isClosed: false } : null;
  }
}

/** The endpoint for its owner. */
export function viewEndpoint(state: EndpointState): EndpointView {
  if (state.kind !== 'live') {
    return { visibility: 'private', published: null, history: [], publication: 0 };
  }
  const { visibility, published, history, publication } = state;
  return { visibility, published, history, publication };
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
    history: [],
    publication: 0,
    isClosed: false,
  };
}
