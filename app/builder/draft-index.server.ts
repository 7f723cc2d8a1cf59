import { lt, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import type { DraftHead } from './draft-state.ts';
import { drafts } from './draft-table.server.ts';

/** Writes a draft's row; an older revision never overwrites a newer one. */
export async function indexDraft(database: D1Database, head: DraftHead): Promise<void> {
  const { environment: _kept, ...row } = head;
  await drizzle(database)
    .insert(drafts)
    .values(row)
    .onConflictDoUpdate({
      target: drafts.id,
      set: {
        revision: row.revision,
        blueprint: row.blueprint,
        artifact: row.artifact,
        warnings: row.warnings,
        expiresAt: row.expiresAt,
      },
      setWhere: lt(drafts.revision, sql`excluded.revision`),
    });
}
