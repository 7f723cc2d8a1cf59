import { and, eq, isNull, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { slugs } from './project-table.server.ts';

/** Names that a project may have given up and keeps from others; each stays taken for 90 days. */
export const MAX_RETIRED_SLUGS = 5;

/** Id of the project whose endpoint has this name; null where none has it, or none any more. */
export async function findProjectOfSlug(
  database: D1Database,
  slug: string,
): Promise<string | null> {
  const row = await drizzle(database)
    .select({ project: slugs.project })
    .from(slugs)
    .where(and(eq(slugs.slug, slug), isNull(slugs.retiredAt)))
    .get();
  return row?.project ?? null;
}

/** Id of the project that has this name or keeps it from others, having had it before; null where none does. */
export async function findHolderOfSlug(database: D1Database, slug: string): Promise<string | null> {
  const row = await drizzle(database)
    .select({ project: slugs.project })
    .from(slugs)
    .where(eq(slugs.slug, slug))
    .get();
  return row?.project ?? null;
}

/**
 * Gives a project another name in its address, also one that it had before. The former one is retired:
 * it leads nowhere, and nobody else gets it for a while. All or nothing.
 */
export async function changeSlug(
  database: D1Database,
  { project, account }: { project: string; account: string },
  slug: string,
  now: number,
): Promise<'done' | 'taken' | 'tooMany'> {
  const db = drizzle(database);
  const given = sql`EXISTS (SELECT 1 FROM slugs
    WHERE slug = ${slug} AND project = ${project} AND retired_at IS NULL)`;
  const [, , [row], [retired]] = await db.batch([
    db
      .insert(slugs)
      .select(
        sql`SELECT ${slug}, ${project}, ${account}, NULL
          WHERE EXISTS (SELECT 1 FROM projects WHERE id = ${project} AND deleted_at IS NULL)
            AND (EXISTS (SELECT 1 FROM slugs WHERE slug = ${slug}) OR
              (SELECT count(*) FROM slugs WHERE project = ${project} AND retired_at IS NOT NULL)
                < ${MAX_RETIRED_SLUGS})`,
      )
      .onConflictDoUpdate({
        target: slugs.slug,
        set: { retiredAt: null },
        setWhere: eq(slugs.project, project),
      }),
    db
      .update(slugs)
      .set({ retiredAt: now })
      .where(
        and(
          eq(slugs.project, project),
          isNull(slugs.retiredAt),
          sql`${slugs.slug} <> ${slug} AND ${given}`,
        ),
      ),
    db.select({ project: slugs.project }).from(slugs).where(eq(slugs.slug, slug)),
    db.select({ isGiven: sql<number>`${given}` }).from(sql`(SELECT 1)`),
  ]);
  if (retired?.isGiven) return 'done';
  return row === undefined ? 'tooMany' : 'taken';
}
