import { and, desc, eq, inArray, isNotNull, isNull, notExists } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { members } from '#app/auth/user-table.server.ts';
import { githubLinks } from '#app/github/github-table.server.ts';
import { projects } from '#app/projects/project-table.server.ts';

/** The repository of a project. */
export type LinkRow = typeof githubLinks.$inferSelect;

/** The columns of a link that change while it stays the same link. */
export type LinkChange = Partial<Omit<LinkRow, 'project' | 'repositoryId' | 'linkedAt'>>;

/** A link, with what the screen of all links shows of its project. */
export interface ListedLinkRow {
  link: LinkRow;
  title: string;
  latest: number;
}

const MAX_LISTED = 100;

/** The repository of a project; null: it has none. */
export async function loadLink(database: D1Database, project: string): Promise<LinkRow | null> {
  const row = await drizzle(database)
    .select()
    .from(githubLinks)
    .where(eq(githubLinks.project, project))
    .get();
  return row ?? null;
}

/** Links a project to a repository, in place of the one that it had. */
export async function keepLink(database: D1Database, link: LinkRow): Promise<void> {
  const { project: _, ...values } = link;
  await drizzle(database)
    .insert(githubLinks)
    .values(link)
    .onConflictDoUpdate({ target: githubLinks.project, set: values });
}

/** Changes the link of a project, unless it has another repository by now. */
export async function changeLink(
  database: D1Database,
  { project, repositoryId }: Pick<LinkRow, 'project' | 'repositoryId'>,
  change: LinkChange,
  now: number,
): Promise<void> {
  await drizzle(database)
    .update(githubLinks)
    .set({ ...change, updatedAt: now })
    .where(and(eq(githubLinks.project, project), eq(githubLinks.repositoryId, repositoryId)));
}

/** Changes all links to a repository: it was renamed, moved, archived or deleted. */
export async function changeLinksTo(
  database: D1Database,
  repositoryId: number,
  change: LinkChange,
  now: number,
): Promise<void> {
  await drizzle(database)
    .update(githubLinks)
    .set({ ...change, updatedAt: now })
    .where(eq(githubLinks.repositoryId, repositoryId));
}

/** The links of all projects to a repository. */
export function listLinksTo(database: D1Database, repositoryId: number): Promise<LinkRow[]> {
  return drizzle(database)
    .select()
    .from(githubLinks)
    .where(eq(githubLinks.repositoryId, repositoryId));
}

/** The links of projects in a user's accounts, those that were changed last first. */
export function listLinksOf(database: D1Database, uid: string): Promise<ListedLinkRow[]> {
  const db = drizzle(database);
  const own = db.select({ account: members.accountId }).from(members).where(eq(members.uid, uid));
  return db
    .select({ link: githubLinks, title: projects.title, latest: projects.latest })
    .from(githubLinks)
    .innerJoin(projects, eq(projects.id, githubLinks.project))
    .where(and(inArray(projects.account, own), isNull(projects.deletedAt)))
    .orderBy(desc(githubLinks.updatedAt))
    .limit(MAX_LISTED);
}

/** Whether who has linked a repository belongs to its project still: their connection serves nobody else's. */
export async function mayActFor(
  database: D1Database,
  { project, linkedBy }: Pick<LinkRow, 'project' | 'linkedBy'>,
): Promise<boolean> {
  const found = await drizzle(database)
    .select({ id: projects.id })
    .from(projects)
    .innerJoin(members, eq(members.accountId, projects.account))
    .where(and(eq(projects.id, project), eq(members.uid, linkedBy)))
    .get();
  return found !== undefined;
}

/** Ends the link of a project; a second time changes nothing. */
export async function removeLink(database: D1Database, project: string): Promise<void> {
  await drizzle(database).delete(githubLinks).where(eq(githubLinks.project, project));
}

/** Links of projects that are no more. */
export function listLinksOfNone(database: D1Database): Promise<LinkRow[]> {
  const db = drizzle(database);
  const project = db
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.id, githubLinks.project));
  return db.select().from(githubLinks).where(notExists(project)).limit(MAX_LISTED);
}

/** Links with a webhook of their own that a user has made in an account's projects. */
export function listHookedLinks(database: D1Database, account: string): Promise<LinkRow[]> {
  const db = drizzle(database);
  const ofAccount = db
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.account, account));
  return db
    .select()
    .from(githubLinks)
    .where(and(inArray(githubLinks.project, ofAccount), isNotNull(githubLinks.hookId)));
}
