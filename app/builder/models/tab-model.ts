import * as z from 'zod/mini';

import { KeyKind } from './model-key.ts';

/**
 * The connection that the server has sealed for a guest's tab, as `POST /api/models/tab` answers it:
 * the token is useless to anyone else.
 */
export const TabModel = z.object({
  token: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
  kind: KeyKind,
  label: z.string(),
});
export type TabModel = z.infer<typeof TabModel>;
