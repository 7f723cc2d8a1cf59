import { eq, inArray, sql, type SQL } from 'drizzle-orm';
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';

import type { DraftHead } from '#app/drafts/draft-state.ts';
import { drafts } from '#app/drafts/draft-table.server.ts';
import type { Verdict } from '#app/platform/verdict.ts';

import { showcaseChanges, showcaseEntries, showcaseRemixes } from './showcase-table.server.ts';

/** The statement that says that the showcase changes, where a condition is met: what was cached is found no more. */
function countChange(db: DrizzleD1Database, when: SQL) {
  return db
    .insert(showcaseChanges)
    .select(sql`SELECT 1, 1 WHERE ${when}`)
    .onConflictDoUpdate({
      target: showcaseChanges.id,
      set: { number: sql`${showcaseChanges.number} + 1` },
    });
}

/** Says that the showcase shows other chats now, for a reason that its rows do not tell. */
export async function noteShowcaseChange(database: D1Database): Promise<void> {
  await countChange(drizzle(database), sql`TRUE`);
}

/** The row of a chat that its owner has taken back has no words; the next snapshot brings its own. */
const TAKEN_BACK = {
  isListed: false,
  title: '',
  summary: '',
  author: null,
  tags: [],
  toolNames: [],
  words: '',
};

/**
 * The statements that bring the showcase's row of a draft to its head, in the batch that writes the draft's own
 * row and after that.
 */
export function writeEntry(
  db: DrizzleD1Database,
  head: DraftHead,
  version: number,
  endsAt: number | null,
) {
  const { id, snapshot, hiding, visibility, deletedAt } = head;
  const entry = sql`SELECT 1 FROM showcase_entries WHERE id = ${id}`;
  if (!snapshot) {
    return [
      countChange(db, sql`EXISTS (${entry} AND is_listed = 1 AND version < ${version})`),
      db
        .update(showcaseEntries)
        .set({ ...TAKEN_BACK, version })
        .where(sql`${showcaseEntries.id} = ${id} AND ${showcaseEntries.version} < ${version}`),
    ] as const;
  }
  const { listing, content, at, updatedAt } = snapshot;
  const isListed = visibility === 'public' && hiding === undefined && deletedAt === undefined;
  const { tools = 0, toolNames = [] } = content.about ?? {};
  const { title, summary, author, tags } = listing;
  const words = [title, summary, author ?? '', ...tags, ...toolNames].join('\n').toLowerCase();
  const { artifact } = content;
  const judged = <Value>(column: SQL) =>
    sql<Value>`(SELECT ${column} FROM drafts WHERE id = ${id} AND scored_artifact = ${artifact})`;
  const kept = (column: SQL, judgedNow: SQL) =>
    sql`iif(showcase_entries.artifact = excluded.artifact, showcase_entries.${column}, ${judgedNow})`;
  const score = judged<number | null>(sql`score`);
  const verdict = judged<Verdict | null>(sql`verdict`);
  const facts = { isListed, title, summary, author, tags, tools, toolNames, words };
  const row = { ...facts, artifact, publishedAt: at, updatedAt, endsAt, version };
  const isSame = sql`${entry} AND is_listed = ${Number(isListed)} AND title = ${title}
    AND summary = ${summary} AND author IS ${author} AND tags = ${JSON.stringify(tags)}
    AND updated_at = ${updatedAt}`;
  return [
    countChange(db, sql`NOT EXISTS (${isSame})`),
    db
      .insert(showcaseEntries)
      .values({ id, ...row, score, verdict })
      .onConflictDoUpdate({
        target: showcaseEntries.id,
        set: { ...row, score: kept(sql`score`, score), verdict: kept(sql`verdict`, verdict) },
        setWhere: sql`${showcaseEntries.version} < ${version}`,
      }),
    ...followDraft(db, id),
  ] as const;
}

/** Statements that bring a row in line with its draft's own, which knows better when the row was written late. */
function followDraft(db: DrizzleD1Database, id: string) {
  return [
    db
      .update(showcaseEntries)
      .set({ isListed: false })
      .where(
        sql`${showcaseEntries.id} = ${id} AND NOT EXISTS (SELECT 1 FROM drafts WHERE id = ${id}
          AND visibility = 'public' AND hidden_at IS NULL AND deleted_at IS NULL)`,
      ),
    db
      .update(showcaseEntries)
      .set(TAKEN_BACK)
      .where(
        sql`${showcaseEntries.id} = ${id}
          AND EXISTS (SELECT 1 FROM drafts WHERE id = ${id} AND visibility IS NOT 'public')`,
      ),
  ] as const;
}

/** The statements that keep the verdict on what a public chat's server was when it was published. */
export function writeEntryVerdict(
  db: DrizzleD1Database,
  { id, artifact }: Pick<DraftHead, 'id' | 'artifact'>,
  { verdict, score }: { verdict: Verdict; score: number | null },
) {
  const same = sql`${showcaseEntries.id} = ${id} AND ${showcaseEntries.artifact} = ${artifact}`;
  return [
    countChange(db, sql`EXISTS (SELECT 1 FROM showcase_entries WHERE ${same})`),
    db.update(showcaseEntries).set({ verdict, score }).where(same),
  ] as const;
}

/** The statements that take the rows of drafts that are gone out of the showcase. */
export function forgetEntries(db: DrizzleD1Database, ids: string[]) {
  return [
    countChange(db, sql`EXISTS (SELECT 1 FROM showcase_entries WHERE id IN ${ids})`),
    db.delete(showcaseRemixes).where(inArray(showcaseRemixes.entry, ids)),
    db.delete(showcaseEntries).where(inArray(showcaseEntries.id, ids)),
  ] as const;
}

/** Whether a report is one on what the draft itself serves, not only on what it served when it was published. */
export function isOnDraft({ id, artifact }: Pick<DraftHead, 'id' | 'artifact'>): SQL {
  return sql`${eq(drafts.id, id)} AND (${drafts.artifact} = ${artifact} OR NOT EXISTS (
    SELECT 1 FROM showcase_entries e WHERE e.id = ${id} AND e.artifact = ${artifact}))`;
}

/** Counts a copy of a public chat, once for each who copies it. */
export async function countRemix(
  database: D1Database,
  entry: string,
  remixer: string,
): Promise<void> {
  const isNew = sql`EXISTS (SELECT 1 FROM showcase_entries WHERE id = ${entry} AND is_listed = 1)
    AND NOT EXISTS (SELECT 1 FROM showcase_remixes WHERE entry = ${entry} AND remixer = ${remixer})`;
  const db = drizzle(database);
  await db.batch([
    countChange(db, isNew),
    db
      .update(showcaseEntries)
      .set({ remixes: sql`${showcaseEntries.remixes} + 1` })
      .where(sql`${showcaseEntries.id} = ${entry} AND ${isNew}`),
    db
      .insert(showcaseRemixes)
      .select(sql`SELECT ${entry}, ${remixer} WHERE ${isNew}`)
      .onConflictDoNothing(),
  ]);
}
