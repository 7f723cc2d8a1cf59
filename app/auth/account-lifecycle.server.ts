/** Bindings in which rooms keep what belongs to guests and accounts. */
export type AccountLifecycleBindings = Pick<
  Env,
  'DB' | 'DRAFTS' | 'PROJECTS' | 'BLOBS' | 'CACHE' | 'OAUTH_KV'
>;

/**
 * Claims and removes the data that the other rooms keep for guests and accounts. The wiring of each
 * room is in `workers/account-lifecycle.ts`: those rooms depend on this one, so it names none of
 * them.
 */
export interface AccountLifecycle {
  /**
   * Hands what a guest has made over to an account, and says how many things there were. Doing it
   * twice comes to the same.
   */
  claim: (env: AccountLifecycleBindings, guest: string, account: string) => Promise<number>;
  /** Removes all that an account owns. Where it fails, it goes on when it is called again. */
  remove: (env: AccountLifecycleBindings, account: string) => Promise<void>;
  /** Names of the teams that would be without an owner if a user were deleted; nobody is while there are some. */
  listHolds: (env: AccountLifecycleBindings, uid: string) => Promise<string[]>;
  /** Ends the memberships of a user who is being deleted, and what apps may do for them. Where it fails, it goes on when it is called again. */
  revoke: (env: AccountLifecycleBindings, uid: string) => Promise<void>;
  /** Deletes the data kept about a deleted user. */
  forget: (env: AccountLifecycleBindings, uid: string) => Promise<void>;
}
