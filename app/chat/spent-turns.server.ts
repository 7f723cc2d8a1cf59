import { toLimitParts } from '#app/billing/limit-problem.server.ts';
import { LIMITS } from '#app/billing/limits.ts';
import type { ProblemParts } from '#app/platform/problem.ts';

import type { SpentTurns } from './turns/ask.ts';

/** The problem of a turn that the day has none left for. */
export function toSpentParts({ limit: max, used, resetsAt, isGuest }: SpentTurns): ProblemParts {
  const now = Date.now();
  const spent = toLimitParts({ limit: 'turnsPerDay', used, max, resetsAt }, now);
  if (!isGuest) return spent;
  const { turnsPerDay } = LIMITS.free;
  return { ...spent, detail: `${spent.detail} With an account you have ${turnsPerDay} a day.` };
}
