import * as z from 'zod/mini';

import type { Publication } from './endpoint.ts';
import type { CallCounts, RolloutEnd, RolloutUsage, RolloutView, VersionUsage } from './rollout.ts';
import type { RolloutVerdict } from './judge-rollout.ts';

/** A version that a share of the callers gets, as the object of its project stores it. */
export const Rollout = z.object({
  version: z.number(),
  /** Content hashes, as the version has them. */
  blueprint: z.string(),
  artifact: z.string(),
  /** When it began, in milliseconds since 1970. */
  at: z.number(),
  /** Callers that get it, in percent. */
  share: z.number(),
  promoteAfter: z.nullable(z.number()),
  /** Calls since then are compared: those under another share are no measure for this one. */
  countedFrom: z.number(),
});
export type Rollout = z.infer<typeof Rollout>;

/** A version for a share of the callers. */
export interface RolloutOffer {
  publication: Pick<Publication, 'version' | 'blueprint' | 'artifact'>;
  share: number;
  promoteAfter: number | null;
}

/** The part of an endpoint that rollouts change. */
export interface RolledOut {
  published: Publication | null;
  rollout?: Rollout | null | undefined;
  history: Publication[];
}

/** Counts where nothing was counted. */
export const NO_COUNTS: RolloutUsage = {
  candidate: { calls: 0, errors: 0 },
  stable: { calls: 0, errors: 0 },
};

/** Offers a version to a share of the callers, or changes the share; null: that is so already. */
export function offerVersion(
  live: RolledOut,
  { publication, share, promoteAfter }: RolloutOffer,
  now: number,
  usage: RolloutUsage,
): Pick<RolledOut, 'rollout' | 'history'> | null {
  const running = live.rollout ?? null;
  if (running?.version === publication.version) {
    if (running.share === share && running.promoteAfter === promoteAfter) return null;
    const countedFrom = running.share === share ? running.countedFrom : now;
    return {
      rollout: { ...running, share, promoteAfter, countedFrom },
      history: replaceEntry(live.history, running, { share }),
    };
  }
  const { version, blueprint, artifact } = publication;
  const rollout = { version, blueprint, artifact, at: now, share, promoteAfter, countedFrom: now };
  const { history } = endRollout(live, { outcome: 'replaced', isAutomatic: false }, now, usage);
  return { rollout, history: [{ version, blueprint, artifact, at: now, share }, ...history] };
}

/** Ends the rollout, if there is one, and says in the history how. */
export function endRollout(
  live: RolledOut,
  { outcome, isAutomatic }: Pick<RolloutEnd, 'outcome' | 'isAutomatic'>,
  now: number,
  { candidate, stable }: RolloutUsage,
): { rollout: null; history: Publication[] } {
  const { rollout, published, history } = live;
  if (!rollout || published === null) return { rollout: null, history };
  const end: RolloutEnd = {
    outcome,
    isAutomatic,
    at: now,
    stableVersion: published.version,
    candidate: toCounts(candidate),
    stable: toCounts(stable),
  };
  return { rollout: null, history: replaceEntry(history, rollout, { end }) };
}

/** Does what was decided about the rollout that was judged; null where another one runs, or none. */
export function followVerdict(
  live: RolledOut,
  { version, countedFrom, verdict }: Judgement,
  now: number,
  usage: RolloutUsage,
): Pick<RolledOut, 'rollout' | 'history' | 'published'> | null {
  const { rollout, published } = live;
  if (rollout?.version !== version || rollout.countedFrom !== countedFrom) return null;
  if (verdict === 'wait') return null;
  const isPromoted = verdict === 'promote';
  const outcome = isPromoted ? 'promoted' : 'takenBack';
  const ended = endRollout(live, { outcome, isAutomatic: true }, now, usage);
  return { ...ended, published: isPromoted ? toPublished(rollout, now) : published };
}

/** A verdict, and the rollout that it is about. */
export interface Judgement {
  version: number;
  countedFrom: number;
  verdict: RolloutVerdict;
}

/** A version for all callers. */
export function toPublished(
  { version, blueprint, artifact }: Pick<Publication, 'version' | 'blueprint' | 'artifact'>,
  now: number,
): Publication {
  return { version, blueprint, artifact, at: now };
}

/** A rollout for the owner of its endpoint. */
export function viewRollout(rollout: Rollout, usage: RolloutUsage<VersionUsage>): RolloutView {
  const { version, at, share, promoteAfter } = rollout;
  return { version, at, share, promoteAfter, ...usage };
}

function replaceEntry(
  history: readonly Publication[],
  { version, at }: Pick<Rollout, 'version' | 'at'>,
  change: Partial<Publication>,
): Publication[] {
  return history.map((entry) =>
    entry.version === version && entry.at === at && entry.end === undefined
      ? { ...entry, ...change }
      : entry,
  );
}

function toCounts({ calls, errors }: CallCounts): CallCounts {
  return { calls, errors };
}
