import { DurableObject } from 'cloudflare:workers';

import { findStored } from '#app/platform/read-stored.ts';

import {
  countCalls,
  grantCalls,
  QuotaState,
  readQuota,
  UNUSED_QUOTA,
  type CallLimits,
  type CallsUsed,
  type Grant,
} from './quota-state.ts';
import type { QuotaCalls } from './quota-stub.server.ts';

/** How long after its last grant an object forgets what it counted: every limit is of a day at most. */
const FORGET_MS = 2 * 24 * 60 * 60 * 1_000;

/** Counts the hosted calls of one account, for all of its endpoints. */
export class QuotaObject extends DurableObject<Env> implements QuotaCalls {
  grant(limits: CallLimits, wanted: 'batch' | 1): Grant {
    const { state, grant } = grantCalls(this.#load(), limits, wanted, Date.now());
    this.ctx.storage.kv.put('quota', state);
    void this.ctx.storage.setAlarm(Date.now() + FORGET_MS);
    return grant;
  }

  readQuota(limits: CallLimits): { leftToday: number; limit: number; resetsAt: number } {
    return readQuota(this.#load(), limits, Date.now());
  }

  countCalls(): CallsUsed {
    return countCalls(this.#load(), Date.now());
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  #load(): QuotaState {
    const stored = this.ctx.storage.kv.get('quota');
    return findStored(QuotaState, stored, 'The quota') ?? UNUSED_QUOTA;
  }
}
