import { and, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { projects, slugs } from '#app/projects/project-table.server.ts';

/** Gives a project to another account while that has room, which is counted in the same statement; returns whether it has it. */
export async function changeAccount(
  database: D1Database,
  { id, to, limit }: { id: string; to: string; limit: number },
): Promise<boolean> {
  const db = drizzle(database);
  const [moved] = await db.batch([
    db
      .update(projects)
      .set({ account: to })
      .where(
        and(
          eq(projects.id, id),
          sql`(SELECT count(*) FROM projects WHERE account = ${to} AND deleted_at IS NULL
            AND id <> ${id}) < ${limit} AND EXISTS (SELECT 1 FROM accounts WHERE id = ${to})`,
        ),
      )
      .returning({ id: projects.id }),
    db
      .update(slugs)
      .set({ account: sql`(SELECT account FROM projects WHERE id = ${id})` })
      .where(eq(slugs.project, id)),
  ]);
  return moved.length > 0;
}
