import type { UserCaller } from '#app/auth/caller.server.ts';

/** A key of an account that may manage its projects, or some of them. */
export interface KeyCaller {
  kind: 'key';
  /** Id of the key. */
  key: string;
  accountId: string;
  /** The user who made the key. */
  uid: string;
  /** Ids of the projects that it reaches. */
  projects: 'all' | readonly string[];
}

/** Who works on projects: a signed-in user, or a program with a key. */
export type ProjectCaller = UserCaller | KeyCaller;
