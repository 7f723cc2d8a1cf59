/** The user for whom the server rendered a page, by the session cookie. */
export interface Viewer {
  uid: string;
  email: string | null;
  displayName: string | null;
  photoURL: string | null;
  /** `password`, `google.com`, `anonymous`. */
  provider: string;
  isEmailVerified: boolean;
  /**
   * `fresh`: may act. `stale`: no token was shown for 65 minutes, so pages only greet until the next
   * sync. `greeted`: the database is away and a signed ticket says who it is.
   */
  state: 'fresh' | 'stale' | 'greeted';
}
