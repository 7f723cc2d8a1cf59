import type Stripe from 'stripe';

import type { AppContext } from '#app/platform/app-context.ts';
import { requireConfig } from '#app/platform/config.ts';

import { askStripe } from './ask-stripe.server.ts';
import { cancelOrphan } from './cancel-billing.server.ts';
import { sweepEvents } from './event-store.server.ts';
import { isAsStored } from './is-as-stored.server.ts';
import { openStripe, type OpenStripe } from './open-stripe.server.ts';
import { loadSubscriptionRow, type SubscriptionRow } from './own-subscription-store.server.ts';
import { receiveLostEvents } from './receive-lost-events.server.ts';
import {
  listUncompared,
  loadKnown,
  noteCompared,
  requireReport,
  saveReport,
  type BillingReport,
} from './report-store.server.ts';
import { syncSubscription } from './sync-subscription.server.ts';

type App = Pick<AppContext, 'env' | 'log'>;

/** In UTC, when most people sleep; a later hour goes on with what is left. */
const START_HOUR = 3;
const PAGE_SIZE = 50;
const MAX_PAGES = 20;
/** Each asks Stripe up to four times, and a run may ask a thousand times. */
const MAX_FETCHES = 100;

/** The work of one hour, and how many customers it may still fetch. */
interface Run {
  app: App;
  opened: OpenStripe;
  report: BillingReport;
  now: number;
  fetchesLeft: number;
}

/**
 * Compares our rows with Stripe once a day and corrects them, a bounded piece each hour: first each subscription of
 * Stripe's list, then the rows that the list did not name. What was corrected is stored in the day's report. Null:
 * there is nothing to do in this hour.
 */
export async function reconcileBilling(
  app: App,
  now: number,
): Promise<Pick<BillingReport, 'compared' | 'corrected'> | null> {
  const opened = await openStripe({ config: requireConfig(app.env) });
  const hour = new Date(now).getUTCHours();
  if (!opened.ok || hour < START_HOUR) return null;
  const day = new Date(now).toISOString().slice(0, 10);
  const { isLive } = opened.value;
  const report = await requireReport(app.env.DB, { day, isLive, now });
  if (report.endedAt !== null) return null;
  const run: Run = { app, opened: opened.value, report, now, fetchesLeft: MAX_FETCHES };
  for (let page = 0; page < MAX_PAGES && report.endedAt === null; page += 1) {
    const goesOn = await comparePage(run);
    await saveReport(app.env.DB, report);
    if (!goesOn) break;
  }
  if (report.endedAt !== null) await sweepEvents(app.env.DB, now);
  const { compared, corrected, endedAt, findings } = report;
  app.log.info('billing.reconciled', { day, compared, corrected, isEnded: endedAt !== null });
  if (findings.length > 0)
    app.log.warn('billing.findings', { day, findings: JSON.stringify(findings) });
  return { compared, corrected };
}

/** Where Stripe's list has ended. */
const LIST_ENDED = 'end';

/** Compares one page of Stripe's list, or of what it did not name; false: the next hour has to go on. */
async function comparePage(run: Run): Promise<boolean> {
  const { app, opened, report } = run;
  if (report.cursor === LIST_ENDED) return compareRest(run);
  const { cursor } = report;
  if (cursor === null && !(await receiveLostEvents(app, opened, run.now))) return false;
  const listed = await askStripe(app, () =>
    opened.stripe.subscriptions.list({
      limit: PAGE_SIZE,
      expand: ['data.latest_invoice'],
      ...(cursor === null ? {} : { starting_after: cursor }),
    }),
  );
  if (!listed.ok) return false;
  const { data, has_more: hasMore } = listed.value;
  if (!(await compareListed(run, data))) return false;
  report.cursor = hasMore ? (data.at(-1)?.id ?? LIST_ENDED) : LIST_ENDED;
  return true;
}

async function compareListed(run: Run, subscriptions: Stripe.Subscription[]): Promise<boolean> {
  const { app, report, now } = run;
  const byCustomer = Map.groupBy(subscriptions, ({ customer }) =>
    typeof customer === 'string' ? customer : customer.id,
  );
  const known = await loadKnown(app.env.DB, [...byCustomer.keys()]);
  const same: string[] = [];
  for (const [customer, own] of byCustomer) {
    report.compared += own.length;
    const row = known.get(customer);
    if (row === undefined) {
      if (!(await findOwner(run, customer, own))) return false;
    } else if (own.length === 1 && own.every((each) => isAsStored(each, row))) {
      same.push(customer);
    } else if (!(await correct(run, customer, row))) {
      return false;
    }
  }
  await noteCompared(app.env.DB, same, now);
  return true;
}

/** Ends what is paid for an account that is no more, and reports others; false: the next hour has to go on. */
async function findOwner(
  { app, opened, report }: Run,
  customer: string,
  own: Stripe.Subscription[],
): Promise<boolean> {
  const ended = await cancelOrphan(app, opened, customer);
  if (!ended.ok && ended.reason === 'stripeUnavailable') return false;
  const isOrphan = ended.ok && ended.value !== null;
  report.findings.push({
    kind: isOrphan ? 'orphan' : 'unknownCustomer',
    customer,
    subscriptions: own.map(({ id }) => id),
  });
  return true;
}

/** Compares the rows whose subscriptions are over or gone, which no list of Stripe's names. */
async function compareRest(run: Run): Promise<boolean> {
  const { app, opened, report, now } = run;
  const { isLive } = opened;
  const since = report.startedAt;
  const rows = await listUncompared(app.env.DB, { isLive, since, limit: PAGE_SIZE });
  for (const row of rows) {
    if (row.customerId === null) continue;
    report.compared += 1;
    if (!(await correct(run, row.customerId, row))) return false;
  }
  if (rows.length < PAGE_SIZE) report.endedAt = now;
  return true;
}

/** Fetches fresh, and reports what was another than in our row; false: the next hour has to go on. */
async function correct(run: Run, customer: string, row: SubscriptionRow | null): Promise<boolean> {
  const { app, opened, report, now } = run;
  if (run.fetchesLeft === 0) return false;
  run.fetchesLeft -= 1;
  const synced = await syncSubscription(app, opened, customer, null, now);
  // An account that was removed meanwhile has nothing to correct.
  if (!synced.ok && synced.reason === 'unknownCustomer') return true;
  if (!synced.ok) {
    if (synced.reason === 'stripeUnavailable') return false;
    report.findings.push({ kind: 'refused', customer });
    await noteCompared(app.env.DB, [customer], now);
    return true;
  }
  const { accountId, excess } = synced.value;
  if (excess.length > 0) report.findings.push({ kind: 'excess', customer, subscriptions: excess });
  const [before, after] = [toWords(row), toWords(await loadSubscriptionRow(app.env.DB, accountId))];
  if (before === after) return true;
  report.corrected += 1;
  report.findings.push({ kind: 'corrected', customer, before, after });
  return true;
}

/** The row in a few words, in which it tells from what Stripe has. */
function toWords(row: SubscriptionRow | null): string {
  if (row === null || row.state === 'none') return 'none';
  const { tier, state, interval, seats, endsAt, subscriptionId } = row;
  const end = endsAt === null ? '' : ` until ${new Date(endsAt).toISOString()}`;
  return `${tier} ${interval} ×${seats} ${state}${end} (${subscriptionId})`;
}
