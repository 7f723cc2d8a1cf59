import type { CallCounts, RolloutEnd } from '#app/projects/endpoint/rollout.ts';

/** How a rollout ended, and by which calls. */
export function describeEnd(end: RolloutEnd): string {
  const counted = describeCounts(end);
  return counted === '' ? `${describeOutcome(end)}.` : `${describeOutcome(end)}: ${counted}.`;
}

function describeOutcome({ outcome, isAutomatic }: RolloutEnd): string {
  const how = isAutomatic ? ' automatically' : '';
  switch (outcome) {
    case 'promoted':
      return `Promoted to all callers${how}`;
    case 'takenBack':
      return `Rolled back${how}`;
    case 'replaced':
      return 'Replaced by another version';
    case 'offline':
      return 'Ended: the endpoint was taken offline';
  }
}

function describeCounts({ candidate, stable, stableVersion }: RolloutEnd): string {
  if (candidate.calls === 0) return '';
  const calls = candidate.calls === 1 ? 'call' : 'calls';
  const failed = `${share(candidate)} ${calls} failed`;
  return stable.calls === 0
    ? failed
    : `${failed}, compared with ${share(stable)} on version ${stableVersion}`;
}

function share({ calls, errors }: CallCounts): string {
  return `${errors} of ${calls}`;
}
