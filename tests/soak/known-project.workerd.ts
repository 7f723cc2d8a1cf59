import type { KnownServer } from './person.workerd.ts';

/** A project that was acknowledged, as its owner knows it. */
export interface KnownProject {
  id: string;
  slug: string;
  endpoint: string;
  server: KnownServer;
  /** Messages of its versions, oldest first. */
  versions: string[];
  /** Null: nothing is served. */
  published: number | null;
  isDeleted: boolean;
  /** Calls that were sent, and those of them that were answered with a result. */
  sent: number;
  answered: number;
  /** Name of the repository that it is pushed to; null: none. */
  repository: string | null;
  /** Versions that GitHub has acknowledged, in this order. */
  pushed: number[];
}

/** A key that was acknowledged. */
export interface KnownKey {
  id: string;
  token: string;
  isRevoked: boolean;
}
