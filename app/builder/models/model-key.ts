/** Protocols for which users can bring their own keys. */
export const KEY_KINDS = ['anthropic', 'openai-compatible'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** Default base URLs. */
export const BASE_URLS: Record<KeyKind, string> = {
  anthropic: 'https://api.anthropic.com/v1',
  'openai-compatible': 'https://api.openai.com/v1',
};

/** A stored key as its owner sees it: the value is never returned. */
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
