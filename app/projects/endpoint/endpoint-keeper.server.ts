import * as z from 'zod/mini';

import { createLog } from '#app/platform/log.ts';
import { readStored } from '#app/platform/read-stored.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { mirrorEndpoint } from '#app/projects/project-store.server.ts';

import type { EndpointLease, LeaseFailure } from './endpoint-stub.server.ts';
import { judgeRollout } from './judge-rollout.ts';
import { NO_COUNTS, type Rollout } from './rollout-state.ts';
import type { RolloutUsage, VersionUsage } from './rollout.ts';
import {
  beginsPrivately,
  endOfTombstone,
  EndpointState,
  forgetIfDue,
  reduceEndpoint,
  servesPrivately,
  viewEndpoint,
  type EndpointEvent,
  type EndpointFailure,
} from './endpoint-state.ts';
import type { EndpointView } from './endpoint.ts';
import { freePlace, takePlace } from './private-place-store.server.ts';

/** How long until a row that D1 did not take is written again. */
const MIRROR_RETRY_MS = 60_000;

type EndpointStorage = Pick<DurableObjectStorage, 'kv' | 'setAlarm' | 'deleteAlarm'>;

/** The endpoint's part of a project's object: its state, the alarm, and the mirror in D1's row. */
export class EndpointKeeper {
  readonly #storage: EndpointStorage;
  readonly #database: D1Database;
  #placing: Promise<void> = Promise.resolve();

  constructor(storage: EndpointStorage, database: D1Database) {
    this.#storage = storage;
    this.#database = database;
  }

  /** The state that a call is served with. Asking an unknown id stores nothing. */
  lease(): Result<EndpointLease, LeaseFailure> {
    const state = this.#load();
    if (state.kind !== 'live' || state.isClosed || state.published === null) {
      return fail({ reason: 'unpublished' });
    }
    const { project, account, visibility, publication } = state;
    const { version, blueprint, artifact } = state.published;
    const rollout = state.rollout ? toOffered(state.rollout) : null;
    const endpoint = { project, account, publication, visibility, rollout };
    return succeed({ ...endpoint, version, blueprint, artifact });
  }

  /** The rollout that runs, and the version beside it; null: none does. */
  rollout(): (Rollout & { stableVersion: number }) | null {
    const state = this.#load();
    if (state.kind !== 'live' || !state.rollout || state.published === null) return null;
    return { ...state.rollout, stableVersion: state.published.version };
  }

  /** The project and its account; null: it was never published, or is removed. */
  owner(): { project: string; account: string } | null {
    const state = this.#load();
    return state.kind === 'live' ? { project: state.project, account: state.account } : null;
  }

  /** @param usage calls of the rollout that runs. */
  read(usage?: RolloutUsage<VersionUsage>): EndpointView {
    return viewEndpoint(this.#load(), usage);
  }

  /**
   * Promotes or takes back the version of a rollout where the calls of both versions say so.
   *
   * @param weighed the calls as they are judged
   */
  async judge(usage: RolloutUsage, weighed: RolloutUsage = usage): Promise<void> {
    const state = this.#load();
    if (state.kind !== 'live' || state.isClosed || !state.rollout) return;
    const { version, countedFrom, promoteAfter } = state.rollout;
    const verdict = judgeRollout(weighed, promoteAfter);
    if (verdict === 'wait') return;
    const { project, account } = state;
    await this.apply({ kind: 'judge', project, account, version, countedFrom, verdict }, usage);
  }

  /**
   * Keeps what an event makes of the endpoint, and mirrors it.
   *
   * @param usage calls of the rollout that runs.
   */
  async apply(
    event: EndpointEvent,
    usage: RolloutUsage = NO_COUNTS,
  ): Promise<Result<EndpointView, EndpointFailure>> {
    const before = this.#load();
    const next = reduceEndpoint(before, event, Date.now(), usage);
    if (!next.ok) return next;
    if (!beginsPrivately(before, next.value)) return this.#keep(before, next.value);
    const places = 'places' in event ? event.places : undefined;
    if (places === undefined) return fail({ reason: 'noPlace' });
    if (places === null) return this.#keep(before, next.value);
    return this.#inTurn(() => this.#applyInPlace(event, places, usage));
  }

  /**
   * Applies an event with a place that is taken for it, one at a time: the object alone takes and frees the place of
   * its project. It is free again where the endpoint does not come to serve privately.
   */
  async #applyInPlace(
    event: EndpointEvent,
    limit: number,
    usage: RolloutUsage,
  ): Promise<Result<EndpointView, EndpointFailure>> {
    const taken = await this.#takePlace(event, limit);
    if (!taken.ok) return taken;
    // Something else may have happened meanwhile.
    const before = this.#load();
    const next = reduceEndpoint(before, event, Date.now(), usage);
    const isServing = servesPrivately(next.ok ? next.value : before);
    if (!isServing) await this.#freePlace(event.project, taken.value);
    if (!next.ok) return next;
    this.#storage.kv.put('placeTakenAt', taken.value);
    return this.#keep(before, next.value);
  }

  async #takePlace(
    { project, account }: EndpointEvent,
    limit: number,
  ): Promise<Result<number, EndpointFailure>> {
    const now = Date.now();
    try {
      const taken = await takePlace(this.#database, { project, account, limit }, now);
      return taken.isTaken ? succeed(taken.at) : fail({ reason: 'placesFull', used: taken.used });
    } catch (error) {
      createLog({ project }).warn('endpoint.place.unknown', { error });
      // It may have been taken all the same; a later one is not touched.
      await this.#freePlace(project, now);
      return fail({ reason: 'placesUnknown' });
    }
  }

  /** A place that stays taken counts for some minutes, and refuses others meanwhile; it lets nobody pass. */
  async #freePlace(project: string, at: number): Promise<void> {
    try {
      await freePlace(this.#database, project, at);
    } catch (error) {
      createLog({ project }).warn('endpoint.place.kept', { error });
    }
  }

  /** Work that nothing else of its kind comes between. */
  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#placing.then(work);
    this.#placing = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  async #keep(before: EndpointState, next: EndpointState): Promise<Result<EndpointView, never>> {
    if (next !== before && next.kind !== 'empty') {
      this.#storage.kv.put('endpoint', next);
      this.#storage.kv.put('isMirrored', false);
      // First, so that an object which ends in mid-call finds what it still has to write.
      await this.#setAlarm();
    }
    await this.#mirror();
    return succeed(viewEndpoint(next));
  }

  /** Does what is due, and returns whether nothing is left of the endpoint. */
  async alarm(): Promise<boolean> {
    if (forgetIfDue(this.#load(), Date.now()).kind === 'empty') return true;
    await this.#mirror();
    return false;
  }

  /** The object is the truth, so a D1 that fails only delays the row: the alarm writes it later. */
  async #mirror(): Promise<void> {
    const state = this.#load();
    if (state.kind === 'live' && !this.#isMirrored()) {
      try {
        await mirrorEndpoint(this.#database, state, this.#placeTakenAt());
        // Another event may have come in between.
        const isNewest = viewEndpoint(this.#load()).publication === state.publication;
        if (isNewest) this.#storage.kv.put('isMirrored', true);
      } catch (error) {
        createLog({ project: state.project }).warn('endpoint.mirror.failed', { error });
      }
    }
    await this.#setAlarm();
  }

  /** An endpoint whose row is written needs no alarm, and one that nobody calls rests. */
  async #setAlarm(): Promise<void> {
    const state = this.#load();
    const retryAt =
      state.kind === 'live' && !this.#isMirrored() ? Date.now() + MIRROR_RETRY_MS : null;
    const at = endOfTombstone(state) ?? retryAt;
    if (at === null) await this.#storage.deleteAlarm();
    else await this.#storage.setAlarm(at);
  }

  #load(): EndpointState {
    const stored = this.#storage.kv.get('endpoint') ?? ({ kind: 'empty' } satisfies EndpointState);
    return readStored(EndpointState, stored, 'The endpoint');
  }

  /** When the place was taken that the endpoint serves in, or last did; 0: none ever was. */
  #placeTakenAt(): number {
    const stored = this.#storage.kv.get('placeTakenAt') ?? 0;
    return readStored(z.number(), stored, 'The time of the place');
  }

  #isMirrored(): boolean {
    return readStored(z.boolean(), this.#storage.kv.get('isMirrored') ?? true, 'The mirror’s mark');
  }
}

/** A version that a share of the callers gets, for who serves it. */
function toOffered({ version, blueprint, artifact, share, at }: Rollout): EndpointLease['rollout'] {
  return { version, blueprint, artifact, share, seed: `${version} ${at}` };
}
