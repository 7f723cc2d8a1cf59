import type { KeyKind } from './model-key.ts';

/** What the kinds of keys are called on the screen. */
export const KEY_NAMES: Record<KeyKind, string> = {
  anthropic: 'Anthropic',
  'openai-compatible': 'OpenAI, or what speaks its protocol',
};
