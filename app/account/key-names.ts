import type { KeyKind } from '#app/builder/models/model-key.ts';

/** The names of the kinds of keys on the screen. */
export const KEY_NAMES: Record<KeyKind, string> = {
  anthropic: 'Anthropic',
  'openai-compatible': 'OpenAI-compatible',
};
