import * as z from 'zod/mini';

import { findStored } from './read-stored.ts';

type AlarmStorage = Pick<DurableObjectStorage, 'kv' | 'setAlarm' | 'deleteAlarm'>;

const Times = z.record(z.string(), z.number());

const KEY = 'alarms';

/**
 * The one alarm of a Durable Object for several parts of it. It rings at the earliest time that a part wants;
 * then that part has none any more, and sets what it still needs.
 */
export class SplitAlarm {
  readonly #storage: AlarmStorage;

  constructor(storage: AlarmStorage) {
    this.#storage = storage;
  }

  /** The storage as one part sees it: with an alarm of its own. */
  toStorageOf(part: string): AlarmStorage & { getAlarmTime: () => number | null } {
    return {
      kv: this.#storage.kv,
      setAlarm: async (at) => this.#keep({ ...this.#load(), [part]: Number(at) }),
      deleteAlarm: async () => {
        const { [part]: _ended, ...rest } = this.#load();
        await this.#keep(rest);
      },
      getAlarmTime: () => this.#load()[part] ?? null,
    };
  }

  /** It has rung: returns the parts that it rang for. The others keep their times; these have none any more. */
  async ring(): Promise<ReadonlySet<string>> {
    const times = Object.entries(this.#load());
    const now = Math.max(Date.now(), Math.min(...times.map(([, at]) => at)));
    const isDue = ([, at]: [string, number]) => at <= now;
    await this.#keep(Object.fromEntries(times.filter((entry) => !isDue(entry))));
    return new Set(times.filter(isDue).map(([part]) => part));
  }

  async #keep(times: Record<string, number>): Promise<void> {
    const wanted = Object.values(times);
    if (wanted.length === 0) {
      if (this.#storage.kv.get(KEY) !== undefined) this.#storage.kv.delete(KEY);
      await this.#storage.deleteAlarm();
      return;
    }
    this.#storage.kv.put(KEY, times);
    await this.#storage.setAlarm(Math.min(...wanted));
  }

  #load(): Record<string, number> {
    return findStored(Times, this.#storage.kv.get(KEY), 'The alarms') ?? {};
  }
}
