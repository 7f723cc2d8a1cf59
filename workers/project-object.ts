import { DurableObject } from 'cloudflare:workers';

import { CallLogStore } from '#app/hosting/calls/call-log-store.server.ts';
import type { CallEntry, CallPage } from '#app/hosting/calls/call-entry.ts';
import type {
  CallFilter,
  CallLogCalls,
  StoredUsage,
} from '#app/hosting/calls/call-log-stub.server.ts';
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

/** One project's endpoint, and the log of its calls. */
export class ProjectObject extends DurableObject<Env> implements EndpointCalls, CallLogCalls {
  readonly #endpoint: EndpointKeeper;
  readonly #calls: CallLogStore;
  readonly #versions: VersionUsageStore;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#endpoint = new EndpointKeeper(ctx.storage, limitBindings(env).DB);
    this.#calls = new CallLogStore(ctx.storage);
    this.#versions = new VersionUsageStore(ctx.storage);
  }

  lease(): Result<EndpointLease, LeaseFailure> {
    return this.#endpoint.lease();
  }

  readEndpoint(): EndpointView {
    return this.#endpoint.read(this.#usageOfRollout());
  }

  async applyToEndpoint(event: EndpointEvent): Promise<Result<EndpointView, EndpointFailure>> {
    const applied = await this.#endpoint.apply(event, this.#usageOfRollout());
    if (!applied.ok) return applied;
    if (event.kind === 'remove') {
      this.#calls.forget();
      this.#versions.forget();
    }
    return succeed(this.readEndpoint());
  }

  async recordCalls(entries: CallEntry[]): Promise<void> {
    // Calls that were late for the end of the project have no log any more.
    if (!this.#endpoint.exists()) return;
    const added = this.#calls.record(entries);
    const rollout = this.#endpoint.rollout();
    if (rollout === null) return;
    this.#versions.count(rollout, added);
    await this.#endpoint.judge(this.#versions.read(rollout));
  }

  listCalls(filter: CallFilter): CallPage {
    return this.#calls.list(filter);
  }

  readUsage(sinceHour: number): StoredUsage {
    return this.#calls.usage(sinceHour);
  }

  /** Calls of the rollout that runs; undefined: none does. */
  #usageOfRollout(): RolloutUsage<VersionUsage> | undefined {
    const rollout = this.#endpoint.rollout();
    return rollout === null ? undefined : this.#versions.read(rollout);
  }

  override async alarm(): Promise<void> {
    if (await this.#endpoint.alarm()) await this.ctx.storage.deleteAll();
  }
}
