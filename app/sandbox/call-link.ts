import type { ClientLink, UpstreamFetch } from '#app/runtime/definition.ts';

/** What a tool in a dynamic Worker may reach while one call runs, as it sees it. */
export interface CallLinkStub extends Omit<ClientLink, 'signal'> {
  fetch: UpstreamFetch;
  /** Settles when the call is over or given up. */
  cancelled: () => Promise<void>;
}
