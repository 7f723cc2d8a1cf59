/** A webhook: what happened, and where it goes. */
export interface Delivery {
  /** `X-GitHub-Delivery`. */
  id: string;
  event: string;
  /** Number of the repository; null: of none. */
  repository: number | null;
  /** The repository's own webhook; null: the one of the app. */
  hook: number | null;
  body: string;
}
