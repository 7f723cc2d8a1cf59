import { formatCount } from '#app/platform/locale/reader-locale.ts';

import { findLifting, type ReachedLimit, type RefusingLimit } from './find-lifting.ts';
import { toSize } from './limit-rows.ts';
import { LIMITS, TIER_NAMES } from './limits.ts';

const MINUTE_MS = 60_000;

/** Says which limit refuses something, how much of it is used, when it starts again, and what lifts it. */
export function describeLimit(reached: ReachedLimit, now: number): string {
  const { limit, resetsAt = null } = reached;
  const sentences = [
    describeUse(reached),
    resetsAt === null ? null : `There are new ones ${describeWait(resetsAt - now)}.`,
    describeLifting(reached),
    INSTEAD[limit] ?? null,
  ];
  return sentences.filter((sentence) => sentence !== null).join(' ');
}

/** Ways out besides another plan. */
const INSTEAD: Partial<Record<RefusingLimit, string>> = {
  projects: 'Delete one, or change your plan.',
  privateEndpoints:
    'Take another one offline, open one to everybody who signs in, or change your plan.',
  turnsPerDay: 'The built-in builder and your own model key count against none.',
  seats: 'Remove a member, revoke an invitation, or add a seat.',
};

function describeUse({ limit, used, max }: ReachedLimit): string {
  const allowed = describeAmount(limit, max);
  const count = formatCount(used);
  switch (limit) {
    case 'projects':
      return `Your plan has room for ${allowed}, and you have ${count}.`;
    case 'privateEndpoints':
      return `Your plan has room for ${allowed}, and ${count} ${used === 1 ? 'is' : 'are'} in use.`;
    case 'callsPerMinute':
    case 'callsPerDay':
      return `The plan of this endpoint allows ${allowed}, and ${count} were made.`;
    case 'turnsPerDay':
      return `You have used ${count} of today’s ${allowed}.`;
    case 'seats':
      return `Your team has ${allowed}, and ${count} ${used === 1 ? 'is' : 'are'} taken.`;
    case 'responseBytes':
      return `The plan of this endpoint allows results of ${allowed}, and this one has ${toSize(used)}.`;
    case 'logDays':
      return `Your plan keeps calls for ${allowed}; older ones are gone.`;
  }
}

/** The amount of a higher plan; null: no plan has more. */
function describeLifting(reached: ReachedLimit): string | null {
  const { limit } = reached;
  const tier = findLifting(reached);
  if (tier === null) return null;
  const name = TIER_NAMES[tier];
  if (limit === 'seats') return `${name} has as many seats as you pay for.`;
  const amount = describeAmount(limit, LIMITS[tier][limit]);
  switch (limit) {
    case 'projects':
    case 'privateEndpoints':
      return `${name} has room for ${amount}.`;
    case 'logDays':
      return `${name} keeps them for ${amount}.`;
    default:
      return `${name} allows ${amount}.`;
  }
}

const UNITS: Record<
  Exclude<RefusingLimit, 'responseBytes'>,
  readonly [one: string, many: string]
> = {
  projects: ['project', 'projects'],
  privateEndpoints: ['private endpoint', 'private endpoints'],
  callsPerMinute: ['call a minute', 'calls a minute'],
  callsPerDay: ['call a day', 'calls a day'],
  turnsPerDay: ['builder turn', 'builder turns'],
  seats: ['seat', 'seats'],
  logDays: ['day', 'days'],
};

function describeAmount(limit: RefusingLimit, amount: number): string {
  if (limit === 'responseBytes') return toSize(amount);
  const [one, many] = UNITS[limit];
  return `${formatCount(amount)} ${amount === 1 ? one : many}`;
}

/** A minute is waited for; days are those of UTC. */
function describeWait(milliseconds: number): string {
  if (milliseconds > MINUTE_MS) return 'at midnight UTC';
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}
