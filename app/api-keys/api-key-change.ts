import * as z from 'zod';

import { KeyProjects } from './api-key.ts';

const MAX_NAME_LENGTH = 60;

/** How many days a key may last. */
export const KEY_DAYS = [30, 90, 365] as const;
export const DEFAULT_KEY_DAYS = 90;
/** For how many hours the old key goes on after a rotation. */
export const OVERLAP_HOURS = [0, 24, 168] as const;

/** Body of `POST /api/keys`. */
export const NewApiKey = z.strictObject({
  name: z.string().trim().min(1).max(MAX_NAME_LENGTH),
  projects: KeyProjects,
  mayManage: z.boolean().default(false),
  /** Null: it does not expire. */
  expiresInDays: z.literal(KEY_DAYS).nullable().default(DEFAULT_KEY_DAYS),
});
export type NewApiKey = z.infer<typeof NewApiKey>;

/** Body of `POST /api/keys/:id/rotate`. */
export const KeyRotation = z.strictObject({ overlapHours: z.literal(OVERLAP_HOURS) });
export type KeyRotation = z.infer<typeof KeyRotation>;
