import * as z from 'zod/mini';

/** The roles of members of an account, ordered from the most rights to the fewest. */
export const ROLES = ['owner', 'editor', 'viewer'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** Whether a role has the rights of another one; nobody's role, and one that is unknown, has none. */
export function reaches(held: Role | null, needed: Role): boolean {
  const rank = ROLES.findIndex((role) => role === held);
  return rank >= 0 && rank <= ROLES.indexOf(needed);
}
