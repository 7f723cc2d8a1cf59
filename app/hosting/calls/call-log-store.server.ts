import * as z from 'zod/mini';

import { beginTimedId } from '#app/platform/ids.ts';
import { findStored } from '#app/platform/read-stored.ts';
import type { SplitAlarm } from '#app/platform/split-alarm.server.ts';

import { CallArchive, type ArchiveOwner } from './archive/call-archive.server.ts';
import { PartStore } from './archive/part-store.server.ts';
import type { LogSettings, NotedCall } from './call-entry.ts';
import type {
  CallPlace,
  CallRun,
  HeldCalls,
  NewCalls,
  StoredUsage,
} from './call-log-stub.server.ts';
import type { CallFilter } from './call-filter.ts';
import { CallRowStore } from './call-row-store.server.ts';
import { groupOf, type FailureEvidence, type FailureGroup } from './failures/failure-group.ts';
import { FailureStore } from './failures/failure-store.server.ts';
import { UsageStore } from './usage-store.server.ts';

/** Parts that one page may need. */
const MAX_PARTS = 40;
/** Flushes, or calls that are not archived yet, of one step of a download. */
const RUN_FLUSHES = 20;
const RUN_CALLS = 500;
/** Behind every id. */
const LAST_ID = '~';

/** Calls that are looked at for an example. */
const SAMPLED = 50;

const ARGUMENTS_KEY = 'calls.arguments';

/** Parts of the object that the log works with. */
interface Given {
  storage: DurableObjectStorage;
  alarm: SplitAlarm;
  bucket: R2Bucket;
  owner: () => ArchiveOwner | null;
  loadKeptMs: (account: string) => Promise<number>;
}

/** The log of one project, in its object: its latest calls, the parts of the archive, and counts. */
export class CallLogStore {
  readonly #kv: DurableObjectStorage['kv'];
  readonly #rows: CallRowStore;
  readonly #usage: UsageStore;
  readonly #parts: PartStore;
  readonly #failures: FailureStore;
  readonly #archive: CallArchive;

  constructor({ storage, alarm, ...given }: Given) {
    this.#kv = storage.kv;
    this.#rows = new CallRowStore(storage.sql);
    this.#usage = new UsageStore(storage.sql);
    this.#parts = new PartStore(storage.sql);
    this.#failures = new FailureStore(storage.sql);
    const { rows, parts } = { rows: this.#rows, parts: this.#parts };
    this.#archive = new CallArchive({ ...given, storage: alarm.toStorageOf('calls'), rows, parts });
  }

  /** Keeps these calls, and returns those that were not there already: each counts once. */
  record(entries: readonly NotedCall[]): NotedCall[] {
    const { keepsArguments } = this.readSettings();
    const added = entries
      // Another place may not have heard yet that they are not kept any more.
      .map((entry) => (keepsArguments ? entry : { ...entry, arguments: null }))
      .filter((entry) => this.#rows.insert(entry));
    if (added.length === 0) return [];
    this.#usage.count(added);
    this.#failures.count(added);
    return added;
  }

  /** Archives calls when it is time to. */
  follow(): Promise<void> {
    return this.#archive.follow();
  }

  flush(): Promise<void> {
    return this.#archive.flush();
  }

  /** The newest calls that are here, and the parts of the archive that may hold others of the page. */
  hold(filter: CallFilter, { before = LAST_ID, limit, keptFrom = 0 }: CallPlace): HeldCalls {
    const { first, last } = this.#rows.measure();
    const heldFrom = first === 0 ? Number.MAX_SAFE_INTEGER : first;
    const waiting = this.#rows.countFrom(this.#archive.done);
    const { since = 0, until } = filter;
    const end = until === undefined ? before : earlier(before, beginTimedId(until));
    const place = { before: end, since: beginTimedId(since), heldFrom };
    return {
      calls: this.#rows.list(filter, before, limit),
      parts: this.#parts.list(place, MAX_PARTS),
      tail: last,
      kept: this.#parts.countCalls(keptFrom) + waiting,
    };
  }

  /** Calls that arrived after the one with this number, in their order; what is too much for one answer comes next. */
  listNew(filter: CallFilter, after: number, limit: number): NewCalls {
    const calls = this.#rows.listNew(filter, after, limit);
    const last = calls.length < limit ? undefined : calls.at(-1);
    return {
      calls: calls.map(({ sequence: _sequence, ...call }) => call),
      tail: last?.sequence ?? this.#rows.measure().last,
    };
  }

  /** The next of all calls in the order of their arrival: parts of the archive, or what it lacks. */
  readRun(after: number): CallRun {
    const parts = this.#parts.listAfter(after, RUN_FLUSHES);
    if (parts.length > 0) return { parts, calls: [] };
    return { parts, calls: this.#rows.readFrom(after, RUN_CALLS) };
  }

  /** Counts since the beginning of an hour. */
  usage(sinceHour: number): StoredUsage {
    return this.#usage.read(sinceHour);
  }

  countSince(at: number): { calls: number; failed: number } {
    return this.#rows.countSince(at);
  }

  listFailures(): FailureGroup[] {
    return this.#failures.list();
  }

  /** A group, with the arguments of one of its calls since a time that are still in the log. */
  findFailure(id: string, since: number): FailureEvidence | null {
    const group = this.#failures.find(id);
    if (group === null) return null;
    const { end, tool } = group;
    const filter = { end, since, ...(tool !== null && { tool }) };
    const calls = this.#rows.list(filter, LAST_ID, SAMPLED);
    const sample = calls.find((call) => groupOf(call) === id && call.arguments !== null);
    return { group, arguments: sample?.arguments ?? null };
  }

  readSettings(): LogSettings {
    const kept = findStored(z.boolean(), this.#kv.get(ARGUMENTS_KEY), 'A setting of the log');
    return { keepsArguments: kept ?? false };
  }

  changeSettings({ keepsArguments }: LogSettings): void {
    if (keepsArguments) this.#kv.put(ARGUMENTS_KEY, true);
    else {
      this.#kv.delete(ARGUMENTS_KEY);
      this.#rows.clearArguments();
    }
  }

  /** Forgets all calls, counts and settings. */
  async forget(project: string): Promise<void> {
    this.#rows.forget();
    this.#usage.forget();
    this.#failures.forget();
    this.#kv.delete(ARGUMENTS_KEY);
    await this.#archive.remove(project);
  }
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
