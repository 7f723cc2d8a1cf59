import {
  DEFAULT_BREAKER,
  DEFAULT_CONCURRENCY,
  DEFAULT_RETRIES,
} from '#app/runtime/default-policies.ts';
import type { ServerIdentity } from '#app/runtime/definition.ts';
import type { Policies } from '#app/runtime/policies.ts';

/** Schema version that this code writes; `upgrade.ts` converts older ones. */
export const SCHEMA_VERSION = 1;

/** Identity of a server that nobody has named yet. */
export const BLANK_IDENTITY: ServerIdentity = {
  name: 'new-server',
  version: '0.1.0',
  title: 'New server',
};

/** Limits of a new blueprint: a slow API still gets to answer, and a model's context is not flooded. */
export const DEFAULT_POLICIES: Policies = {
  timeoutMs: 30_000,
  maxUpstreamBytes: 10_000_000,
  maxResultBytes: 200_000,
  allowedOrigins: [],
  retries: DEFAULT_RETRIES,
  breaker: DEFAULT_BREAKER,
  concurrency: DEFAULT_CONCURRENCY,
  confirmDestructive: true,
};
