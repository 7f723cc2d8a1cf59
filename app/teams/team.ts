import * as z from 'zod/mini';

import { OwnAccount } from '#app/auth/own-account.ts';
import { Role } from '#app/auth/role.ts';

import { PendingInvitation } from './invitations/invitation.ts';

/** The seats of a team. */
export const Seats = z.object({
  used: z.number(),
  /** How many members its plan has room for; 0: nobody pays for the team. */
  total: z.number(),
});
export type Seats = z.infer<typeof Seats>;

/** A member of a team. Times are milliseconds since 1970. */
export const TeamMember = z.object({
  uid: z.string(),
  /** Null: they have none. */
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  role: Role,
  joinedAt: z.number(),
  /** The member's plan is that of the team. */
  isPayer: z.boolean(),
  /** Joined after the members that the plan has seats for; stays all the same. */
  isOverSeats: z.boolean(),
});
export type TeamMember = z.infer<typeof TeamMember>;

/** A team, as its members see it. */
export const TeamView = z.object({
  id: z.string(),
  name: z.string(),
  /** Of who asks. */
  role: Role,
  /** Of who asks, among the members. */
  uid: z.string(),
  /** Nobody with the plan Team pays: members other than owners only read, and nobody joins. */
  isPaused: z.boolean(),
  seats: Seats,
  /** Of the projects that were not deleted. */
  projects: z.number(),
  members: z.array(TeamMember),
  /** Links that may still be accepted; empty for who is no owner. */
  invitations: z.array(PendingInvitation),
});
export type TeamView = z.infer<typeof TeamView>;

/** The teams of a user, as `GET /api/teams` answers them. */
export const TeamList = z.object({ teams: z.array(OwnAccount) });
export type TeamList = z.infer<typeof TeamList>;
