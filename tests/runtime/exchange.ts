import type { Upstream } from '#app/runtime/definition.ts';
import type { Policies } from '#app/runtime/policies.ts';
import type { UpstreamRequest } from '#app/runtime/tool-context.ts';
import { createUpstreamFetch } from '#app/runtime/upstream/upstream-fetch.ts';
import type { UpstreamFetchOptions } from '#app/runtime/upstream/upstream-fetch.ts';

export const policies: Policies = {
  timeoutMs: 5_000,
  maxUpstreamBytes: 1_000,
  maxResultBytes: 1_000,
  allowedOrigins: [],
  // What is sent again is looked at where that is the subject.
  retries: { attempts: 1, baseDelayMs: 0, maxDelayMs: 0 },
};

/** An API without credentials. */
export const apiUpstream = (changes: Partial<Upstream> = {}): Upstream => ({
  id: 'api',
  baseUrl: 'https://api.example.com/v1',
  allowedHosts: ['api.example.com'],
  auth: [],
  security: [],
  ...changes,
});

const SECRETS: { [name: string]: string } = {
  KEY: 'key-value-1',
  USER: 'username',
  PASS: 'pass:wörd',
  CLIENT: 'client id',
  CLIENT_SECRET: 'client&secret',
};

export interface Setup extends Partial<UpstreamFetchOptions> {
  upstream?: Partial<Upstream>;
}

/** Sends one request and tells what went out and what came back. */
export async function exchange(request: Partial<UpstreamRequest>, setup: Setup = {}) {
  const sent: Request[] = [];
  const { upstream: changes, ...options } = setup;
  const send = createUpstreamFetch({
    upstreams: [apiUpstream(changes)],
    policies,
    secrets: (name) => SECRETS[name],
    ...options,
    fetch: async (outgoing) => {
      sent.push(outgoing);
      return await (options.fetch ?? (async () => new Response('ok')))(outgoing);
    },
  });
  const outcome = await send('api', { method: 'GET', path: '/pets', headers: [], ...request });
  return { outcome, sent, url: sent[0]?.url, headers: sent[0]?.headers };
}
