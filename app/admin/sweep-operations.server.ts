import { sweepActions } from '#app/controls/control-store.server.ts';
import { toCallLogStub } from '#app/hosting/calls/call-log-stub.server.ts';

import {
  countDay,
  listCountedProjects,
  measureDatabase,
  saveTotals,
  sweepTotals,
} from './total-store.server.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Deeds of operators are kept for two years. */
const ACTIONS_KEPT_MS = 2 * 365 * DAY_MS;
/** Projects whose calls are counted: those that were changed last. */
const MAX_COUNTED = 500;
const AT_ONCE = 20;

type Bindings = Pick<Env, 'DB' | 'PROJECTS'>;

/** Counts today and yesterday, whose last hour has ended since the last run, and forgets what is too old. */
export async function sweepOperations(env: Bindings, now: number): Promise<void> {
  const today = Math.floor(now / DAY_MS);
  await countDay(env.DB, today - 1);
  await countDay(env.DB, today);
  await saveTotals(env.DB, today, { databaseBytes: await measureDatabase(env.DB) });
  const calls = await countCalls(env, (today - 1) * DAY_MS);
  for (const [day, amounts] of calls) await saveTotals(env.DB, day, amounts);
  await sweepTotals(env.DB, now);
  await sweepActions(env.DB, now - ACTIONS_KEPT_MS);
}

/** Calls of published endpoints by day, since a time, as the projects' objects have counted them. */
async function countCalls(env: Bindings, since: number) {
  const totals = new Map<number, { calls: number; failedCalls: number }>();
  const ids = await listCountedProjects(env.DB, MAX_COUNTED);
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const chunk = ids.slice(at, at + AT_ONCE);
    const usages = await Promise.all(chunk.map((id) => toCallLogStub(env, id).readUsage(since)));
    for (const { hour, calls, errors } of usages.flatMap(({ rows }) => rows)) {
      const day = Math.floor(hour / DAY_MS);
      const total = totals.get(day) ?? { calls: 0, failedCalls: 0 };
      totals.set(day, { calls: total.calls + calls, failedCalls: total.failedCalls + errors });
    }
  }
  return totals;
}
