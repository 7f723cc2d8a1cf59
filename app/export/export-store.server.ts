import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { users } from '#app/auth/user-table.server.ts';
import { subscriptions } from '#app/billing/subscription-table.server.ts';
import { drafts } from '#app/drafts/draft-table.server.ts';
import { githubConnections } from '#app/github/github-table.server.ts';
import { projects, slugs } from '#app/projects/project-table.server.ts';
import { checkReports } from '#app/tester/checks/report/report-table.server.ts';

/** Rows that are held in memory at a time. */
const PAGE = 20;
const MAX_REPORTS = 1_000;

/** Rows that the account's own tables hold of a user, without anything that opens something. */
export async function loadOwnRows(database: D1Database, uid: string, account: string) {
  const db = drizzle(database);
  const [user, subscription, github, reports] = await db.batch([
    db
      .select({
        uid: users.uid,
        email: users.email,
        displayName: users.displayName,
        photoURL: users.photoURL,
        provider: users.provider,
        isEmailVerified: users.isEmailVerified,
        createdAt: users.createdAt,
      })
      .from(users)
      .where(eq(users.uid, uid)),
    db
      .select({
        tier: subscriptions.tier,
        isActive: subscriptions.isActive,
        state: subscriptions.state,
        interval: subscriptions.interval,
        amount: subscriptions.amount,
        currency: subscriptions.currency,
        seats: subscriptions.seats,
        paidUntil: subscriptions.paidUntil,
        renewsAt: subscriptions.renewsAt,
        endsAt: subscriptions.endsAt,
      })
      .from(subscriptions)
      .where(eq(subscriptions.accountId, account)),
    db
      .select({
        githubId: githubConnections.githubId,
        login: githubConnections.login,
        name: githubConnections.name,
        scopes: githubConnections.scopes,
        connectedAt: githubConnections.connectedAt,
      })
      .from(githubConnections)
      .where(eq(githubConnections.uid, uid)),
    db
      .select({
        id: checkReports.id,
        createdAt: checkReports.createdAt,
        expiresAt: checkReports.expiresAt,
        report: checkReports.report,
      })
      .from(checkReports)
      .where(eq(checkReports.accountId, account))
      .limit(MAX_REPORTS),
  ]);
  return { user: user[0], subscription: subscription[0], github: github[0], reports };
}

/** Drafts of an account in the order of their ids, behind one where it is given. */
export function pageDrafts(database: D1Database, owner: string, after: string) {
  return drizzle(database)
    .select({
      id: drafts.id,
      title: drafts.title,
      visibility: drafts.visibility,
      project: drafts.project,
      baseVersion: drafts.baseVersion,
      blueprint: drafts.blueprint,
      createdAt: drafts.createdAt,
      updatedAt: drafts.updatedAt,
    })
    .from(drafts)
    .where(and(eq(drafts.owner, owner), isNull(drafts.deletedAt), gt(drafts.id, after)))
    .orderBy(asc(drafts.id))
    .limit(PAGE);
}

/** Projects of an account in the order of their ids, behind one where it is given. */
export function pageProjects(database: D1Database, account: string, after: string) {
  return drizzle(database)
    .select({
      id: projects.id,
      title: projects.title,
      summary: projects.summary,
      slug: slugs.slug,
      visibility: projects.visibility,
      published: projects.published,
      latest: projects.latest,
      createdAt: projects.createdAt,
      updatedAt: projects.updatedAt,
      archivedAt: projects.archivedAt,
    })
    .from(projects)
    .leftJoin(slugs, and(eq(slugs.project, projects.id), isNull(slugs.retiredAt)))
    .where(and(eq(projects.account, account), isNull(projects.deletedAt), gt(projects.id, after)))
    .orderBy(asc(projects.id))
    .limit(PAGE);
}
