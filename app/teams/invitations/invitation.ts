import * as z from 'zod/mini';

import { Role } from '#app/auth/role.ts';

/** A link that nobody has accepted yet, for the owners of its team. Times are milliseconds since 1970. */
export const PendingInvitation = z.object({
  id: z.string(),
  email: z.string(),
  role: Role,
  createdAt: z.number(),
  expiresAt: z.number(),
});
export type PendingInvitation = z.infer<typeof PendingInvitation>;

/** A new invitation with its link, which is in this answer and nowhere else. */
export const CreatedInvitation = z.object({
  invitation: PendingInvitation,
  link: z.string(),
  /** Seats that are left before it is accepted. */
  seatsLeft: z.number(),
});
export type CreatedInvitation = z.infer<typeof CreatedInvitation>;

/** Whether an invitation may be accepted, or else the reason why not. */
export const INVITATION_STATES = [
  /** Who asks may accept it. */
  'open',
  'signedOut',
  /** The user's own address is not verified. */
  'unverified',
  /** It is for somebody else's address. */
  'otherPerson',
  'alreadyMember',
  'used',
  'revoked',
  'expired',
  /** The team has no seat left. */
  'full',
  /** Nobody pays for the team. */
  'paused',
] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/** An invitation for who has its link. */
export const InvitationView = z.object({
  state: z.enum(INVITATION_STATES),
  team: z.string(),
  role: Role,
  /** The address it is for: in full for that person, else with most of it blanked. */
  email: z.string(),
  /** Id of the team, for its members; null: who asks is none. */
  account: z.nullable(z.string()),
});
export type InvitationView = z.infer<typeof InvitationView>;

/** The team that somebody is a member of now. */
export const JoinedTeam = z.object({ account: z.string() });
