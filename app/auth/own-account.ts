import * as z from 'zod/mini';

import { Role } from './role.ts';

/** An account that somebody is a member of: their personal one, or a team. */
export const OwnAccount = z.object({
  id: z.string(),
  kind: z.enum(['personal', 'team']),
  name: z.string(),
  role: Role,
});
export type OwnAccount = z.infer<typeof OwnAccount>;
