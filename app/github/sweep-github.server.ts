import { sweepSignIns } from './connection/sign-in-store.server.ts';
import { removeLinksOfNone } from './links/link-store.server.ts';
import { removePushesOfNone } from './links/push-store.server.ts';

/** Removes what is kept about GitHub for a while only, and what belonged to projects that are no more. */
export async function sweepGithub(database: D1Database, now: number): Promise<{ signIns: number }> {
  await removeLinksOfNone(database);
  await removePushesOfNone(database);
  return { signIns: await sweepSignIns(database, now) };
}
