import { and, desc, eq, inArray, isNotNull, lt, notExists } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { githubPushes } from '#app/github/github-table.server.ts';
import { projects } from '#app/projects/project-table.server.ts';

/** A push of a version. */
export type PushRow = typeof githubPushes.$inferSelect;

/** The columns of a push that its progress changes. */
export type PushChange = Partial<
  Pick<PushRow, 'branch' | 'baseSha' | 'commitSha' | 'pull' | 'state' | 'failure' | 'ci'>
>;

/** Pushes in one page of a list. */
const PAGE = 20;

/** Keeps a push that begins; one of the same id that is there already stays as it is. */
export async function insertPush(
  database: D1Database,
  push: typeof githubPushes.$inferInsert,
): Promise<void> {
  await drizzle(database).insert(githubPushes).values(push).onConflictDoNothing();
}

/** A push of a project; null: it has none of this id. */
export async function loadPush(
  database: D1Database,
  { id, project }: Pick<PushRow, 'id' | 'project'>,
): Promise<PushRow | null> {
  const row = await drizzle(database)
    .select()
    .from(githubPushes)
    .where(and(eq(githubPushes.id, id), eq(githubPushes.project, project)))
    .get();
  return row ?? null;
}

/** Changes a push. */
export async function changePush(
  database: D1Database,
  id: string,
  change: PushChange,
  now: number,
): Promise<void> {
  await drizzle(database)
    .update(githubPushes)
    .set({ ...change, updatedAt: now })
    .where(eq(githubPushes.id, id));
}

/** The pushes of a project, newest first; below a time where one is given. */
export async function listPushes(
  database: D1Database,
  project: string,
  before?: number,
): Promise<{ pushes: PushRow[]; next: number | null }> {
  const rows = await drizzle(database)
    .select()
    .from(githubPushes)
    .where(
      and(
        eq(githubPushes.project, project),
        before === undefined ? undefined : lt(githubPushes.createdAt, before),
      ),
    )
    .orderBy(desc(githubPushes.createdAt))
    .limit(PAGE + 1);
  const pushes = rows.slice(0, PAGE);
  return { pushes, next: rows.length > PAGE ? (pushes.at(-1)?.createdAt ?? null) : null };
}

/** The push of a pull request; null: it is none of ours. */
export async function findPushOfPull(
  database: D1Database,
  repositoryId: number,
  pull: number,
): Promise<PushRow | null> {
  const row = await drizzle(database)
    .select()
    .from(githubPushes)
    .where(and(eq(githubPushes.repositoryId, repositoryId), eq(githubPushes.pull, pull)))
    .get();
  return row ?? null;
}

/** The pushes that made a commit: one a project at most. */
export function listPushesOfCommit(
  database: D1Database,
  { repositoryId, commitSha }: { repositoryId: number; commitSha: string },
): Promise<PushRow[]> {
  return drizzle(database)
    .select()
    .from(githubPushes)
    .where(and(eq(githubPushes.repositoryId, repositoryId), eq(githubPushes.commitSha, commitSha)));
}

/** The commit that brought a version to the branch of a repository; null: none of ours did. */
export async function findPushedCommit(
  database: D1Database,
  { project, repositoryId, version }: Pick<PushRow, 'project' | 'repositoryId' | 'version'>,
): Promise<string | null> {
  const row = await drizzle(database)
    .select({ sha: githubPushes.commitSha })
    .from(githubPushes)
    .where(
      and(
        eq(githubPushes.project, project),
        eq(githubPushes.repositoryId, repositoryId),
        eq(githubPushes.version, version),
        inArray(githubPushes.state, ['pushed', 'merged']),
        isNotNull(githubPushes.commitSha),
      ),
    )
    .orderBy(desc(githubPushes.createdAt))
    .limit(1)
    .get();
  return row?.sha ?? null;
}

/** The pushes of a project whose pull request is open, newest first. */
export function listOpenPushes(
  database: D1Database,
  { project, repositoryId }: Pick<PushRow, 'project' | 'repositoryId'>,
): Promise<PushRow[]> {
  return drizzle(database)
    .select()
    .from(githubPushes)
    .where(
      and(
        eq(githubPushes.project, project),
        eq(githubPushes.repositoryId, repositoryId),
        eq(githubPushes.state, 'open'),
      ),
    )
    .orderBy(desc(githubPushes.createdAt))
    .limit(PAGE);
}

/** Removes the pushes of projects that are no more. */
export async function removePushesOfNone(database: D1Database): Promise<void> {
  const db = drizzle(database);
  const project = db
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.id, githubPushes.project));
  await db.delete(githubPushes).where(notExists(project));
}
