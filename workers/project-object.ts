import { DurableObject } from 'cloudflare:workers';

import { CallLogStore } from '#app/hosting/calls/call-log-store.server.ts';
import type { CallEntry, CallPage } from '#app/hosting/calls/call-entry.ts';
import type {
  CallFilter,
  CallLogCalls,
  StoredUsage,
} from '#app/hosting/calls/call-log-stub.server.ts';
import { limitBindings } from '#app/platform/stores/limit-database.server.ts';
import type { Result } from '#app/platform/result.ts';
import { EndpointKeeper } from '#app/projects/endpoint/endpoint-keeper.server.ts';
import type { EndpointEvent, EndpointFailure } from '#app/projects/endpoint/endpoint-state.ts';
import type {
  EndpointCalls,
  EndpointLease,
  LeaseFailure,
} from '#app/projects/endpoint/endpoint-stub.server.ts';
import type { EndpointView } from '#app/projects/endpoint/endpoint.ts';

/** One project's endpoint, and the log of its calls. */
export class ProjectObject extends DurableObject<Env> implements EndpointCalls, CallLogCalls {
  readonly #endpoint: EndpointKeeper;
  readonly #calls: CallLogStore;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#endpoint = new EndpointKeeper(ctx.storage, limitBindings(env).DB);
    this.#calls = new CallLogStore(ctx.storage);
  }

  lease(): Result<EndpointLease, LeaseFailure> {
    return this.#endpoint.lease();
  }

  readEndpoint(): EndpointView {
    return this.#endpoint.read();
  }

  async applyToEndpoint(event: EndpointEvent): Promise<Result<EndpointView, EndpointFailure>> {
    const applied = await this.#endpoint.apply(event);
    if (applied.ok && event.kind === 'remove') this.#calls.forget();
    return applied;
  }

  recordCalls(entries: CallEntry[]): void {
    // Calls that were late for the end of the project have no log any more.
    if (this.#endpoint.exists()) this.#calls.record(entries);
  }

  listCalls(filter: CallFilter): CallPage {
    return this.#calls.list(filter);
  }

  readUsage(sinceHour: number): StoredUsage {
    return this.#calls.usage(sinceHour);
  }

  override async alarm(): Promise<void> {
    if (await this.#endpoint.alarm()) await this.ctx.storage.deleteAll();
  }
}
