import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { findStored } from '#app/platform/read-stored.ts';

import { ChecksReport } from './checks-report.ts';
import { checkReports } from './report-table.server.ts';

export const REPORT_LIFETIME_MS = 90 * 24 * 60 * 60 * 1_000;
/** Links that somebody has at the same time. */
export const MAX_REPORTS = 50;
/** Those of all guests together: whoever drops the cookie is another guest. */
export const MAX_GUEST_REPORTS = 2_000;

/** Whose a report is: an account's, or a guest's. */
export type ReportOwner = { accountId: string } | { guestId: string };

/** A report as it is stored. */
export interface StoredReport {
  report: ChecksReport;
  accountId: string | null;
  guestId: string | null;
  expiresAt: number;
}

/** Stores a report; false: its owner has {@link MAX_REPORTS} others, or guests have {@link MAX_GUEST_REPORTS}. */
export async function saveCheckReport(
  database: D1Database,
  id: string,
  owner: ReportOwner,
  report: ChecksReport,
  now: number,
): Promise<boolean> {
  const account = 'accountId' in owner ? owner.accountId : null;
  const guest = 'guestId' in owner ? owner.guestId : null;
  const text = JSON.stringify(report);
  // Counted in the same statement, so that two requests at once cannot pass the limit.
  const saved = await drizzle(database).run(sql`
    INSERT INTO check_reports (id, account_id, guest_id, report, created_at, expires_at)
    SELECT ${id}, ${account}, ${guest}, ${text}, ${now}, ${now + REPORT_LIFETIME_MS}
    WHERE (
      SELECT count(*) FROM check_reports
      WHERE (account_id = ${account} OR guest_id = ${guest}) AND expires_at > ${now}
    ) < ${MAX_REPORTS}
    AND (
      ${guest} IS NULL
      OR (SELECT count(*) FROM check_reports WHERE guest_id IS NOT NULL) < ${MAX_GUEST_REPORTS}
    )`);
  return saved.meta.changes > 0;
}

/** A report that is shared; null: there is none, or it cannot be read any more. */
export async function findCheckReport(
  database: D1Database,
  id: string,
  now: number,
): Promise<StoredReport | null> {
  const row = await drizzle(database)
    .select()
    .from(checkReports)
    .where(and(eq(checkReports.id, id), gt(checkReports.expiresAt, now)))
    .get();
  if (row === undefined) return null;
  const report = findStored(ChecksReport, JSON.parse(row.report), `report ${id}`);
  const { accountId, guestId, expiresAt } = row;
  return report === null ? null : { report, accountId, guestId, expiresAt };
}

/** Deletes a report of its owner; false: there is none. */
export async function removeCheckReport(
  database: D1Database,
  id: string,
  owner: ReportOwner,
): Promise<boolean> {
  const isOwn =
    'accountId' in owner
      ? eq(checkReports.accountId, owner.accountId)
      : eq(checkReports.guestId, owner.guestId);
  const gone = await drizzle(database)
    .delete(checkReports)
    .where(and(eq(checkReports.id, id), isOwn));
  return gone.meta.changes > 0;
}

/** Hands the reports of a guest over to an account. */
export async function claimCheckReports(
  database: D1Database,
  guest: string,
  account: string,
): Promise<void> {
  await drizzle(database)
    .update(checkReports)
    .set({ accountId: account, guestId: null })
    .where(eq(checkReports.guestId, guest));
}

/** Deletes reports whose time is over, and says how many. */
export async function sweepCheckReports(database: D1Database, now: number): Promise<number> {
  const gone = await drizzle(database).delete(checkReports).where(lt(checkReports.expiresAt, now));
  return gone.meta.changes;
}
