import type { KeyKind } from './model-key.ts';

/** The names of the kinds of keys on the screen. */
export const KEY_NAMES: Record<KeyKind, string> = {
  anthropic: 'Anthropic',
  'openai-compatible': 'OpenAI-compatible',
};
