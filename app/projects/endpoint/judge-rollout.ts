import type { CallCounts, RolloutUsage } from './rollout.ts';

/** The new version is judged by no fewer calls, and compared with no fewer calls of the other one. */
export const MIN_JUDGED_CALLS = 20;
/** With so many calls of the other version, the new one is taken back only if it fails more often than those. */
const MIN_SEEN_CALLS = 5;
/** Of rollouts whose versions fail equally often, at most this share is taken back, however often one looks. */
export const FALSE_ALARM_RATE = 0.02;

/** The rate at which the other version is assumed to fail at most, as long as it has too few calls. */
const ASSUMED_RATE = 0.5;
/** The rate of a version that is broken. */
const BROKEN_RATE = 0.9;
/** Of versions that fail at the assumed rate, at most this share is taken back. */
export const LONE_FALSE_ALARM_RATE = 0.001;

/** Parameters of the beta distribution that each error rate is assumed to come from: rates are mostly low. */
const PRIOR_ERRORS = 0.5;
const PRIOR_SUCCESSES = 5;

/** The conclusion from the calls so far. */
export type RolloutVerdict = 'wait' | 'promote' | 'takeBack';

/**
 * Judges a rollout by the calls of both versions since it began. The new version is taken back when it fails
 * measurably more often: when its evidence (`measureEvidence`) reaches 1 / `FALSE_ALARM_RATE`, which holds at every
 * look. As long as the other version has too few calls for that, it is taken back when it fails nearly always
 * (`isBroken`). It is promoted after `promoteAfter` of its calls, as soon as it fails no more often, one failed call aside.
 * A pure function of the counts: whoever looks again gets the same answer.
 */
export function judgeRollout(
  { candidate, stable }: RolloutUsage,
  promoteAfter: number | null,
): RolloutVerdict {
  if (candidate.calls < MIN_JUDGED_CALLS) return 'wait';
  if (stable.calls < MIN_JUDGED_CALLS) return isBroken({ candidate, stable }) ? 'takeBack' : 'wait';
  const isWorse = toRate(candidate) > toRate(stable);
  const threshold = Math.log(1 / FALSE_ALARM_RATE);
  if (isWorse && measureEvidence({ candidate, stable }) >= threshold) return 'takeBack';
  if (promoteAfter === null || candidate.calls < promoteAfter) return 'wait';
  const forgiven = { ...candidate, errors: Math.max(0, candidate.errors - 1) };
  return toRate(forgiven) <= toRate(stable) ? 'promote' : 'wait';
}

/**
 * Whether the new version fails so often that it needs no comparison: its calls are at least 1 /
 * `LONE_FALSE_ALARM_RATE` times as likely under `BROKEN_RATE` as under `ASSUMED_RATE`. For each version that fails at
 * most at the assumed rate that ratio is a supermartingale, so it holds at every look, too. Where the other version has
 * some calls and failed as often, the API is the cause.
 */
function isBroken({ candidate, stable }: RolloutUsage): boolean {
  if (stable.calls >= MIN_SEEN_CALLS && toRate(candidate) <= toRate(stable)) return false;
  const evidence =
    logTimes(candidate.errors, BROKEN_RATE / ASSUMED_RATE) +
    logTimes(candidate.calls - candidate.errors, (1 - BROKEN_RATE) / (1 - ASSUMED_RATE));
  return evidence >= Math.log(1 / LONE_FALSE_ALARM_RATE);
}

/**
 * The logarithm of the evidence against both versions failing equally often: how much likelier the calls are if
 * each version has an error rate of its own, drawn from a prior, than under the one rate that fits all calls best.
 * Under equal rates it is at most a test martingale, so it ever reaches log(1 / a) in a share of at most `a` of all
 * rollouts (universal inference: Wasserman, Ramdas, Balakrishnan 2020; Ville's inequality).
 */
export function measureEvidence({ candidate, stable }: RolloutUsage): number {
  const calls = candidate.calls + stable.calls;
  const errors = candidate.errors + stable.errors;
  const common = logTimes(errors, errors / calls) + logTimes(calls - errors, 1 - errors / calls);
  return logLikelihood(candidate) + logLikelihood(stable) - common;
}

/** The likelihood of the calls of one version, averaged over the prior. */
function logLikelihood({ calls, errors }: CallCounts): number {
  return (
    logBeta(PRIOR_ERRORS + errors, PRIOR_SUCCESSES + calls - errors) -
    logBeta(PRIOR_ERRORS, PRIOR_SUCCESSES)
  );
}

function toRate({ calls, errors }: CallCounts): number {
  return errors / calls;
}

/** `count * log(share)`, 0 where the count is 0. */
function logTimes(count: number, share: number): number {
  return count === 0 ? 0 : count * Math.log(share);
}

function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/** Below this the series is not exact enough. */
const LARGE = 10;

/** The logarithm of the gamma function of a positive number: Stirling's series. */
function logGamma(x: number): number {
  let shift = 0;
  let large = x;
  for (; large < LARGE; large += 1) shift += Math.log(large);
  const inverse = 1 / large;
  const series = inverse * (1 / 12 - inverse ** 2 * (1 / 360 - inverse ** 2 / 1_260));
  return (large - 0.5) * Math.log(large) - large + Math.log(2 * Math.PI) / 2 + series - shift;
}
