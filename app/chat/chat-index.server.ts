import { and, desc, eq, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { drafts } from '#app/drafts/draft-table.server.ts';

import type { ChatPage } from './list/chat-page.ts';

const PAGE = 30;

/**
 * The chats to list: those of an account or a guest, maybe only those that were saved into a project
 * or opened from it last.
 */
export interface ListedOf {
  owner: string;
  project?: string | undefined;
}

/** Chats in which something was said or made, newest first; deleted ones are in no list. */
export async function listChats(
  database: D1Database,
  of: ListedOf,
  { q = '', cursor }: { q?: string; cursor?: string },
): Promise<ChatPage> {
  const rows = await drizzle(database)
    .select({
      id: drafts.id,
      title: drafts.title,
      visibility: drafts.visibility,
      updatedAt: drafts.updatedAt,
      tools: drafts.tools,
      toolNames: drafts.toolNames,
      serverName: drafts.serverName,
      summary: drafts.summary,
      verdict: drafts.verdict,
      isJudged: sql<number>`${drafts.scoredArtifact} IS ${drafts.artifact}`,
    })
    .from(drafts)
    .where(
      and(
        eq(drafts.owner, of.owner),
        of.project === undefined ? undefined : eq(drafts.project, of.project),
        isNull(drafts.deletedAt),
        isNotNull(drafts.title),
        q === '' ? undefined : contains(q),
        cursor === undefined ? undefined : isBefore(cursor),
      ),
    )
    .orderBy(desc(drafts.updatedAt), desc(drafts.id))
    .limit(PAGE + 1);
  const chats = rows.slice(0, PAGE).map(({ title, toolNames, verdict, isJudged, ...row }) => ({
    ...row,
    verdict: isJudged === 1 ? verdict : null,
    title: title ?? '',
    toolNames: toolNames ?? [],
  }));
  const last = chats.at(-1);
  return { chats, next: rows.length > PAGE && last ? `${last.updatedAt}.${last.id}` : null };
}

/** D1 takes no pattern for LIKE that is longer than 50 bytes. */
function contains(q: string): SQL {
  return sql`(instr(lower(${drafts.title}), lower(${q})) OR instr(lower(${drafts.serverName}), lower(${q})))`;
}

/** A cursor is the time and the id of the last one that was seen. */
function isBefore(cursor: string): SQL | undefined {
  const [time = '', id = ''] = cursor.split('.');
  const at = Number(time);
  return or(lt(drafts.updatedAt, at), and(eq(drafts.updatedAt, at), lt(drafts.id, id)));
}
