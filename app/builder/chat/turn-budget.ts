import type { GateTier } from '#app/billing/limits.ts';

/** What one turn may use at most. */
export interface TurnBudget {
  /** Answers of the model. */
  steps: number;
  /** Tokens of one answer. */
  outputTokens: number;
  /** Wall-clock milliseconds of the whole turn. */
  milliseconds: number;
}

const MINUTE = 60_000;

const BUDGETS: Record<'guest' | GateTier, TurnBudget> = {
  guest: { steps: 12, outputTokens: 8_000, milliseconds: 2 * MINUTE },
  free: { steps: 20, outputTokens: 8_000, milliseconds: 4 * MINUTE },
  pro: { steps: 40, outputTokens: 16_000, milliseconds: 8 * MINUTE },
  team: { steps: 60, outputTokens: 16_000, milliseconds: 10 * MINUTE },
};

/** The budget of a turn for who asks. */
export function budgetOf(who: 'guest' | GateTier): TurnBudget {
  return BUDGETS[who];
}
