import type { CallEntry, CallPage } from '#app/hosting/calls/call-entry.ts';
import { matchesCall, type CallFilter } from '#app/hosting/calls/call-filter.ts';
import { toCallLogStub, type CallPlace } from '#app/hosting/calls/call-log-stub.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import { readCallPart } from './read-call-part.server.ts';

/** Parts that one page reads, fewer than the object names; a rare call is found over several pages. */
const MAX_READ = 8;
/** Behind all that an id begins with. */
const BEHIND = '~';

/**
 * A page of calls, those with the highest ids first: out of the object, and where that has no more, out of the
 * archive. Ids rise with the time and no two calls share one, so that a page that begins below the last id of
 * another one leaves nothing out and repeats nothing. It may be short, or empty, and still not be the last.
 */
export async function findCalls(
  { env }: Pick<AppContext, 'env'>,
  project: string,
  filter: CallFilter,
  { before, limit, keptFrom = 0 }: CallPlace,
): Promise<CallPage> {
  const held = await toCallLogStub(env, project).holdCalls(filter, {
    before,
    limit: limit + 1,
    keptFrom,
  });
  let found = held.calls;
  let unread: string | null = null;
  for (const [read, part] of held.parts.entries()) {
    // Late calls make parts overlap. One that reaches above the place where the page begins is read in any case:
    // the next page would begin at the same place.
    const isBelow = before === undefined || part.last + BEHIND < before;
    if (isBelow && (read >= MAX_READ || countAbove(found, part.last) >= limit)) {
      unread = part.last;
      break;
    }
    const calls = await readCallPart(env.BLOBS, part);
    const fitting = calls
      .filter((call) => (before === undefined || call.id < before) && matchesCall(filter, call))
      .map(({ sequence: _sequence, ...call }) => call);
    found = keepHighest([...found, ...fitting], limit + 1);
  }
  const { tail, kept } = held;
  return { ...toPage(found, limit, unread), tail, kept };
}

/** @param unread the highest id that a part may hold which was not read */
function toPage(
  found: readonly CallEntry[],
  limit: number,
  unread: string | null,
): Pick<CallPage, 'calls' | 'next'> {
  const certain = unread === null ? found : found.filter(({ id }) => id > unread);
  const calls = certain.slice(0, limit);
  if (certain.length > limit) return { calls, next: calls.at(-1)?.id ?? null };
  return { calls, next: unread === null ? null : unread + BEHIND };
}

function countAbove(found: readonly CallEntry[], id: string): number {
  return found.filter((call) => call.id > id).length;
}

/** Those with the highest ids, each once: what was archived last is still in the object, too. */
function keepHighest(calls: readonly CallEntry[], limit: number): CallEntry[] {
  const byId = new Map(calls.map((call) => [call.id, call]));
  return [...byId.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
}
