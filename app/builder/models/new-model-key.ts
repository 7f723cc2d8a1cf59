import * as z from 'zod';

import { KeyKind, KeyPrice } from './model-key.ts';

/** A key as entered by its owner. */
export const NewModelKey = z.strictObject({
  label: z.string().trim().min(1).max(80).optional(),
  /** https and public, or this machine if the operator allows it; the key is sent nowhere else. */
  baseUrl: z.url().max(500).optional(),
  model: z.string().trim().min(1).max(200),
  /** Empty for a server without authentication. */
  value: z.string().regex(/^(?:[\x21-\x7E]{8,500})?$/, 'must be 8 to 500 visible characters'),
  /** Null: none is known. Absent: that of the key before, if it is for the same model. */
  price: z.nullable(KeyPrice).optional(),
});
export type NewModelKey = z.infer<typeof NewModelKey>;

/** A connection to a model, with everything needed to call it. */
export const NewConnection = NewModelKey.extend({
  kind: KeyKind,
  baseUrl: z.url().max(500),
});
export type NewConnection = z.infer<typeof NewConnection>;

/** A provider whose list of models is requested. */
export const NewProvider = NewConnection.pick({ kind: true, baseUrl: true, value: true });
export type NewProvider = z.infer<typeof NewProvider>;
