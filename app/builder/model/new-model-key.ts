import * as z from 'zod';

import { KEY_KINDS } from './model-key.ts';

export const KeyKind = z.enum(KEY_KINDS);

/** A key as its owner gives it. */
export const NewModelKey = z.strictObject({
  label: z.string().trim().min(1).max(80).optional(),
  /** https, public; the key goes to this origin and to no other. */
  baseUrl: z.url().max(500).optional(),
  model: z.string().trim().min(1).max(200),
  value: z.string().regex(/^[\x21-\x7E]{8,500}$/, 'must be 8 to 500 visible characters'),
});
export type NewModelKey = z.infer<typeof NewModelKey>;
