import * as z from 'zod/mini';

import { CallEnd, type CallEntry } from '#app/hosting/calls/call-entry.ts';

/** Versions that a group remembers; the lowest numbers are forgotten first. */
const MAX_VERSIONS = 8;

/** A group closes after so many calls of its tool on the version that fixes it; no more are counted. */
export const CLOSING_CALLS = 20;

/** How calls end that somebody can do something about by changing the server. */
const GROUPED = new Set<CallEnd>([
  'argumentRefused',
  'upstreamStatus',
  'upstreamFailed',
  'timeOut',
  'answerTooLarge',
  'outputBroken',
  'toolFailed',
  'toolNotFound',
  'crashed',
]);
/** Ends that say nothing about a tool. */
const UNTOLD = new Set<CallEnd>(['cancelled', 'overQuota', 'unauthorized']);

/** Calls of a group's tool on one version. */
const VersionTally = z.object({
  version: z.number(),
  /** How many of them failed for the group's cause. */
  failures: z.number(),
  /** How many did not, since the last one that did. */
  passes: z.number(),
  /** When the first of them was, in milliseconds since 1970. */
  since: z.number(),
});
export type VersionTally = z.infer<typeof VersionTally>;

/** Calls that failed for the same cause. */
export const FailureGroup = z.object({
  id: z.string(),
  end: CallEnd,
  /** Null: the calls named none. */
  tool: z.nullable(z.string()),
  cause: z.nullable(z.string()),
  count: z.number(),
  /** Milliseconds since 1970. */
  firstAt: z.number(),
  lastAt: z.number(),
  /** The lowest number of a version that they failed on. */
  firstVersion: z.number(),
  versions: z.array(VersionTally),
});
export type FailureGroup = z.infer<typeof FailureGroup>;

/** A group, and the arguments of one of its calls; null: the log has none. */
export interface FailureEvidence {
  group: FailureGroup;
  arguments: string | null;
}

/** Names the group of a call by how it ended, its tool and its cause; null: it is in none. */
export function groupOf({ end, tool, cause }: Pick<CallEntry, 'end' | 'tool' | 'cause'>) {
  return GROUPED.has(end) ? hash(JSON.stringify([end, tool, cause])) : null;
}

/**
 * The groups after further calls. `groups` are those of the same tools, so far as there are any. Counts and times
 * do not depend on the order of the calls; which of them passed since the last failure goes by their ids.
 */
export function foldCalls(
  groups: readonly FailureGroup[],
  calls: readonly CallEntry[],
): FailureGroup[] {
  const next = new Map(groups.map((group) => [group.id, group]));
  for (const call of calls.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const own = groupOf(call);
    if (own !== null) next.set(own, addFailure(next.get(own) ?? begin(own, call), call));
    if (UNTOLD.has(call.end)) continue;
    for (const group of next.values()) {
      if (group.id !== own && group.tool === call.tool) next.set(group.id, addPass(group, call));
    }
  }
  return [...next.values()];
}

function begin(id: string, { end, tool, cause, at, version }: CallEntry): FailureGroup {
  const times = { firstAt: at, lastAt: at, firstVersion: version };
  return { id, end, tool, cause, count: 0, ...times, versions: [] };
}

function addFailure(group: FailureGroup, call: CallEntry): FailureGroup {
  const { at, version } = call;
  return {
    ...group,
    count: group.count + 1,
    firstAt: Math.min(group.firstAt, at),
    lastAt: Math.max(group.lastAt, at),
    firstVersion: Math.min(group.firstVersion, version),
    versions: tally(group.versions, call, ({ failures }) => ({
      failures: failures + 1,
      passes: 0,
    })),
  };
}

function addPass(group: FailureGroup, call: CallEntry): FailureGroup {
  const known = group.versions.find(({ version }) => version === call.version);
  // Enough to close it, so that a tool in use does not write its groups again with each call.
  if (known !== undefined && known.passes >= CLOSING_CALLS && known.since <= call.at) return group;
  const versions = tally(group.versions, call, ({ passes }) => ({ passes: passes + 1 }));
  return { ...group, versions };
}

function tally(
  versions: readonly VersionTally[],
  { version, at }: CallEntry,
  change: (tally: VersionTally) => Partial<VersionTally>,
): VersionTally[] {
  const known = versions.find((each) => each.version === version);
  const before = known ?? { version, failures: 0, passes: 0, since: at };
  const after = { ...before, ...change(before), since: Math.min(before.since, at) };
  const others = versions.filter((each) => each.version !== version);
  return [...others, after].toSorted((a, b) => b.version - a.version).slice(0, MAX_VERSIONS);
}

/** FNV-1a of both halves: names a group among those of one project; not a secret. */
function hash(text: string): string {
  let [low, high] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < text.length; index += 1) {
    low = Math.imul(low ^ text.charCodeAt(index), 0x01000193) >>> 0;
    high = Math.imul(high ^ low, 0x85ebca6b) >>> 0;
  }
  return [low, high].map((half) => half.toString(16).padStart(8, '0')).join('');
}
