/** Companies' protocols that people bring own keys for. */
export const KEY_KINDS = ['anthropic', 'openai-compatible'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** Where a company's models are, unless somebody says otherwise. */
export const BASE_URLS: Record<KeyKind, string> = {
  anthropic: 'https://api.anthropic.com/v1',
  'openai-compatible': 'https://api.openai.com/v1',
};

/** A key as its owner sees it once it is stored: the value never comes back. */
export interface ModelKeyView {
  kind: KeyKind;
  label: string;
  baseUrl: string;
  model: string;
  lastFour: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  usedAt: number | null;
}
