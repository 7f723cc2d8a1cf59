/** What a trial goes through, in this order: what comes before the one that failed was fine. */
export const TRIAL_STAGES = ['address', 'key', 'model', 'tools'] as const;
export type TrialStage = (typeof TRIAL_STAGES)[number];

/** How a trial of a connection ended; `detail` is for people. */
export type Trial = { ok: true } | { ok: false; failed: TrialStage; detail: string };

/** A model that a provider offers. */
export interface OfferedModel {
  id: string;
  /** What people call it, where the provider says. */
  name?: string;
}

/** What a provider's own list holds, or why it could not be read. */
export type OfferedModels =
  | { ok: true; models: OfferedModel[] }
  | { ok: false; failed: TrialStage; detail: string };
