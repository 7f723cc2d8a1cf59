import * as z from 'zod/mini';

import type { CallRowStore } from '#app/hosting/calls/call-row-store.server.ts';
import { createLog } from '#app/platform/log.ts';
import { findStored } from '#app/platform/read-stored.ts';

import { toCallParts, toPartsPrefix, type WrittenPart } from './call-part.ts';
import type { PartStore } from './part-store.server.ts';

/** Calls that stay in the object for quick views. */
const MAX_HELD = 1_000;
/** Calls of one flush, and so of one part: at most 5 MB with their arguments. */
const FLUSHED_AT_ONCE = 2_000;
/** Calls that wait while the bucket is away; beyond that the oldest are lost. */
const MAX_WAITING = 50_000;
const HOUR_MS = 60 * 60 * 1_000;
/** An hour is archived so long after its end: its last calls have arrived by then. */
const SETTLE_MS = 60_000;
const RETRY_MS = 60_000;

const DONE_KEY = 'calls.archived';
const PLAN_KEY = 'calls.archiving';

/** Numbers of the first and the last call that are being written. */
const Plan = z.object({ from: z.number(), to: z.number() });
type Plan = z.infer<typeof Plan>;

type ArchiveStorage = Pick<DurableObjectStorage, 'kv' | 'setAlarm' | 'deleteAlarm'> & {
  getAlarmTime: () => number | null;
};

/** The project whose calls are archived. */
export interface ArchiveOwner {
  project: string;
  account: string;
}

/** Parts of the object that the archive works on. */
interface Given {
  storage: ArchiveStorage;
  rows: CallRowStore;
  parts: PartStore;
  bucket: R2Bucket;
  /** How long the plan of an account keeps calls. */
  loadKeptMs: (account: string) => Promise<number>;
  /** The project and its account; null: it is gone. */
  owner: () => ArchiveOwner | null;
}

/**
 * Moves calls of a project into the bucket: each hour when it is over, and as soon as there are many. What is to
 * be written is decided and stored before it is written, so that after a loss the same calls are written to the
 * same names; they count as archived only then. Until then they stay in the object.
 */
export class CallArchive {
  readonly #given: Given;
  #flushing: Promise<void> | null = null;
  /** The bucket failed: until then only the alarm tries again. */
  #restsUntil = 0;

  constructor(given: Given) {
    this.#given = given;
  }

  /** Number of the last call that is archived. */
  get done(): number {
    return findStored(z.number(), this.#given.storage.kv.get(DONE_KEY), 'The archive’s mark') ?? 0;
  }

  /** Calls have arrived: they are archived at the end of their hour, or now if they are many. */
  async follow(): Promise<void> {
    const { rows, storage } = this.#given;
    const waiting = rows.countFrom(this.done);
    if (waiting > MAX_WAITING) {
      createLog({}).error('calls.archive.lost', { count: waiting - MAX_WAITING });
      rows.trim(rows.measure().last - MAX_WAITING);
    }
    if (waiting > 0 && storage.getAlarmTime() === null) {
      const now = Date.now();
      await storage.setAlarm(now - (now % HOUR_MS) + HOUR_MS + SETTLE_MS);
    }
    const mayFlush = this.#flushing === null && Date.now() >= this.#restsUntil;
    if (waiting >= FLUSHED_AT_ONCE && mayFlush) await this.flush(FLUSHED_AT_ONCE);
  }

  /**
   * Archives what waits, once there are so many calls. What cannot be written now is tried again by the alarm.
   */
  async flush(least = 1): Promise<void> {
    while (this.#flushing !== null) await this.#flushing;
    const flushing = this.#flush(least).finally(() => {
      this.#flushing = null;
    });
    this.#flushing = flushing;
    await flushing;
  }

  /** Removes all parts. Those that the bucket does not remove now are left to the sweep. */
  async remove(project: string): Promise<void> {
    const { storage, bucket, parts } = this.#given;
    while (this.#flushing !== null) await this.#flushing;
    parts.forget();
    storage.kv.delete(DONE_KEY);
    storage.kv.delete(PLAN_KEY);
    await storage.deleteAlarm();
    const prefix = toPartsPrefix(project);
    try {
      for (;;) {
        const { objects } = await bucket.list({ prefix });
        if (objects.length === 0) return;
        await bucket.delete(objects.map(({ key }) => key));
      }
    } catch (error) {
      createLog({ project }).warn('calls.archive.unremoved', { error });
    }
  }

  async #flush(least: number): Promise<void> {
    const { storage, owner } = this.#given;
    try {
      for (let plan = this.#plan(least); plan !== null; plan = this.#plan(least)) {
        const of = owner();
        if (of === null) return;
        const keptMs = await this.#given.loadKeptMs(of.account);
        const written = await this.#write(plan, of.project, keptMs);
        // It was removed meanwhile: its removal waits for this flush, and then removes what it has written.
        if (owner() === null) return;
        this.#finish(plan, written, keptMs);
      }
      if (this.#given.rows.countFrom(this.done) === 0) await storage.deleteAlarm();
    } catch (error) {
      createLog({}).warn('calls.archive.failed', { error });
      this.#restsUntil = Date.now() + RETRY_MS;
      await storage.setAlarm(this.#restsUntil);
    }
  }

  /** The calls to write next: those that a lost flush was about to write, or those that wait. */
  #plan(least: number): Plan | null {
    const { storage, rows } = this.#given;
    const begun = findStored(Plan, storage.kv.get(PLAN_KEY), 'The plan of the archive');
    if (begun !== null) return begun;
    if (rows.countFrom(this.done) < least) return null;
    const plan = rows.findRun(this.done, FLUSHED_AT_ONCE);
    if (plan === null) return null;
    storage.kv.put(PLAN_KEY, plan);
    return plan;
  }

  async #write({ from, to }: Plan, project: string, keptMs: number): Promise<WrittenPart[]> {
    const { rows, bucket } = this.#given;
    const parts = toCallParts(project, rows.readFrom(from - 1, FLUSHED_AT_ONCE, to), keptMs);
    for (const { key, text, until } of parts) {
      await bucket.put(key, text, {
        httpMetadata: { contentType: 'application/x-ndjson' },
        customMetadata: { until: String(until) },
      });
    }
    return parts;
  }

  #finish({ to }: Plan, written: readonly WrittenPart[], keptMs: number): void {
    const { storage, rows, parts } = this.#given;
    parts.add(written);
    storage.kv.put(DONE_KEY, to);
    storage.kv.delete(PLAN_KEY);
    rows.trim(Math.min(to, rows.measure().last - MAX_HELD));
    rows.removeOlder(Date.now() - keptMs, to);
  }
}
