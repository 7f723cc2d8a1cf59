/** Protocol of a model. */
export type ModelKind = 'built-in' | 'anthropic' | 'openai-compatible' | 'workers-ai';

/** A model that the builder can use. */
export interface ModelChoice {
  id: string;
  label: string;
  kind: ModelKind;
  takesImages: boolean;
  /** It uses the user's own key. */
  own: boolean;
}

/** Response of `GET /api/models`. */
export interface ModelList {
  models: ModelChoice[];
  /** Id of the one used by default. */
  default: string;
  /** Where the key of a newly connected model is stored. */
  keeps: 'account' | 'tab';
  /** Models on the server's own machine may be connected. */
  allowsLocal: boolean;
}

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
export function toTabChoice({
  kind,
  label,
}: {
  kind: 'anthropic' | 'openai-compatible';
  label: string;
}): ModelChoice {
  return { id: TAB_MODEL, label, kind, takesImages: kind === 'anthropic', own: true };
}

/** Whether a choice uses the user's own key. */
export function isOwnChoice(id: string | undefined): boolean {
  return id?.startsWith('own:') ?? false;
}
