import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { drafts } from '#app/drafts/draft-table.server.ts';
import { parseJson } from '#app/runtime/json.ts';
import { showcaseEntries } from '#app/drafts/publishing/showcase-table.server.ts';
import { applyToDraft, type DraftBindings } from '#app/drafts/store.server.ts';
import type { DraftFailure } from '#app/drafts/draft-state.ts';
import { randomId } from '#app/platform/ids.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import { ReportedChat, SHOWN_REPORTS, type NewChatReport } from './chat-report.ts';
import { chatReports } from './chat-report-table.server.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Chats that somebody may report in a day. */
export const MAX_REPORTS_PER_DAY = 20;
/** Open reports of one chat: operators need no more to look at it. */
export const MAX_OPEN_REPORTS = 100;
/** For so long, who reported a chat on which an operator decided is not heard about it again. */
const SETTLED_MS = 7 * DAY_MS;
/** Reports are deleted so long after an operator has decided. */
const CLOSED_LIFETIME_MS = 90 * DAY_MS;
/** Chats that operators are shown at a time. */
const MAX_CHATS = 100;

type Bindings = DraftBindings & Pick<Env, 'DB'>;

/** Keeps a report; one of the same reporter about the same chat takes its place. False: there were too many. */
export async function saveChatReport(
  database: D1Database,
  chat: string,
  reporter: string,
  { reason, note = '' }: NewChatReport,
  now: number,
): Promise<boolean> {
  // Counted in the same statement, so that two requests at once cannot pass a limit.
  const saved = await drizzle(database).run(sql`
    INSERT INTO chat_reports (id, chat, reason, note, reporter, created_at)
    SELECT ${randomId()}, ${chat}, ${reason}, ${note}, ${reporter}, ${now}
    WHERE (
      SELECT count(*) FROM chat_reports
      WHERE reporter = ${reporter} AND created_at > ${now - DAY_MS} AND chat <> ${chat}
    ) < ${MAX_REPORTS_PER_DAY}
    AND (
      SELECT count(*) FROM chat_reports
      WHERE chat = ${chat} AND closed_at IS NULL AND reporter <> ${reporter}
    ) < ${MAX_OPEN_REPORTS}
    ON CONFLICT (chat, reporter) DO UPDATE SET
      reason = excluded.reason, note = excluded.note, created_at = excluded.created_at, closed_at = NULL
    WHERE closed_at IS NULL OR closed_at < ${now - SETTLED_MS}`);
  if (saved.meta.changes > 0) return true;
  // Nothing changes where an operator has just decided; whoever reports it is not told so.
  const { chat: of, reporter: by } = chatReports;
  const settled = and(eq(of, chat), eq(by, reporter), isNotNull(chatReports.closedAt));
  return (await drizzle(database).$count(chatReports, settled)) > 0;
}

/** Chats with open reports, those with the most first, and the hidden ones. */
export async function listReportedChats(database: D1Database): Promise<ReportedChat[]> {
  const open = sql<number>`(SELECT count(*) FROM chat_reports r
    WHERE r.chat = drafts.id AND r.closed_at IS NULL)`;
  const newest = sql<string>`(SELECT json_group_array(json_object(
      'reason', reason, 'note', note, 'at', created_at)) FROM (
      SELECT reason, note, created_at FROM chat_reports r
      WHERE r.chat = drafts.id AND r.closed_at IS NULL
      ORDER BY created_at DESC LIMIT ${SHOWN_REPORTS}))`;
  const { id, title, visibility, hiddenFor, hiddenAt, deletedAt } = drafts;
  const { author, title: listed } = showcaseEntries;
  const rows = await drizzle(database)
    .select({
      id,
      // A chat that was taken back has no title in the showcase, and a private chat's own title is not for operators.
      title: sql<string | null>`iif(${visibility} = 'private', NULL,
        coalesce(nullif(${listed}, ''), ${title}))`,
      author,
      hiddenFor,
      open,
      newest,
    })
    .from(drafts)
    .leftJoin(showcaseEntries, eq(showcaseEntries.id, id))
    .where(
      and(
        isNull(deletedAt),
        sql`(${hiddenAt} IS NOT NULL OR ${id} IN (
          SELECT chat FROM chat_reports WHERE closed_at IS NULL))`,
      ),
    )
    .orderBy(sql`${open} DESC`, id)
    .limit(MAX_CHATS);
  return rows.map(({ newest: reports, title: called, ...row }) =>
    ReportedChat.parse({ ...row, title: called ?? '', reports: parseJson(reports) }),
  );
}

/**
 * Keeps a chat from everybody but its owner, at once and everywhere: page, conversation, files, endpoint, showcase.
 * Its reports are closed. The owner sees the reason.
 */
export async function hideChat(
  env: Bindings,
  chat: string,
  reason: string,
): Promise<Result<void, DraftFailure>> {
  return decide(env, chat, reason);
}

/** Shows a hidden chat again, to whom its owner shares it with. */
export async function unhideChat(env: Bindings, chat: string): Promise<Result<void, DraftFailure>> {
  return decide(env, chat, null);
}

async function decide(
  env: Bindings,
  chat: string,
  reason: string | null,
): Promise<Result<void, DraftFailure>> {
  const hidden = await applyToDraft(env, chat, { kind: 'hide', reason });
  if (!hidden.ok) return hidden;
  await dismissReports(env.DB, chat);
  return succeed(undefined);
}

/** Closes the open reports of a chat, and says how many there were. */
export async function dismissReports(database: D1Database, chat: string): Promise<number> {
  const closed = await drizzle(database)
    .update(chatReports)
    .set({ closedAt: Date.now() })
    .where(and(eq(chatReports.chat, chat), isNull(chatReports.closedAt)));
  return closed.meta.changes;
}

/** Deletes reports on which an operator decided long ago, or whose chat is gone; says how many. */
export async function sweepChatReports(database: D1Database, now: number): Promise<number> {
  const gone = await drizzle(database)
    .delete(chatReports)
    .where(
      sql`${lt(chatReports.closedAt, now - CLOSED_LIFETIME_MS)}
        OR ${chatReports.chat} NOT IN (SELECT id FROM drafts)`,
    );
  return gone.meta.changes;
}
