import type { LimitUsage } from '#app/billing/usage.ts';

/** A user as operators find them; nothing of what they made. Times are milliseconds since 1970. */
export interface ListedUser {
  uid: string;
  email: string | null;
  name: string | null;
  provider: string;
  isEmailVerified: boolean;
  createdAt: number;
  /** The last use of a living session; null: there is none. */
  seenAt: number | null;
  sessions: number;
  /** As our own rows have it. */
  tier: string;
  isBeingDeleted: boolean;
  suspension: { reason: string; at: number } | null;
}

/** Users that a search found, the newest first. */
export interface UserPage {
  users: ListedUser[];
  /** There are more than these. */
  hasMore: boolean;
}

/** Use of the plan and sessions of one user. */
export interface UserDetails {
  uid: string;
  /** Null: the plan cannot be determined right now. */
  limits: LimitUsage[] | null;
  sessions: { device: string; createdAt: number; seenAt: number }[];
}
