import { DurableObject } from 'cloudflare:workers';

import { CallLogStore } from '#app/hosting/calls/call-log-store.server.ts';
import type { LogSettings, NotedCall } from '#app/hosting/calls/call-entry.ts';
import type { CallFilter } from '#app/hosting/calls/call-filter.ts';
import type {
  CallLogCalls,
  CallPlace,
  CallRun,
  HeldCalls,
  NewCalls,
  StoredUsage,
} from '#app/hosting/calls/call-log-stub.server.ts';
import type { FailureEvidence, FailureGroup } from '#app/hosting/calls/failures/failure-group.ts';
import { getAccountLimits } from '#app/hosting/quota/account-limits.server.ts';
import { createObjectContext } from '#app/platform/object-context.server.ts';
import { SplitAlarm } from '#app/platform/split-alarm.server.ts';
import { limitBindings } from '#app/platform/stores/limit-database.server.ts';
import { VersionUsageStore } from '#app/hosting/calls/version-usage-store.server.ts';
import { succeed, type Result } from '#app/platform/result.ts';
import { EndpointKeeper } from '#app/projects/endpoint/endpoint-keeper.server.ts';
import type { EndpointEvent, EndpointFailure } from '#app/projects/endpoint/endpoint-state.ts';
import type {
  EndpointCalls,
  EndpointLease,
  LeaseFailure,
} from '#app/projects/endpoint/endpoint-stub.server.ts';
import type { EndpointView } from '#app/projects/endpoint/endpoint.ts';
import type { RolloutUsage, VersionUsage } from '#app/projects/endpoint/rollout.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Plans are read under any origin. */
const ANY_ORIGIN = 'https://localhost';

/** One project's endpoint, and the log of its calls. */
export class ProjectObject extends DurableObject<Env> implements EndpointCalls, CallLogCalls {
  readonly #endpoint: EndpointKeeper;
  readonly #calls: CallLogStore;
  readonly #versions: VersionUsageStore;
  readonly #alarm: SplitAlarm;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { DB, BLOBS } = limitBindings(env);
    this.#alarm = new SplitAlarm(ctx.storage);
    this.#endpoint = new EndpointKeeper(this.#alarm.toStorageOf('endpoint'), DB);
    this.#calls = new CallLogStore({
      storage: ctx.storage,
      alarm: this.#alarm,
      bucket: BLOBS,
      owner: () => this.#endpoint.owner(),
      loadKeptMs: async (account) => {
        const app = createObjectContext(env, ctx, ANY_ORIGIN);
        return (await getAccountLimits(app, account)).logDays * DAY_MS;
      },
    });
    this.#versions = new VersionUsageStore(ctx.storage);
  }

  lease(): Result<EndpointLease, LeaseFailure> {
    const leased = this.#endpoint.lease();
    if (!leased.ok || !this.#calls.readSettings().keepsArguments) return leased;
    return { ...leased, value: { ...leased.value, keepsArguments: true } };
  }

  readEndpoint(): EndpointView {
    return this.#endpoint.read(this.#usageOfRollout());
  }

  async applyToEndpoint(event: EndpointEvent): Promise<Result<EndpointView, EndpointFailure>> {
    const applied = await this.#endpoint.apply(event, this.#usageOfRollout());
    if (!applied.ok) return applied;
    if (event.kind === 'remove') {
      await this.#calls.forget(event.project);
      this.#versions.forget();
    }
    return succeed(this.readEndpoint());
  }

  async recordCalls(entries: NotedCall[]): Promise<void> {
    // Calls that were late for the end of the project have no log any more.
    if (this.#endpoint.owner() === null) return;
    const added = this.#calls.record(entries);
    // Whoever wrote them does not wait for the archive.
    this.ctx.waitUntil(this.#calls.follow());
    const rollout = this.#endpoint.rollout();
    if (rollout === null) return;
    this.#versions.count(rollout, added);
    await this.#endpoint.judge(this.#versions.read(rollout), this.#versions.weigh(rollout));
  }

  holdCalls(filter: CallFilter, place: CallPlace): HeldCalls {
    return this.#calls.hold(filter, place);
  }

  listNewCalls(filter: CallFilter, after: number, limit: number): NewCalls {
    return this.#calls.listNew(filter, after, limit);
  }

  readCallRun(after: number): CallRun {
    return this.#calls.readRun(after);
  }

  readUsage(sinceHour: number): StoredUsage {
    return this.#calls.usage(sinceHour);
  }

  countCallsSince(at: number): { calls: number; failed: number } {
    return this.#calls.countSince(at);
  }

  listFailures(): FailureGroup[] {
    return this.#calls.listFailures();
  }

  findFailure(id: string, since: number): FailureEvidence | null {
    return this.#calls.findFailure(id, since);
  }

  readLogSettings(): LogSettings {
    return this.#calls.readSettings();
  }

  changeLogSettings(settings: LogSettings): boolean {
    if (this.#endpoint.owner() === null) return false;
    this.#calls.changeSettings(settings);
    return true;
  }

  /** Calls of the rollout that runs; undefined: none does. */
  #usageOfRollout(): RolloutUsage<VersionUsage> | undefined {
    const rollout = this.#endpoint.rollout();
    return rollout === null ? undefined : this.#versions.read(rollout);
  }

  override async alarm(): Promise<void> {
    const due = await this.#alarm.ring();
    if (await this.#endpoint.alarm()) {
      await this.ctx.storage.deleteAll();
      return;
    }
    if (due.has('calls')) await this.#calls.flush();
  }
}
