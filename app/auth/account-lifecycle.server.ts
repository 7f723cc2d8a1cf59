/** Bindings in which rooms keep what belongs to guests and accounts. */
export type AccountLifecycleBindings = Pick<Env, 'DB' | 'DRAFTS' | 'BLOBS' | 'CACHE'>;

/**
 * What the other rooms keep for people. The switchboard says how each of them is asked
 * (`workers/account-lifecycle.ts`): they stand on this room, so it names none of them.
 */
export interface AccountLifecycle {
  /**
   * Hands what a guest has made over to an account, and says how many things there were. Doing it
   * twice comes to the same.
   */
  claim: (env: AccountLifecycleBindings, guest: string, account: string) => Promise<number>;
  /** Removes all that an account owns. Where it fails, it goes on when it is called again. */
  remove: (env: AccountLifecycleBindings, account: string) => Promise<void>;
  /** Forgets what was kept of a user who is gone. */
  forget: (env: AccountLifecycleBindings, uid: string) => Promise<void>;
}
