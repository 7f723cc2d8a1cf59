import { FREE_TIER, type SubscriptionStatus } from './subscription-status.ts';

/** The tiers that gates know, from the lowest to the highest. */
export const GATE_TIERS = ['free', 'pro', 'team'] as const;
export type GateTier = (typeof GATE_TIERS)[number];

/** The names shown to people. */
export const TIER_NAMES: Record<GateTier, string> = { free: 'Free', pro: 'Pro', team: 'Team' };

/** The limits of one tier; each number is a maximum. */
export interface Limits {
  projects: number;
  /** Hosted calls of one account. */
  callsPerMinute: number;
  callsPerDay: number;
  /** Turns of the builder on models that we pay for. */
  turnsPerDay: number;
  /** Turns of the builder on the user's own model key; null: as many as they like. */
  ownKeyTurnsPerDay: number | null;
  privateEndpoints: number;
  /** Of a hosted tool's answer. */
  responseBytes: number;
  /** How long calls stay in the log. */
  logDays: number;
}

const KB = 1_024;
const MB = 1_024 * KB;

/** The one table of limits: every gate, page and error takes its numbers from here. */
export const LIMITS: Record<GateTier, Limits> = {
  free: {
    projects: 3,
    callsPerMinute: 60,
    callsPerDay: 1_000,
    turnsPerDay: 20,
    ownKeyTurnsPerDay: null,
    privateEndpoints: 1,
    responseBytes: 256 * KB,
    logDays: 1,
  },
  pro: {
    projects: 25,
    callsPerMinute: 600,
    callsPerDay: 50_000,
    turnsPerDay: 300,
    ownKeyTurnsPerDay: null,
    privateEndpoints: 25,
    responseBytes: MB,
    logDays: 14,
  },
  team: {
    projects: 200,
    callsPerMinute: 3_000,
    callsPerDay: 500_000,
    turnsPerDay: 1_500,
    ownKeyTurnsPerDay: null,
    privateEndpoints: 200,
    responseBytes: 4 * MB,
    logDays: 90,
  },
};

/** The tier whose limits hold: a plan that we do not know, but is paid for, gets those of pro. */
export function toGates(status: SubscriptionStatus): GateTier {
  const { tier } = status.currentPlan;
  if (!status.hasActiveSubscription || tier === FREE_TIER) return 'free';
  return GATE_TIERS.find((known) => known === tier) ?? 'pro';
}

/** Whether the gates of one tier let pass what another one unlocks. */
export function unlocks(gates: GateTier, needed: GateTier): boolean {
  return GATE_TIERS.indexOf(gates) >= GATE_TIERS.indexOf(needed);
}
