import * as z from 'zod';

import { KEY_KINDS } from './model-key.ts';

export const KeyKind = z.enum(KEY_KINDS);

/** A key as its owner gives it. */
export const NewModelKey = z.strictObject({
  label: z.string().trim().min(1).max(80).optional(),
  /** https and public, or this machine where the operator allows it; the key goes nowhere else. */
  baseUrl: z.url().max(500).optional(),
  model: z.string().trim().min(1).max(200),
  /** Empty for a server that asks for none. */
  value: z.string().regex(/^(?:[\x21-\x7E]{8,500})?$/, 'must be 8 to 500 visible characters'),
});
export type NewModelKey = z.infer<typeof NewModelKey>;

/** A model that somebody wants to use, with all that is needed to ask it. */
export const NewConnection = NewModelKey.extend({
  kind: KeyKind,
  baseUrl: z.url().max(500),
});
export type NewConnection = z.infer<typeof NewConnection>;

/** A provider whose list of models somebody wants to see. */
export const NewProvider = NewConnection.pick({ kind: true, baseUrl: true, value: true });
export type NewProvider = z.infer<typeof NewProvider>;
