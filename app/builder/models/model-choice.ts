import * as z from 'zod/mini';

import { KEY_KINDS, type KeyKind } from './model-key.ts';

/** A model that the builder can use. */
export const ModelChoice = z.object({
  id: z.string(),
  label: z.string(),
  /** How it is spoken to. */
  kind: z.enum(['built-in', ...KEY_KINDS, 'workers-ai']),
  takesImages: z.boolean(),
  /** It uses the user's own key. */
  own: z.boolean(),
});
export type ModelChoice = z.infer<typeof ModelChoice>;

/** The models that a chat can be answered by, as `GET /api/models` answers them. */
export const ModelList = z.object({
  models: z.array(ModelChoice),
  /** Id of the one used by default. */
  default: z.string(),
  /** Where the key of a newly connected model is stored. */
  keeps: z.enum(['account', 'tab']),
  /** Models on the server's own machine may be connected. */
  allowsLocal: z.boolean(),
});
export type ModelList = z.infer<typeof ModelList>;

/** Id of the model that a guest has connected for the lifetime of a tab. */
export const TAB_MODEL = 'own:tab';

/** The builder that needs no model. */
export const BUILT_IN: ModelChoice = {
  id: 'built-in',
  label: 'Built-in builder',
  kind: 'built-in',
  takesImages: false,
  own: false,
};

/** A guest's connection as a choice. */
export function toTabChoice({ kind, label }: { kind: KeyKind; label: string }): ModelChoice {
  return { id: TAB_MODEL, label, kind, takesImages: kind === 'anthropic', own: true };
}

/** Whether a choice uses the user's own key. */
export function isOwnChoice(id: string | undefined): boolean {
  return id?.startsWith('own:') ?? false;
}
