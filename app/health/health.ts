import * as z from 'zod/mini';

/** Parts that are looked at. `stripe` and `github` are `off` where the operator has not set them up. */
export const HEALTH_PARTS = [
  'database',
  'databaseWrites',
  'cache',
  'bucket',
  'objects',
  'loader',
  'signInKeys',
  'stripe',
  'github',
] as const;
export type HealthPart = (typeof HEALTH_PARTS)[number];

/** Without these nobody can work: the service counts as unhealthy. Without any other, something still works. */
export const VITAL_PARTS: readonly HealthPart[] = ['database', 'databaseWrites', 'objects'];

export const PartHealth = z.object({
  status: z.enum(['ok', 'failed', 'off']),
  /** Until the part answered, or was given up. */
  milliseconds: z.number(),
});
export type PartHealth = z.infer<typeof PartHealth>;

/** The answer of `GET /api/health`. */
export const Health = z.object({
  /** `degraded`: something fails; `down`: a vital part does. */
  status: z.enum(['ok', 'degraded', 'down']),
  version: z.string(),
  /** When the parts were looked at, in ISO 8601: an answer may be some seconds old. */
  checkedAt: z.string(),
  parts: z.record(z.enum(HEALTH_PARTS), PartHealth),
  /** The bindings that those parts use, for monitors that know nothing else. */
  bindings: z.record(
    z.enum(['DB', 'CACHE', 'BLOBS', 'DRAFTS', 'LOADER']),
    z.enum(['ok', 'failed']),
  ),
});
export type Health = z.infer<typeof Health>;

/** The status of the whole, of that of its parts. */
export function toOverallStatus(parts: Health['parts']): Health['status'] {
  const failed = HEALTH_PARTS.filter((part) => parts[part].status === 'failed');
  if (failed.some((part) => VITAL_PARTS.includes(part))) return 'down';
  return failed.length > 0 ? 'degraded' : 'ok';
}
