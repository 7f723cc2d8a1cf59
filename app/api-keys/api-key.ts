import * as z from 'zod/mini';

const MAX_CHOSEN = 50;

/** The projects whose endpoints a key may call, and that it may manage if it may. */
export const KeyProjects = z.union([
  z.literal('all'),
  z.array(z.string()).check(z.minLength(1), z.maxLength(MAX_CHOSEN)),
]);
export type KeyProjects = z.infer<typeof KeyProjects>;

/** A key without its token. Times are milliseconds since 1970. */
export const ApiKeyView = z.object({
  id: z.string(),
  name: z.string(),
  lastFour: z.string(),
  projects: KeyProjects,
  /** Whether it may manage these projects through the API. */
  mayManage: z.boolean(),
  createdAt: z.number(),
  /** Null: it does not expire. */
  expiresAt: z.nullable(z.number()),
  usedAt: z.nullable(z.number()),
  revokedAt: z.nullable(z.number()),
  /** The key that it was rotated to. */
  replacedBy: z.nullable(z.string()),
});
export type ApiKeyView = z.infer<typeof ApiKeyView>;

/** The keys of an account, newest first, as `GET /api/keys` answers them. */
export const ApiKeyList = z.object({ keys: z.array(ApiKeyView) });
export type ApiKeyList = z.infer<typeof ApiKeyList>;

/** A new key, as `POST /api/keys` answers it: the only time that its token is shown. */
export const CreatedKey = z.object({ key: ApiKeyView, token: z.string() });
export type CreatedKey = z.infer<typeof CreatedKey>;
