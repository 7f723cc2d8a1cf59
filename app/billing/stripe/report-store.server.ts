import { and, eq, getTableColumns, inArray, lt, ne } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import * as z from 'zod/mini';

import { subscriptions } from '#app/billing/subscription-table.server.ts';
import { parseStored } from '#app/platform/read-stored.ts';

import { billingCustomers, billingReports } from './billing-table.server.ts';
import type { SubscriptionRow } from './own-subscription-store.server.ts';

const MAX_FINDINGS = 100;

/** Something that was not as Stripe has it, or that somebody should look at. */
const BillingFinding = z.object({
  kind: z.enum(['corrected', 'excess', 'orphan', 'refused', 'unknownCustomer']),
  customer: z.string(),
  before: z.optional(z.string()),
  after: z.optional(z.string()),
  subscriptions: z.optional(z.array(z.string())),
});
type BillingFinding = z.infer<typeof BillingFinding>;

/** The comparison of one day, finished or not. */
export interface BillingReport {
  day: string;
  isLive: boolean;
  startedAt: number;
  endedAt: number | null;
  cursor: string | null;
  compared: number;
  corrected: number;
  findings: BillingFinding[];
}

/** The report of a day, which begins where there is none yet. */
export async function requireReport(
  database: D1Database,
  { day, isLive, now }: { day: string; isLive: boolean; now: number },
): Promise<BillingReport> {
  const db = drizzle(database);
  const isOfDay = and(eq(billingReports.day, day), eq(billingReports.isLive, isLive));
  const [, [row]] = await db.batch([
    db.insert(billingReports).values({ day, isLive, startedAt: now }).onConflictDoNothing(),
    db.select().from(billingReports).where(isOfDay),
  ]);
  if (!row) throw new Error(`There is no report of ${day}.`);
  return { ...row, findings: parseStored(z.array(BillingFinding), row.findings, 'A report') };
}

/** Stores how far a report has come. */
export async function saveReport(database: D1Database, report: BillingReport): Promise<void> {
  const { day, isLive, findings, ...rest } = report;
  await drizzle(database)
    .update(billingReports)
    .set({ ...rest, findings: JSON.stringify(findings.slice(0, MAX_FINDINGS)) })
    .where(and(eq(billingReports.day, day), eq(billingReports.isLive, isLive)));
}

/** Our customers among these, each with its row. At most 90: a statement takes no more values. */
export async function loadKnown(
  database: D1Database,
  customerIds: string[],
): Promise<Map<string, SubscriptionRow | null>> {
  const rows = await drizzle(database)
    .select({ customerId: billingCustomers.customerId, row: getTableColumns(subscriptions) })
    .from(billingCustomers)
    .leftJoin(subscriptions, eq(subscriptions.accountId, billingCustomers.accountId))
    .where(inArray(billingCustomers.customerId, customerIds));
  return new Map(rows.map(({ customerId, row }) => [customerId, row]));
}

/** Notes that the rows of these customers are as Stripe has them. */
export async function noteCompared(
  database: D1Database,
  customerIds: string[],
  now: number,
): Promise<void> {
  if (customerIds.length === 0) return;
  await drizzle(database)
    .update(subscriptions)
    .set({ comparedAt: now })
    .where(inArray(subscriptions.customerId, customerIds));
}

/** Customers whose rows say that something is paid for, and that Stripe's list has not named since a time. */
export async function listUncompared(
  database: D1Database,
  { isLive, since, limit }: { isLive: boolean; since: number; limit: number },
): Promise<SubscriptionRow[]> {
  return drizzle(database)
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.isLive, isLive),
        ne(subscriptions.state, 'none'),
        lt(subscriptions.comparedAt, since),
      ),
    )
    .limit(limit);
}
