import { DurableObject } from 'cloudflare:workers';

import { createLog } from '#app/platform/log.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { indexDraft } from './draft-index.server.ts';
import {
  nextAlarm,
  readHead,
  reduceDraft,
  type DraftEvent,
  type DraftFailure,
  type DraftHead,
  type DraftState,
} from './draft-state.ts';

/** A database that hangs must not make the draft hang. */
const INDEX_TIMEOUT_MS = 2_000;
/** How long until a row that D1 did not take is written again. */
const INDEX_RETRY_MS = 60_000;

/**
 * One draft. A shell: it stores what `draft-state.ts` decides, keeps D1's row in step and wakes up
 * when the draft expires.
 */
export class DraftObject extends DurableObject<Pick<Env, 'DB'>> {
  /** The head of the draft. Reading an unknown id stores nothing. */
  read(): Result<DraftHead, { reason: 'unknown' | 'expired' }> {
    return readHead(this.#load(), Date.now());
  }

  /** Makes the draft, or changes it when the named revision is still the current one. */
  async apply(event: DraftEvent): Promise<Result<DraftHead, DraftFailure>> {
    const next = reduceDraft(this.#load(), event, Date.now());
    if (!next.ok) return next;
    await this.#save(next.value);
    if (next.value.kind !== 'live') return fail({ reason: 'unknown' });
    await this.#index(next.value.head);
    return succeed(next.value.head);
  }

  /** Ends the draft of this owner for good; nobody else's, and a second time changes nothing. */
  async remove(owner: string): Promise<void> {
    const next = reduceDraft(this.#load(), { kind: 'remove', owner }, Date.now());
    if (next.ok) await this.#save(next.value);
  }

  override async alarm(): Promise<void> {
    const next = reduceDraft(this.#load(), { kind: 'alarm' }, Date.now());
    if (!next.ok) return;
    if (next.value.kind === 'empty') {
      await this.ctx.storage.deleteAll();
      return;
    }
    await this.#save(next.value);
    if (next.value.kind === 'live') await this.#index(next.value.head);
  }

  #load(): DraftState {
    return this.ctx.storage.kv.get<DraftState>('state') ?? { kind: 'empty' };
  }

  async #save(state: DraftState): Promise<void> {
    this.ctx.storage.kv.put('state', state);
    const alarm = nextAlarm(state);
    if (alarm === null) await this.ctx.storage.deleteAlarm();
    else await this.ctx.storage.setAlarm(alarm);
  }

  /** The object is the truth, so a D1 that fails only delays the row: the alarm writes it later. */
  async #index(head: DraftHead): Promise<void> {
    try {
      await withTimeout(indexDraft(this.env.DB, head), INDEX_TIMEOUT_MS);
    } catch (error) {
      createLog({ draft: head.id }).warn('draft.index.failed', { error });
      await this.ctx.storage.setAlarm(Date.now() + INDEX_RETRY_MS);
    }
  }
}
