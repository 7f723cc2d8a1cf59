import { removeLinksOfNone } from './link-store.server.ts';
import { removePushesOfNone } from './push-store.server.ts';

/** Removes the links and pushes of projects that are no more. */
export async function sweepLinks(database: D1Database): Promise<void> {
  await removeLinksOfNone(database);
  await removePushesOfNone(database);
}
