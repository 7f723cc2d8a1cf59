import { and, eq, isNull } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { slugs } from './project-table.server.ts';

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
