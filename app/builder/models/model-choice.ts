/** How a model is spoken to. */
export type ModelKind = 'built-in' | 'anthropic' | 'openai-compatible' | 'workers-ai';

/** A model that the builder can be asked to work with. */
export interface ModelChoice {
  id: string;
  label: string;
  kind: ModelKind;
  takesImages: boolean;
  /** It runs on the person's own key. */
  own: boolean;
}

/** What `GET /api/models` answers. */
export interface ModelList {
  models: ModelChoice[];
  /** Id of the one that is taken where nobody chooses. */
  default: string;
  /** Where the key of a model that is connected now is kept. */
  keeps: 'account' | 'tab';
  /** Models on the machine of the server may be connected. */
  allowsLocal: boolean;
}

/** Id of the model that a guest has connected for the lifetime of a tab. */
export const TAB_MODEL = 'own:tab';

/** The builder that needs no model; it is called what it is wherever it is shown. */
export const BUILT_IN: ModelChoice = {
  id: 'built-in',
  label: 'Built-in builder',
  kind: 'built-in',
  takesImages: false,
  own: false,
};

/** What a guest has connected, as a choice. */
export function toTabChoice({
  kind,
  label,
}: {
  kind: 'anthropic' | 'openai-compatible';
  label: string;
}): ModelChoice {
  return { id: TAB_MODEL, label, kind, takesImages: kind === 'anthropic', own: true };
}

/** Whether a choice is a model that the person has their own key for. */
export function isOwnChoice(id: string | undefined): boolean {
  return id?.startsWith('own:') ?? false;
}
