import { listOpenPushes, type PushRow } from '#app/github/links/push-store.server.ts';
import type { LinkRow } from '#app/github/links/link-store.server.ts';

/** The version waits in a pull request already. */
export interface PullOpen {
  reason: 'pullOpen';
  version: number;
  pull: number;
}

/** The open pull request that another push has made for the same version. */
export async function findOpenPull(
  database: D1Database,
  link: LinkRow,
  { id, version }: Pick<PushRow, 'id' | 'version'>,
): Promise<PullOpen | null> {
  const open = await listOpenPushes(database, link);
  const same = open.find((push) => push.version === version && push.id !== id);
  return same?.pull ? { reason: 'pullOpen', version, pull: same.pull } : null;
}
