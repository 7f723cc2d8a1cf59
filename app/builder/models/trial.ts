import * as z from 'zod/mini';

import { KeyPrice } from './model-key.ts';

/** Stages of a test, in this order: those before the failed one were passed. */
export const TRIAL_STAGES = ['address', 'key', 'model', 'tools'] as const;
export type TrialStage = (typeof TRIAL_STAGES)[number];

/** How far it came; `detail` is for people. */
const Failed = z.object({ ok: z.literal(false), failed: z.enum(TRIAL_STAGES), detail: z.string() });

/** How a trial of a connection ended, as `POST /api/models/try` answers it. */
export const Trial = z.discriminatedUnion('ok', [z.object({ ok: z.literal(true) }), Failed]);
export type Trial = z.infer<typeof Trial>;

/** A model that a provider offers. */
const OfferedModel = z.object({
  id: z.string(),
  /** Display name, if the provider gives one. */
  name: z.optional(z.string()),
  /** If the provider's list says what it costs. */
  price: z.optional(KeyPrice),
});
export type OfferedModel = z.infer<typeof OfferedModel>;

/** A provider's list of models, or why it could not be read, as answered by `POST /api/models/offered`. */
export const OfferedModels = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), models: z.array(OfferedModel) }),
  Failed,
]);
export type OfferedModels = z.infer<typeof OfferedModels>;
