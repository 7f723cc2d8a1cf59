import { LIMITS, type GateTier } from '#app/billing/limits.ts';

/** The payer of a turn: a guest, or an account of a tier. */
export type TurnPayer = 'guest' | GateTier;

/** The limits of one turn. */
export interface TurnBudget {
  /** Answers of the model. */
  steps: number;
  /** Tokens of all its answers. */
  outputTokens: number;
  /** Wall-clock milliseconds of the whole turn. */
  milliseconds: number;
}

const MINUTE = 60_000;

const BUDGETS: Record<TurnPayer, TurnBudget> = {
  guest: { steps: 12, outputTokens: 20_000, milliseconds: 2 * MINUTE },
  free: { steps: 20, outputTokens: 40_000, milliseconds: 4 * MINUTE },
  pro: { steps: 40, outputTokens: 120_000, milliseconds: 8 * MINUTE },
  team: { steps: 60, outputTokens: 200_000, milliseconds: 10 * MINUTE },
};

/** Of a turn whose model its owner pays: long enough for slow models, and an end for those that repeat themselves. */
const OWN_KEY_BUDGET: TurnBudget = { steps: 60, outputTokens: 200_000, milliseconds: 10 * MINUTE };

/** Turns a day of one guest, and of all guests of one address. */
const GUEST_TURNS = 8;
const ADDRESS_TURNS = 24;

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A count that a turn is added to, unless it is full. */
export interface TurnQuota {
  /** `account:<id>`, `guest:<id>` or `address:<hash>`. */
  who: string;
  /** Turns a day at most. */
  limit: number;
}

/** The budget of the payer's turns. */
export function budgetOf(payer: TurnPayer): TurnBudget {
  return BUDGETS[payer];
}

/** The budget of a turn: that of its payer, or of an own key. */
export function budgetOfTurn(payers: TurnBudget, isOwnKey: boolean): TurnBudget {
  return isOwnKey ? OWN_KEY_BUDGET : payers;
}

/** The counts that a turn of an account is added to. */
export function countsOfAccount(account: string, tier: GateTier): TurnQuota[] {
  return [{ who: toAccountCount(account), limit: LIMITS[tier].turnsPerDay }];
}

/** The name under which the turns of an account are counted. */
export function toAccountCount(account: string): string {
  return `account:${account}`;
}

export function isAccountCount(who: string): boolean {
  return who.startsWith('account:');
}

/** Those of a guest; a new cookie does not give new turns. */
export function countsOfGuest(guest: string, addressHash: string): TurnQuota[] {
  return [
    { who: `guest:${guest}`, limit: GUEST_TURNS },
    { who: `address:${addressHash}`, limit: ADDRESS_TURNS },
  ];
}

/** The day of a moment, in days since 1970 (UTC), and when the next one begins. */
export function toDay(now: number): { day: number; endsAt: number } {
  const day = Math.floor(now / DAY_MS);
  return { day, endsAt: (day + 1) * DAY_MS };
}
