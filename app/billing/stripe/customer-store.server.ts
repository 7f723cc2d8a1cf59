import { and, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { accounts } from '#app/auth/user-table.server.ts';

import { billingCustomers } from './billing-table.server.ts';

/** Stripe's customer of an account. */
export interface BillingCustomer {
  accountId: string;
  customerId: string;
}

/** A customer whom a question about, or a checkout, begins now; see {@link takeTicket}. */
export interface TicketHolder extends BillingCustomer {
  isLive: boolean;
  ticket: number;
}

/** The customer of an account in one mode; null if it has none. */
export async function loadCustomerId(
  database: D1Database,
  accountId: string,
  isLive: boolean,
): Promise<string | null> {
  const found = await drizzle(database)
    .select({ customerId: billingCustomers.customerId })
    .from(billingCustomers)
    .where(isOf(accountId, isLive))
    .get();
  return found?.customerId ?? null;
}

/** The customers of an account in all modes. */
export function listCustomerIds(
  database: D1Database,
  accountId: string,
): Promise<{ customerId: string; isLive: boolean }[]> {
  return drizzle(database)
    .select({ customerId: billingCustomers.customerId, isLive: billingCustomers.isLive })
    .from(billingCustomers)
    .where(eq(billingCustomers.accountId, accountId))
    .all();
}

/**
 * Binds a customer to an account, and gives the one that is bound then: of two at once, the first. With `instead`,
 * a customer who is gone gives way.
 */
export async function bindCustomer(
  database: D1Database,
  { accountId, customerId }: BillingCustomer,
  { isLive, instead, now }: { isLive: boolean; instead: string | null; now: number },
): Promise<string | null> {
  const db = drizzle(database);
  const isGone = instead === null ? sql`0` : eq(billingCustomers.customerId, instead);
  const [, found] = await db.batch([
    db
      .insert(billingCustomers)
      .values({ accountId, isLive, customerId, createdAt: now })
      .onConflictDoUpdate({
        target: [billingCustomers.accountId, billingCustomers.isLive],
        set: { customerId },
        setWhere: isGone,
      }),
    db
      .select({ customerId: billingCustomers.customerId })
      .from(billingCustomers)
      .where(isOf(accountId, isLive)),
  ]);
  return found[0]?.customerId ?? null;
}

/**
 * Gives the next number of a customer, before Stripe is asked. Who has the higher one has asked later, and knows
 * all that the other knows. Null: no customer of ours.
 */
export async function takeTicket(
  database: D1Database,
  customerId: string,
): Promise<TicketHolder | null> {
  const taken = await drizzle(database)
    .update(billingCustomers)
    .set({ ticket: sql`${billingCustomers.ticket} + 1` })
    .where(eq(billingCustomers.customerId, customerId))
    .returning({
      accountId: billingCustomers.accountId,
      customerId: billingCustomers.customerId,
      isLive: billingCustomers.isLive,
      ticket: billingCustomers.ticket,
    })
    .get();
  return taken ?? null;
}

/** The user whose personal account it is; null: a team, or nobody's any more. */
export async function loadAccountHolder(
  database: D1Database,
  accountId: string,
): Promise<string | null> {
  const found = await drizzle(database)
    .select({ uid: accounts.personalUid })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .get();
  return found?.uid ?? null;
}

/** Whether an account is still there. */
export async function hasAccount(database: D1Database, id: string): Promise<boolean> {
  const found = await drizzle(database)
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, id))
    .get();
  return found !== undefined;
}

function isOf(accountId: string, isLive: boolean) {
  return and(eq(billingCustomers.accountId, accountId), eq(billingCustomers.isLive, isLive));
}
