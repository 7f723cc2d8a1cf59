import { DurableObject } from 'cloudflare:workers';

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
export class ProjectObject extends DurableObject<Env> implements EndpointCalls {
  readonly #endpoint: EndpointKeeper;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#endpoint = new EndpointKeeper(ctx.storage, limitBindings(env).DB);
  }

  lease(): Result<EndpointLease, LeaseFailure> {
    return this.#endpoint.lease();
  }

  readEndpoint(): EndpointView {
    return this.#endpoint.read();
  }

  applyToEndpoint(event: EndpointEvent): Promise<Result<EndpointView, EndpointFailure>> {
    return this.#endpoint.apply(event);
  }

  override async alarm(): Promise<void> {
    if (await this.#endpoint.alarm()) await this.ctx.storage.deleteAll();
  }
}
