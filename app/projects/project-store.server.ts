import { and, eq, lt } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import type { LiveEndpoint } from './endpoint/endpoint-state.ts';
import { projects } from './project-table.server.ts';

/** Writes what lists show of an endpoint, unless a later state of it is there. */
export async function mirrorEndpoint(
  database: D1Database,
  {
    project,
    published,
    visibility,
    publication,
  }: Pick<LiveEndpoint, 'project' | 'published' | 'visibility' | 'publication'>,
): Promise<void> {
  await drizzle(database)
    .update(projects)
    .set({
      published: published?.version ?? null,
      publishedAt: published?.at ?? null,
      visibility,
      publication,
    })
    .where(and(eq(projects.id, project), lt(projects.publication, publication)));
}
