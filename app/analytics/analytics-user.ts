/** The part of a signed-in user that is passed to analytics. */
export interface AnalyticsUser {
  /** Users without an address are not identified. */
  email: string | null;
  displayName: string | null;
  photoURL: string | null;
  /** The first names the way of signing in: `password`, `google.com`. */
  providerData: readonly { providerId: string }[];
}
