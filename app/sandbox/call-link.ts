import type { ClientLink, UpstreamFetch } from '#app/runtime/definition.ts';

/** Functions outside the isolate that a tool in a dynamic Worker may call during one call. */
export interface CallLinkStub extends Omit<ClientLink, 'signal'> {
  fetch: UpstreamFetch;
  /** Settles when the call has ended or was cancelled. */
  cancelled: () => Promise<void>;
}
