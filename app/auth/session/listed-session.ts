/** One of a user's sessions, as `GET /api/sessions` lists it. */
export interface ListedSession {
  id: string;
  /** Browser and system: `Chrome on Windows`. */
  device: string;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601, exact to the hour. */
  seenAt: string;
  /** The session of the browser that asks. */
  isCurrent: boolean;
}
