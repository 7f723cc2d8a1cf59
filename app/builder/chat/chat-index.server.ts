import { and, desc, eq, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { drafts } from '#app/builder/draft-table.server.ts';
import type { Visibility } from '#app/builder/draft-state.ts';

const PAGE = 30;

/** A chat in a list. */
export interface ListedChat {
  id: string;
  title: string;
  visibility: Visibility;
  updatedAt: number;
  /** How many tools its server has. */
  tools: number;
}

export interface ChatPage {
  chats: ListedChat[];
  /** Where the next page begins; null after the last one. */
  next: string | null;
}

/** Whose chats are listed: those of an account or a guest, or what everybody may see. */
export type ListedOf = { owner: string } | { visibility: 'public' };

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
    })
    .from(drafts)
    .where(
      and(
        'owner' in of ? eq(drafts.owner, of.owner) : eq(drafts.visibility, of.visibility),
        isNull(drafts.deletedAt),
        isNotNull(drafts.title),
        q === '' ? undefined : contains(q),
        cursor === undefined ? undefined : isBefore(cursor),
      ),
    )
    .orderBy(desc(drafts.updatedAt), desc(drafts.id))
    .limit(PAGE + 1);
  const chats = rows.slice(0, PAGE).map((row) => ({ ...row, title: row.title ?? '' }));
  const last = chats.at(-1);
  return { chats, next: rows.length > PAGE && last ? `${last.updatedAt}.${last.id}` : null };
}

function contains(q: string): SQL {
  const escaped = q.replace(/[\\%_]/g, (character) => `\\${character}`);
  return sql`${drafts.title} LIKE ${`%${escaped}%`} ESCAPE '\\'`;
}

/** A cursor is the time and the id of the last one that was seen. */
function isBefore(cursor: string): SQL | undefined {
  const [time = '', id = ''] = cursor.split('.');
  const at = Number(time);
  return or(lt(drafts.updatedAt, at), and(eq(drafts.updatedAt, at), lt(drafts.id, id)));
}
