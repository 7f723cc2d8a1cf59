import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';

import { subscriptions } from '#app/billing/subscription-table.server.ts';
import type { TicketHolder } from './customer-store.server.ts';
import { insertEvent, type BillingEvent } from './event-store.server.ts';
import type { SubscriptionFacts } from './subscription-facts.server.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** The row of an account; null if nothing was ever bought or granted. */
export async function loadSubscriptionRow(
  database: D1Database,
  accountId: string,
): Promise<SubscriptionRow | null> {
  const found = await drizzle(database)
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.accountId, accountId))
    .get();
  return found ?? null;
}

/**
 * Overwrites the row with facts that were fetched with a ticket, and notes the event that they were fetched for,
 * both or neither. Facts of an earlier ticket change nothing.
 */
export async function saveFacts(
  database: D1Database,
  holder: TicketHolder,
  facts: SubscriptionFacts,
  { event, now }: { event: BillingEvent | null; now: number },
): Promise<void> {
  const db = drizzle(database);
  const save = upsert(db, holder, facts, now);
  await (event === null ? save : db.batch([insertEvent(db, event), save]));
}

function upsert(
  db: DrizzleD1Database,
  { accountId, customerId, isLive, ticket }: TicketHolder,
  facts: SubscriptionFacts,
  now: number,
) {
  const row = { ...facts, customerId, isLive, ticket, comparedAt: now };
  const isOtherMode = sql`${subscriptions.isLive} is not ${isLive ? 1 : 0}`;
  const isLater = sql`(${isOtherMode} or ${subscriptions.ticket} < ${ticket})`;
  // A plan that was granted by hand ends with the first one that is bought.
  const isGranted = sql`${subscriptions.customerId} is null and ${subscriptions.isActive} = 1`;
  const isGone = facts.state === 'none' || facts.state === 'incomplete';
  return db
    .insert(subscriptions)
    .values({ accountId, ...row, changedAt: now })
    .onConflictDoUpdate({
      target: subscriptions.accountId,
      set: {
        ...row,
        changedAt: sql`case when ${isChanged(facts)} then ${now} else ${subscriptions.changedAt} end`,
      },
      setWhere: isGone ? and(isLater, sql`not (${isGranted})`) : isLater,
    });
}

/** Whether the row says something else than the facts. */
function isChanged(facts: SubscriptionFacts) {
  const columns = getTableColumns(subscriptions);
  const names = [
    'state',
    'tier',
    'isActive',
    'subscriptionId',
    'seats',
    'endsAt',
    'interval',
  ] as const;
  const differs = names.map((name) => {
    const value = facts[name];
    return sql`${columns[name]} is not ${typeof value === 'boolean' ? Number(value) : value}`;
  });
  return sql.join(differs, sql` or `);
}
