import { limitStub } from '#app/platform/stores/limit-stub.server.ts';

import type { CallLimits, CallsUsed, Grant } from './quota-state.ts';

/** Calls of the object that counts the hosted calls of one account. */
export interface QuotaCalls extends Rpc.DurableObjectBranded {
  grant(limits: CallLimits, wanted: 'batch' | 1): Grant;
  readQuota(limits: CallLimits): { leftToday: number; limit: number; resetsAt: number };
  /** Counts what is used now; takes nothing, and stores nothing. */
  countCalls(): CallsUsed;
}

/** The object that counts the hosted calls of an account. */
export function toQuotaStub(
  env: Pick<Env, 'QUOTAS'>,
  account: string,
): DurableObjectStub<QuotaCalls> {
  return limitStub(env.QUOTAS.get(env.QUOTAS.idFromName(account)));
}
