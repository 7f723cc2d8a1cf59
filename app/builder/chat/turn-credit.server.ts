import { fail, succeed, type Result } from '#app/platform/result.ts';
import { createLog } from '#app/platform/log.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { toDay, type TurnCount } from './turn-budget.ts';
import { giveTurnBack, takeTurn } from './turn-store.server.ts';

const KEY = 'credit';
const WRITE_MS = 2_000;

interface Taken {
  turn: string;
  day: number;
  counts: TurnCount[];
}

/** The turn that a chat took off somebody's day; what failed in vain is given back. */
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
    counts: TurnCount[],
    now: number,
  ): Promise<Result<void, { reason: 'turnsSpent'; limit: number; resetsAt: number }>> {
    const { day, endsAt } = toDay(now);
    const full = await withTimeout(takeTurn(this.#database, counts, day), WRITE_MS);
    if (full) return fail({ reason: 'turnsSpent', limit: full.limit, resetsAt: endsAt });
    this.#kv.put(KEY, { turn, day, counts } satisfies Taken);
    return succeed(undefined);
  }

  /** The turn is over; a database that is away keeps what it took. */
  async settle(turn: string, isInVain: boolean): Promise<void> {
    const taken = this.#kv.get<Taken>(KEY);
    if (taken?.turn !== turn) return;
    this.#kv.delete(KEY);
    if (!isInVain) return;
    try {
      await withTimeout(giveTurnBack(this.#database, taken.counts, taken.day), WRITE_MS);
    } catch (error) {
      createLog({ turn }).warn('turn.credit.kept', { error });
    }
  }
}
