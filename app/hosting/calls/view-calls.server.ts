import { listKeyNames } from '#app/api-keys/api-key-store.server.ts';
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
  const filter = await withinPlan(app, project, asked);
  const page =
    after === undefined
      ? await findCalls(app, project.id, filter, { before, limit })
      : await listNew(app, project.id, filter, after);
  const ids = new Set(page.calls.flatMap((call) => call.key ?? []));
  return { ...page, keyNames: await listKeyNames(app.env.DB, project.account, [...ids]) };
}

/** Calls that are older than the plan keeps them are not shown, though their removal may yet come. */
export async function withinPlan(
  app: AppContext,
  { account }: CalledProject,
  filter: CallFilter,
): Promise<CallFilter> {
  const { logDays } = await getAccountLimits(app, account);
  const oldest = Date.now() - logDays * DAY_MS;
  return { ...filter, since: Math.max(filter.since ?? 0, oldest) };
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
