/** A way of signing in that a user has. */
export interface UserProvider {
  /** `password`, `google.com`. */
  providerId: string;
  uid: string;
  email: string | null;
  displayName: string | null;
  photoURL: string | null;
}

/** The signed-in user as Firebase knows them in this browser. */
export interface User {
  uid: string;
  email: string | null;
  displayName: string | null;
  photoURL: string | null;
  emailVerified: boolean;
  providerData: UserProvider[];
  phoneNumber: string | null;
  isAnonymous: boolean;
  /** Null: the project has no tenants, or the user belongs to none. */
  tenantId: string | null;
  /** RFC 7231 dates in UTC, as Firebase gives them. */
  creationTime: string | null;
  lastLoginTime: string | null;
}
