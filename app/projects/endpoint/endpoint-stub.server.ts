import type { EndpointVisibility } from '#app/projects/project.ts';
import type { Result } from '#app/platform/result.ts';
import { limitStub } from '#app/platform/stores/limit-stub.server.ts';

import type { EndpointEvent, EndpointFailure } from './endpoint-state.ts';
import type { EndpointView } from './endpoint.ts';
import { dropLease } from './lease-cache.server.ts';

/** All that a call of an endpoint needs to know of it; it holds for at most 30 s. */
export interface EndpointLease {
  project: string;
  account: string;
  version: number;
  publication: number;
  blueprint: string;
  artifact: string;
  visibility: EndpointVisibility;
  /** The owner has arguments of calls kept in the log. */
  keepsArguments?: true;
  /** A version that a share of the callers gets instead (`chooseVersion`); null: none is. */
  rollout: {
    version: number;
    blueprint: string;
    artifact: string;
    /** In percent. */
    share: number;
    /** Of the choice of callers: each rollout begins with others. */
    seed: string;
  } | null;
}

/** Nothing is served: not yet, not any more, or the project does not exist. */
export type LeaseFailure = { reason: 'unpublished' };

/** Calls of a project's object that concern its endpoint. */
export interface EndpointCalls extends Rpc.DurableObjectBranded {
  /** The state that is served now. Asking an unknown id stores nothing. */
  lease(): Result<EndpointLease, LeaseFailure>;
  /** The endpoint for its owner. Asking an unknown id stores nothing. */
  readEndpoint(): EndpointView;
  /** Changes the endpoint; everything that the event refers to must be stored already. */
  applyToEndpoint(event: EndpointEvent): Promise<Result<EndpointView, EndpointFailure>>;
}

/** The object of a project, for calls that leave its endpoint as it is. */
export function toEndpointStub(
  env: Pick<Env, 'PROJECTS'>,
  project: string,
): DurableObjectStub<Pick<EndpointCalls, 'lease' | 'readEndpoint'> & Rpc.DurableObjectBranded> {
  return limitStub(env.PROJECTS.get(env.PROJECTS.idFromName(project)));
}

/**
 * Changes the endpoint of a project. Even a call that fails may have: this isolate serves the
 * endpoint as it is from now on, others within `LEASE_MS`.
 */
export async function updateEndpoint(
  env: Pick<Env, 'PROJECTS'>,
  event: EndpointEvent,
): Promise<Result<EndpointView, EndpointFailure>> {
  const { project } = event;
  try {
    const stub: DurableObjectStub<EndpointCalls> = limitStub(
      env.PROJECTS.get(env.PROJECTS.idFromName(project)),
    );
    return await stub.applyToEndpoint(event);
  } finally {
    dropLease(project);
  }
}
