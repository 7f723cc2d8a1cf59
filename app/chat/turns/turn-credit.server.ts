import * as z from 'zod/mini';

import type { TurnModel } from '#app/builder/models/resolve-model.server.ts';
import { createLog } from '#app/platform/log.ts';
import { findStored } from '#app/platform/read-stored.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { isStorageFull } from '#app/platform/stores/is-storage-full.ts';

import type { SpentTurns } from './ask.ts';
import { isAccountCount, toDay, type TurnQuota } from './turn-budget.ts';
import { giveTurnBack, takeTurn } from './turn-store.server.ts';

const Taken = z.object({
  day: z.number(),
  counts: z.array(z.object({ who: z.string(), limit: z.number() })),
  /** Only the built-in builder answered until now; absent before anybody did. */
  isFree: z.optional(z.boolean()),
});
type Taken = z.infer<typeof Taken>;

/**
 * The turn that a chat took from somebody's daily allowance; one that failed in vain is given back.
 */
export class TurnCredit {
  readonly #kv: SyncKvStorage;
  readonly #database: D1Database;

  constructor({ kv }: DurableObjectStorage, database: D1Database) {
    this.#kv = kv;
    this.#database = database;
  }

  /** Takes a turn; refused where one of the counts is full. */
  async take(
    turn: string,
    counts: TurnQuota[],
    now: number,
  ): Promise<Result<void, ({ reason: 'turnsSpent' } & SpentTurns) | { reason: 'storageFull' }>> {
    const { day, endsAt } = toDay(now);
    const full = await takeTurn(this.#database, counts, day);
    if (full) {
      const { who, limit, used } = full;
      const isGuest = !isAccountCount(who);
      return fail({ reason: 'turnsSpent', limit, used, resetsAt: endsAt, isGuest });
    }
    try {
      this.#kv.put(toKey(turn), { day, counts } satisfies Taken);
    } catch (error) {
      await this.#giveBack(turn, { day, counts });
      if (isStorageFull(error)) return fail({ reason: 'storageFull' });
      throw error;
    }
    return succeed(undefined);
  }

  /** Settles a turn that is over: one in vain is given back, unless the database cannot be reached. */
  async settle(turn: string, isInVain: boolean): Promise<void> {
    const taken = this.#read(turn);
    this.#kv.delete(toKey(turn));
    if (taken !== null && (isInVain || taken.isFree)) await this.#giveBack(turn, taken);
  }

  /** The same model; who answers is kept, for a turn whose end this object does not live to see. */
  watch(turn: string, model: TurnModel): TurnModel {
    const begin: TurnModel['begin'] = (link) =>
      model.begin({
        ...link,
        onAnswer: (answering) => {
          link.onAnswer(answering);
          this.#note(turn, answering.isBuiltIn);
        },
      });
    return { ...model, begin };
  }

  #read(turn: string): Taken | null {
    return findStored(Taken, this.#kv.get(toKey(turn)), 'The credit of a turn');
  }

  #note(turn: string, isBuiltIn: boolean): void {
    const taken = this.#read(turn);
    if (taken === null) return;
    const isFree = (taken.isFree ?? true) && isBuiltIn;
    if (taken.isFree === isFree) return;
    try {
      this.#kv.put(toKey(turn), { ...taken, isFree } satisfies Taken);
    } catch (error) {
      // The turn continues; its own writes find the storage full, too, and end it.
      createLog({ turn }).warn('turn.credit.unmarked', { error });
    }
  }

  async #giveBack(turn: string, { day, counts }: Taken): Promise<void> {
    try {
      await giveTurnBack(this.#database, counts, day);
    } catch (error) {
      createLog({ turn }).warn('turn.credit.kept', { error });
    }
  }
}

/** Each turn has its own: two that are asked for at once must not forget one of them. */
function toKey(turn: string): string {
  return `credit:${turn}`;
}
