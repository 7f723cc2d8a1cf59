import type {
  ClientLink,
  UpstreamFetch,
  UpstreamOutcome,
  UpstreamRequest,
} from '#app/runtime/definition.ts';

/** Functions outside the isolate that a tool in a dynamic Worker may call during one call. */
export interface CallLinkStub extends Omit<ClientLink, 'signal'> {
  fetch: UpstreamFetch;
  /** Tells of a request that the mock has answered in the isolate. */
  sent: (upstream: string, request: UpstreamRequest, outcome: UpstreamOutcome) => Promise<void>;
  /** Settles when the call has ended or was cancelled. */
  cancelled: () => Promise<void>;
}
