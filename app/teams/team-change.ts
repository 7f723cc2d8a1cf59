import * as z from 'zod';

import { ROLES } from '#app/auth/role.ts';

export const MAX_TEAM_NAME = 60;
/** As RFC 5321 allows them. */
const MAX_EMAIL_LENGTH = 254;
const MAX_TOKEN_LENGTH = 200;

const Name = z.string().trim().min(1).max(MAX_TEAM_NAME);
const Role = z.enum(ROLES);

/** Body of `POST /api/teams`, and of `PATCH /api/teams/:id`. */
export const TeamName = z.strictObject({ name: Name });

/** Body of `DELETE /api/teams/:id`: the team's name, typed as a confirmation. */
export const TeamDeletion = z.strictObject({ confirm: z.string() });

/** Body of `PATCH /api/teams/:id/members/:uid`. */
export const MemberChange = z.strictObject({ role: Role });

/** Body of `POST /api/teams/:id/invitations`. */
export const NewInvitation = z.strictObject({
  email: z.string().trim().max(MAX_EMAIL_LENGTH).pipe(z.email()),
  role: Role,
});
export type NewInvitation = z.infer<typeof NewInvitation>;

/** Body of `POST /api/invitations/view`, and of `POST /api/invitations/accept`. */
export const InvitationToken = z.strictObject({ token: z.string().max(MAX_TOKEN_LENGTH) });
