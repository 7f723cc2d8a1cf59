import * as z from 'zod/mini';

/** Protocols for which users can bring their own keys. */
export const KEY_KINDS = ['anthropic', 'openai-compatible'] as const;
export const KeyKind = z.enum(KEY_KINDS);
export type KeyKind = z.infer<typeof KeyKind>;

/** Default base URLs. */
export const BASE_URLS: Record<KeyKind, string> = {
  anthropic: 'https://api.anthropic.com/v1',
  'openai-compatible': 'https://api.openai.com/v1',
};

/** A stored key as its owner sees it: the value is never returned. */
export const ModelKeyView = z.object({
  kind: KeyKind,
  label: z.string(),
  baseUrl: z.string(),
  model: z.string(),
  lastFour: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  usedAt: z.nullable(z.number()),
});
export type ModelKeyView = z.infer<typeof ModelKeyView>;

/** Own keys, as `GET /api/models/keys` answers them. */
export const ModelKeyList = z.object({ keys: z.array(ModelKeyView) });
