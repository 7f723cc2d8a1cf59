import { listKeyNames } from '#app/api-keys/api-key-store.server.ts';
import { describeLimit } from '#app/billing/describe-limit.ts';
import { findLifting } from '#app/billing/find-lifting.ts';
import { getAccountLimits } from '#app/hosting/quota/account-limits.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import { findCalls } from './archive/find-calls.server.ts';
import type { CallPage, NamedCallPage } from './call-entry.ts';
import type { CallFilter } from './call-filter.ts';
import { toCallLogStub } from './call-log-stub.server.ts';
import type { CallQuery } from './call-query.ts';

/** Calls of one page of what is new. */
const MAX_NEW = 200;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Between what a page asks for and when that is read. */
const SLACK_MS = 60_000;

/** A project whose calls are looked at. */
interface CalledProject {
  id: string;
  account: string;
}

/** A page of the calls of a project's endpoint, newest first, with the names of their keys. */
export async function viewCalls(
  app: AppContext,
  project: CalledProject,
  { before, after, limit, ...asked }: CallQuery,
): Promise<NamedCallPage> {
  const { filter, keptFrom, cut } = await withinPlan(app, project, asked);
  const page =
    after === undefined
      ? await findCalls(app, project.id, filter, { before, limit, keptFrom })
      : await listNew(app, project.id, filter, after);
  const ids = new Set(page.calls.flatMap((call) => call.key ?? []));
  return { ...page, cut, keyNames: await listKeyNames(app.env.DB, project.account, [...ids]) };
}

/** The calls of a filter that the plan keeps. */
interface WithinPlan {
  filter: CallFilter;
  /** Older calls are kept no longer. */
  keptFrom: number;
  /** Says that older calls were asked for; null: none were. */
  cut: NamedCallPage['cut'];
}

/** Calls that are older than the plan keeps them are not shown, though their removal may yet come. */
export async function withinPlan(
  app: AppContext,
  { account }: CalledProject,
  filter: CallFilter,
): Promise<WithinPlan> {
  const now = Date.now();
  const { logDays } = await getAccountLimits(app, account);
  const keptFrom = now - logDays * DAY_MS;
  const since = Math.max(filter.since ?? 0, keptFrom);
  const within = { filter: { ...filter, since }, keptFrom };
  // A request takes time, and a page asks for whole days.
  const asked = Math.ceil((now - (filter.since ?? now) - SLACK_MS) / DAY_MS);
  if (asked <= logDays) return { ...within, cut: null };
  const reached = { limit: 'logDays' as const, used: asked, max: logDays };
  const liftedBy = findLifting({ ...reached, used: asked - 1 });
  const detail = describeLimit({ ...reached, liftedBy }, now);
  return { ...within, cut: { detail, limit: 'logDays', used: asked, max: logDays, liftedBy } };
}

async function listNew(
  app: AppContext,
  project: string,
  filter: CallFilter,
  after: number,
): Promise<CallPage> {
  const { calls, tail } = await toCallLogStub(app.env, project).listNewCalls(
    filter,
    after,
    MAX_NEW,
  );
  return { calls, tail, next: null, kept: 0 };
}
