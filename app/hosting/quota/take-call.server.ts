import type { Limits } from '#app/billing/limits.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { Grant } from './quota-state.ts';
import { toQuotaStub } from './quota-stub.server.ts';

/** The plan has no call left; there is one again then, in milliseconds since 1970. */
export interface QuotaRefusal extends NonNullable<Grant['full']> {
  reason: 'overQuota';
  resetsAt: number;
}

/** Calls that an isolate may still serve for an account. */
interface Allowance {
  calls: number;
  until: number;
  /** A batch was asked for and is on its way. */
  isAsking: boolean;
}

/** So that an isolate that serves many accounts does not grow for ever. */
const MAX_ALLOWANCES = 1_000;

const allowances = new Map<string, Allowance>();

/**
 * Takes one of the calls that an account may have served. Most come out of a batch that this isolate was
 * granted; requests that come while one is on its way ask for a single call each, so that none waits for
 * another one's request.
 */
export async function takeCall(
  app: Pick<AppContext, 'env'>,
  account: string,
  limits: Limits,
): Promise<Result<void, QuotaRefusal>> {
  const allowance = allowanceOf(account);
  if (allowance.calls > 0 && Date.now() < allowance.until) {
    allowance.calls -= 1;
    return succeed(undefined);
  }
  const wanted = allowance.isAsking ? 1 : 'batch';
  if (wanted === 'batch') allowance.isAsking = true;
  try {
    const { callsPerMinute, callsPerDay } = limits;
    const stub = toQuotaStub(app.env, account);
    const grant = await stub.grant({ callsPerMinute, callsPerDay }, wanted);
    const { full, resetsAt } = grant;
    if (full !== null) return fail({ reason: 'overQuota', ...full, resetsAt });
    // What was left of the batch before has lapsed with its time.
    if (wanted === 'batch')
      Object.assign(allowance, { calls: grant.calls - 1, until: grant.until });
    return succeed(undefined);
  } finally {
    if (wanted === 'batch') allowance.isAsking = false;
  }
}

function allowanceOf(account: string): Allowance {
  const known = allowances.get(account) ?? { calls: 0, until: 0, isAsking: false };
  allowances.delete(account);
  allowances.set(account, known);
  const [oldest] = allowances.keys();
  if (allowances.size > MAX_ALLOWANCES && oldest !== undefined) allowances.delete(oldest);
  return known;
}
