import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { githubLinks, githubPushes } from '#app/github/github-table.server.ts';
import { projects } from '#app/projects/project-table.server.ts';

import type { PushRow } from './push-store.server.ts';

/** Of an account, in a week. */
const MAX_MERGED = 50;

/** The state that a pull request has come to. */
export interface Settlement extends Pick<PushRow, 'publication' | 'publicationNote'> {
  state: 'open' | 'merged' | 'closed';
}

/** States that a pull request comes from; one that was merged stays so. */
const BEFORE = { open: ['closed'], closed: ['open'], merged: ['open', 'closed'] } as const;

/**
 * Notes what has become of the pull request of a push. Of several that say the same at the same time only one
 * does: the others get false.
 */
export async function settlePush(
  database: D1Database,
  id: string,
  settlement: Settlement,
  now: number,
): Promise<boolean> {
  const settled = await drizzle(database)
    .update(githubPushes)
    .set({ ...settlement, settledAt: now, updatedAt: now })
    .where(and(eq(githubPushes.id, id), inArray(githubPushes.state, BEFORE[settlement.state])));
  return settled.meta.changes > 0;
}

/** Notes whether a version was published that waited for it. */
export async function settlePublication(
  database: D1Database,
  id: string,
  outcome: Pick<PushRow, 'publication' | 'publicationNote'>,
  now: number,
): Promise<void> {
  await drizzle(database)
    .update(githubPushes)
    .set({ ...outcome, updatedAt: now })
    .where(and(eq(githubPushes.id, id), eq(githubPushes.publication, 'waiting')));
}

/** Pushes whose versions wait to be published, and were not tried since a time. */
export function listWaiting(database: D1Database, before: number, most: number) {
  return drizzle(database)
    .select()
    .from(githubPushes)
    .where(and(eq(githubPushes.publication, 'waiting'), lt(githubPushes.updatedAt, before)))
    .orderBy(asc(githubPushes.updatedAt))
    .limit(most);
}

/** Pushes of a project whose versions wait to be published. */
export function listWaitingOf(database: D1Database, project: string): Promise<PushRow[]> {
  return drizzle(database)
    .select()
    .from(githubPushes)
    .where(and(eq(githubPushes.project, project), eq(githubPushes.publication, 'waiting')))
    .orderBy(asc(githubPushes.settledAt));
}

/** Pushes with an open pull request whose merge publishes, of which nothing was heard since a time. */
export function listUnheard(database: D1Database, before: number, most: number) {
  return drizzle(database)
    .select({ push: githubPushes, link: githubLinks })
    .from(githubPushes)
    .innerJoin(
      githubLinks,
      and(
        eq(githubLinks.project, githubPushes.project),
        eq(githubLinks.repositoryId, githubPushes.repositoryId),
        eq(githubLinks.publishesOnMerge, true),
      ),
    )
    .where(and(eq(githubPushes.state, 'open'), lt(githubPushes.updatedAt, before)))
    .orderBy(asc(githubPushes.updatedAt))
    .limit(most);
}

/** Pushes of an account's projects that were merged to be published, and were or were not; the last ones first. */
export function listMerged(
  database: D1Database,
  { account, only }: { account: string; only: string | undefined },
  since: number,
) {
  const { id, title, published, deletedAt } = projects;
  return drizzle(database)
    .select({ push: githubPushes, title, published })
    .from(githubPushes)
    .innerJoin(projects, eq(id, githubPushes.project))
    .where(
      and(
        eq(projects.account, account),
        isNull(deletedAt),
        only === undefined ? undefined : eq(id, only),
        isNotNull(githubPushes.publication),
        gt(githubPushes.settledAt, since),
      ),
    )
    .orderBy(desc(githubPushes.settledAt))
    .limit(MAX_MERGED);
}
