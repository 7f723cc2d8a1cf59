import * as z from 'zod/mini';

import { CLOSING_CALLS, FailureGroup, type VersionTally } from './failure-group.ts';

/** A group closes after a day on the version that fixes it, too. */
const CLOSING_MS = 24 * 60 * 60 * 1_000;

/** Where a group of failures stands. */
export const FailureState = z.enum([
  /** Nobody has saved a version that fixes it. */
  'open',
  /** The version that fixes it is not served. */
  'saved',
  /** It is served, and the calls do not tell yet. */
  'watched',
  /** It has not occurred since. */
  'closed',
  /** It occurred on the version that was to fix it. */
  'reopened',
]);
export type FailureState = z.infer<typeof FailureState>;

/** A group of failed calls, as `GET /api/projects/:id/failures` answers it. Times are milliseconds since 1970. */
export const ListedFailure = z.extend(z.omit(FailureGroup, { versions: true }), {
  state: FailureState,
  /** The version that was saved to fix it; null: none was. */
  fixedIn: z.nullable(z.number()),
  /** Calls of its tool on that version that are still needed to close it. */
  callsLeft: z.number(),
});
export type ListedFailure = z.infer<typeof ListedFailure>;

export const FailureList = z.object({
  /** Those that still need somebody first, and of these the last ones first. */
  failures: z.array(ListedFailure),
});
export type FailureList = z.infer<typeof FailureList>;

/** A chat that is opened to fix a group, and its first message. */
export const FixChat = z.object({ id: z.string(), message: z.string() });

/** Facts beside the calls. */
interface Known {
  /** The newest version that was saved to fix the group; null: none was. */
  fixedIn: number | null;
  /** The version that is served. */
  published: number | null;
  now: number;
}

/** A group as it stands now. */
export function viewFailure(group: FailureGroup, known: Known): ListedFailure {
  const { versions: _versions, ...facts } = group;
  const { fixedIn } = known;
  const passes = fixedIn === null ? 0 : (newestFrom(group, fixedIn)?.passes ?? 0);
  const callsLeft = Math.max(0, CLOSING_CALLS - passes);
  return { ...facts, state: stateOf(group, known), fixedIn, callsLeft };
}

/** Those that still need somebody first, and of these the last ones first. */
export function sortFailures(failures: readonly ListedFailure[]): ListedFailure[] {
  const isClosed = ({ state }: ListedFailure) => Number(state === 'closed');
  return failures.toSorted((a, b) => isClosed(a) - isClosed(b) || b.lastAt - a.lastAt);
}

function stateOf(group: FailureGroup, { fixedIn, published, now }: Known): FailureState {
  if (fixedIn === null) return 'open';
  const onFix = group.versions.filter(({ version }) => version >= fixedIn);
  if (onFix.some(({ failures }) => failures > 0)) return 'reopened';
  // It was not published yet, or another version was rolled back to.
  if (published === null || published < fixedIn) return 'saved';
  const newest = newestFrom(group, fixedIn);
  if (newest === null) return 'watched';
  const isOver = newest.passes >= CLOSING_CALLS || now - newest.since >= CLOSING_MS;
  return isOver ? 'closed' : 'watched';
}

/** The calls on the newest version among those from this one on. */
function newestFrom({ versions }: FailureGroup, from: number): VersionTally | null {
  return versions.find(({ version }) => version >= from) ?? null;
}
