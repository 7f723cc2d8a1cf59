import { and, asc, desc, eq, gt, isNull, or, sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { suspensions } from '#app/controls/control-table.server.ts';
import { drafts } from '#app/drafts/draft-table.server.ts';
import { showcaseChanges, showcaseEntries } from '#app/drafts/publishing/showcase-table.server.ts';

import { chatReports } from './reports/chat-report-table.server.ts';
import type { OwnEntry, ShowcasePage } from './showcase-page.ts';
import type { ShowcaseCursor, ShowcaseQuery, ShowcaseSort } from './showcase-query.ts';

const PAGE = 24;
const MAX_WORDS = 8;
const MAX_SHOWN_TAGS = 16;
/** Own chats are on one page. */
const MAX_OWN = 200;
/** Addresses of a site map at most, for its other pages to fit as well. */
const MAX_MAPPED = 45_000;

const { id, title, summary, author, tags, tools, toolNames, verdict, remixes, publishedAt } =
  showcaseEntries;
const COLUMNS = {
  id,
  title,
  summary,
  author,
  tags,
  tools,
  toolNames,
  verdict,
  remixes,
  publishedAt,
};

/** By which value entries are ordered; those of the same value, and the newest, by time, then by id. */
const VALUES: Record<ShowcaseSort, SQL<number>> = {
  newest: sql<number>`(0)`,
  // A column of a name of its own: a batch answers rows by name.
  remixed: sql<number>`(${remixes} + 0)`,
  // Whatever has no report comes last.
  readiness: sql<number>`coalesce(${showcaseEntries.score}, -1)`,
};

/** How often the showcase has changed: what was read before a change is out of date after it. */
export async function readShowcaseChanges(database: D1Database): Promise<number> {
  const row = await drizzle(database)
    .select({ number: showcaseChanges.number })
    .from(showcaseChanges)
    .get();
  return row?.number ?? 0;
}

/** A page of the public chats that a query asks for. */
export async function listShowcase(
  database: D1Database,
  { q, tag, sort, after }: ShowcaseQuery,
  now: number,
): Promise<ShowcasePage> {
  const db = drizzle(database);
  const value = VALUES[sort];
  const listed = isListed(now);
  const hasTag = sql`EXISTS (SELECT 1 FROM json_each(${tags}) WHERE value = ${tag})`;
  const [rows, known] = await db.batch([
    db
      .select({ ...COLUMNS, value })
      .from(showcaseEntries)
      .where(
        and(
          listed,
          // D1 takes no pattern for LIKE that is longer than 50 bytes.
          ...toWords(q).map((word) => sql`instr(${showcaseEntries.words}, ${word}) > 0`),
          tag === null ? undefined : hasTag,
          after === null ? undefined : isAfter(value, after),
        ),
      )
      .orderBy(...(sort === 'newest' ? [] : [desc(value)]), desc(publishedAt), desc(id))
      .limit(PAGE + 1),
    db
      .select({ tag: sql<string>`j.value` })
      .from(sql`${showcaseEntries}, json_each(${tags}) AS j`)
      .where(listed)
      .groupBy(sql`j.value`)
      .orderBy(sql`count(*) DESC`, sql`j.value`)
      .limit(MAX_SHOWN_TAGS),
  ]);
  const entries = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? entries.at(-1) : undefined;
  return {
    entries: entries.map(({ value: _value, ...entry }) => entry),
    next: last ? { value: last.value, at: last.publishedAt, id: last.id } : null,
    tags: known.map((each) => each.tag),
  };
}

/** Ids of all public chats, newest first. */
export async function listPublicIds(database: D1Database, now: number): Promise<string[]> {
  const rows = await drizzle(database)
    .select({ id })
    .from(showcaseEntries)
    .where(isListed(now))
    .orderBy(desc(publishedAt))
    .limit(MAX_MAPPED);
  return rows.map((row) => row.id);
}

/** The public chat of an id; null where there is none. */
export async function findEntry(database: D1Database, entry: string, now: number) {
  const row = await drizzle(database)
    .select(COLUMNS)
    .from(showcaseEntries)
    .where(and(eq(id, entry), isListed(now)))
    .get();
  return row ?? null;
}

/** The public chats of an account, newest first, the hidden ones among them. */
export async function listOwnEntries(database: D1Database, owner: string): Promise<OwnEntry[]> {
  const { hiddenFor, visibility, deletedAt } = drafts;
  const reports = sql<number>`(SELECT count(*) FROM ${chatReports}
    WHERE ${chatReports.chat} = ${drafts.id} AND ${chatReports.closedAt} IS NULL)`;
  return drizzle(database)
    .select({ ...COLUMNS, updatedAt: showcaseEntries.updatedAt, hiddenFor, reports })
    .from(drafts)
    .innerJoin(showcaseEntries, eq(id, drafts.id))
    .where(and(eq(drafts.owner, owner), eq(visibility, 'public'), isNull(deletedAt)))
    .orderBy(desc(showcaseEntries.updatedAt), asc(id))
    .limit(MAX_OWN);
}

/** The words of a search; all of them have to be in an entry. */
function toWords(q: string): string[] {
  const words = q.toLowerCase().split(/\s+/);
  return words.filter((word) => word !== '').slice(0, MAX_WORDS);
}

/** Of a suspended account nothing is shown to anybody. */
function isListed(now: number): SQL | undefined {
  const { isListed: listed, endsAt } = showcaseEntries;
  const isHidden = sql`${id} IN (SELECT d.id FROM ${drafts} d
    WHERE d.owner IN (SELECT account_id FROM ${suspensions}))`;
  return and(eq(listed, true), or(isNull(endsAt), gt(endsAt, now)), sql`NOT ${isHidden}`);
}

function isAfter(value: SQL, after: ShowcaseCursor): SQL {
  return sql`(${value}, ${publishedAt}, ${id}) < (${after.value}, ${after.at}, ${after.id})`;
}
