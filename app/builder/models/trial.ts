/** Stages of a test, in this order: those before the failed one were passed. */
export const TRIAL_STAGES = ['address', 'key', 'model', 'tools'] as const;
export type TrialStage = (typeof TRIAL_STAGES)[number];

/** Outcome of a connection test; `detail` is for users. */
export type Trial = { ok: true } | { ok: false; failed: TrialStage; detail: string };

/** A model that a provider offers. */
export interface OfferedModel {
  id: string;
  /** Display name, if the provider gives one. */
  name?: string;
}

/** A provider's list of models, or why it could not be read. */
export type OfferedModels =
  | { ok: true; models: OfferedModel[] }
  | { ok: false; failed: TrialStage; detail: string };
