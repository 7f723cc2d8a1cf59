import * as z from 'zod';

export const KeyKind = z.enum(['anthropic', 'openai-compatible']);
export type KeyKind = z.infer<typeof KeyKind>;

/** Where a company's models are, unless somebody says otherwise. */
export const BASE_URLS: Record<KeyKind, string> = {
  anthropic: 'https://api.anthropic.com/v1',
  'openai-compatible': 'https://api.openai.com/v1',
};

/** A key as its owner gives it. */
export const NewModelKey = z.strictObject({
  label: z.string().trim().min(1).max(80).optional(),
  /** https, public; the key goes to this origin and to no other. */
  baseUrl: z.url().max(500).optional(),
  model: z.string().trim().min(1).max(200),
  value: z.string().regex(/^[\x21-\x7E]{8,500}$/, 'must be 8 to 500 visible characters'),
});
export type NewModelKey = z.infer<typeof NewModelKey>;

/** A key as its owner sees it afterwards: the value never comes back. */
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
