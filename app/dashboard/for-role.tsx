import { createContext, use, type ReactNode } from 'react';

import { reaches, type Role } from '#app/auth/role.ts';

/** The user's role in the account of the project that is shown. */
export const ProjectRole = createContext<Role>('owner');

/** Whether the user's role has the rights of another one. */
export function useHasRole(needed: Role): boolean {
  return reaches(use(ProjectRole), needed);
}

/** Shows what only users with a role can do; the server refuses it to everybody else. */
export function ForRole({ needed, children }: { needed: Role; children: ReactNode }) {
  return useHasRole(needed) ? children : null;
}
