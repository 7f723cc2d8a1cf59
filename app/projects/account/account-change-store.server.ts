import { and, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { countOthers, holdsPlace } from '#app/projects/endpoint/private-place-store.server.ts';
import type { ProjectRoom } from '#app/projects/project-store.server.ts';
import { projects, slugs } from '#app/projects/project-table.server.ts';
import { secrets } from '#app/secrets/secret-table.server.ts';

/** A project that is given away, or the limit of the account it is for, with how much of that is used. */
type ChangedAccount =
  | { isMoved: true }
  | { isMoved: false; limit: 'projects' | 'privateEndpoints'; used: number };

/**
 * Gives a project to another account while that has room, which is counted in the same statement. Chats of users who are
 * no members of that account lose the secrets that they got from the project.
 */
export async function changeAccount(
  database: D1Database,
  { id, to, room }: { id: string; to: string; room: ProjectRoom },
  now: number,
): Promise<ChangedAccount> {
  const db = drizzle(database);
  const others = sql<number>`(SELECT count(*) FROM projects
    WHERE account = ${to} AND deleted_at IS NULL AND id <> ${id})`;
  const endpoints = countOthers(id, to, now);
  const [moved, , , [counted]] = await db.batch([
    db
      .update(projects)
      .set({ account: to })
      .where(
        and(
          eq(projects.id, id),
          sql`${others} < ${room.projects}`,
          sql`(NOT ${holdsPlace('projects', now)} OR ${endpoints} < ${room.privateEndpoints})`,
          sql`EXISTS (SELECT 1 FROM accounts WHERE id = ${to})`,
        ),
      )
      .returning({ id: projects.id }),
    db
      .update(slugs)
      .set({ account: sql`(SELECT account FROM projects WHERE id = ${id})` })
      .where(eq(slugs.project, id)),
    db.delete(secrets).where(
      sql`${secrets.project} = ${id} AND ${secrets.owner} IN (SELECT 'draft:' || drafts.id FROM drafts
        JOIN accounts ON accounts.id = drafts.owner
        WHERE NOT EXISTS (SELECT 1 FROM members JOIN projects ON projects.account = members.account_id
          WHERE projects.id = ${id} AND members.uid = accounts.personal_uid))`,
    ),
    db.select({ others, endpoints }).from(sql`(SELECT 1)`),
  ]);
  if (moved.length > 0) return { isMoved: true };
  const used = counted?.others ?? 0;
  if (used >= room.projects) return { isMoved: false, limit: 'projects', used };
  return { isMoved: false, limit: 'privateEndpoints', used: counted?.endpoints ?? 0 };
}
