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

/** A price above that is a slip of the pen: the dearest models cost some hundred dollars. */
const MAX_PRICE = 10_000;
const Dollars = z.number().check(z.gte(0), z.lte(MAX_PRICE));

/** US dollars for a million tokens, as the owner of a key gives them. */
export const KeyPrice = z.object({ input: Dollars, output: Dollars });
export type KeyPrice = z.infer<typeof KeyPrice>;

/** A stored key as its owner sees it: the value is never returned. */
export const ModelKeyView = z.object({
  kind: KeyKind,
  label: z.string(),
  baseUrl: z.string(),
  model: z.string(),
  lastFour: z.string(),
  /** Absent: its owner gave none. */
  price: z.optional(KeyPrice),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  usedAt: z.nullable(z.number()),
});
export type ModelKeyView = z.infer<typeof ModelKeyView>;

/** Own keys, as `GET /api/models/keys` answers them. */
export const ModelKeyList = z.object({ keys: z.array(ModelKeyView) });
