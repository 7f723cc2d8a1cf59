import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isLoopbackHost } from '#app/platform/outbound/loopback.ts';
import {
  DEFAULT_BREAKER,
  DEFAULT_CONCURRENCY,
  DEFAULT_RETRIES,
} from '#app/runtime/default-policies.ts';
import type { Upstream } from '#app/runtime/definition.ts';
import { signInUrls } from '#app/runtime/upstream/sign-in-urls.ts';

import { listed } from './each-tool.ts';
import { idempotencyRule } from './idempotency.ts';
import { nameSome } from './name-some.ts';
import type { FixEdit } from './report.ts';
import { blueprintRule, notApplicable } from './rule.ts';
import type { CheckRule, CheckVerdict } from './rule.ts';

/** Clients give up after a minute. */
const MAX_TIMEOUT_MS = 60_000;
const DEFAULT_TIMEOUT_MS = 30_000;
/** An isolate has 128 MB for everything. In bytes. */
const MAX_UPSTREAM_BYTES = 20_000_000;
const DEFAULT_UPSTREAM_BYTES = 10_000_000;
const MAX_ATTEMPTS = 5;
const MAX_FAILURES = 50;
const MAX_AT_ONCE = 128;
const NO_UPSTREAM = 'The server calls no API.';

/** Checks of how the APIs behind the server are called, and of failures. */
export const upstreamRules: CheckRule[] = [
  upstreamRule({
    id: 'upstream.timeout',
    title: 'Calls time out',
    weight: 3,
    fix: `Give up after ${MAX_TIMEOUT_MS / 1_000} seconds at most: clients do not wait longer.`,
    judge: ({ policies, upstreams }) => {
      const slow = upstreams
        .filter(({ timeoutMs }) => timeoutMs !== undefined && timeoutMs > MAX_TIMEOUT_MS)
        .map(({ id }) => id);
      const edits: FixEdit[] = slow.map((id) => ({ edit: 'setUpstream', id, timeoutMs: null }));
      if (policies.timeoutMs > MAX_TIMEOUT_MS) {
        edits.push({ edit: 'setPolicies', timeoutMs: DEFAULT_TIMEOUT_MS });
      }
      const longest = Math.max(
        ...upstreams.map(({ timeoutMs }) => timeoutMs ?? policies.timeoutMs),
      );
      const whose = slow.length === 0 ? '' : ` (${nameSome(slow)})`;
      const text = `The longest time-out is ${longest.toLocaleString('en')} ms${whose}.`;
      return edits.length === 0 ? { status: 'pass', text } : { status: 'warn', text, edits };
    },
  }),
  upstreamRule({
    id: 'upstream.size',
    title: 'The size of answers is limited',
    weight: 2,
    fix: `Read ${DEFAULT_UPSTREAM_BYTES.toLocaleString('en')} bytes at most.`,
    judge: ({ policies }) => {
      const text = `${policies.maxUpstreamBytes.toLocaleString('en')} bytes are read at most.`;
      if (policies.maxUpstreamBytes <= MAX_UPSTREAM_BYTES) return { status: 'pass', text };
      const maxUpstreamBytes = DEFAULT_UPSTREAM_BYTES;
      return { status: 'warn', text, edits: [{ edit: 'setPolicies', maxUpstreamBytes }] };
    },
  }),
  upstreamRule({
    id: 'upstream.retries',
    title: 'Repeatable calls are retried a limited number of times',
    weight: 2,
    fix: `Send up to ${DEFAULT_RETRIES.attempts} times, with growing waits, and respect Retry-After.`,
    judge: ({ policies: { retries = DEFAULT_RETRIES } }) => {
      const edits: FixEdit[] = [{ edit: 'setPolicies', retries: DEFAULT_RETRIES }];
      const { attempts, baseDelayMs } = retries;
      if (attempts < 2) {
        return { status: 'warn', text: 'A single network failure fails the call.', edits };
      }
      const text = `Sent ${attempts} times at most, the first wait up to ${baseDelayMs} ms.`;
      if (attempts > MAX_ATTEMPTS || baseDelayMs === 0) return { status: 'warn', text, edits };
      return { status: 'pass', text };
    },
  }),
  idempotencyRule,
  upstreamRule({
    id: 'upstream.breaker',
    title: 'Calls pause while an API is down',
    weight: 2,
    fix: `Pause calls after ${DEFAULT_BREAKER.failures} failures in a row.`,
    judge: ({ policies: { breaker = DEFAULT_BREAKER } }) => {
      const text = `Paused for ${breaker.cooldownMs} ms after ${breaker.failures} failures.`;
      if (breaker.failures <= MAX_FAILURES) return { status: 'pass', text };
      const edits: FixEdit[] = [{ edit: 'setPolicies', breaker: DEFAULT_BREAKER }];
      return { status: 'warn', text, edits };
    },
  }),
  upstreamRule({
    id: 'upstream.concurrency',
    title: 'Concurrent calls are limited',
    weight: 2,
    fix: `Send ${DEFAULT_CONCURRENCY.atOnce} requests at a time at most.`,
    judge: ({ policies: { concurrency = DEFAULT_CONCURRENCY } }) => {
      const { atOnce, waiting } = concurrency;
      const text = `${atOnce} requests at a time, and ${waiting} that wait.`;
      if (atOnce <= MAX_AT_ONCE) return { status: 'pass', text };
      const edits: FixEdit[] = [{ edit: 'setPolicies', concurrency: DEFAULT_CONCURRENCY }];
      return { status: 'warn', text, edits };
    },
  }),
  upstreamRule({
    id: 'upstream.https',
    title: 'APIs are called over HTTPS',
    weight: 4,
    fix: 'Use the API’s https address, if it has one. The fix changes the address without testing it.',
    judge: ({ upstreams }) => {
      const all = upstreams.flatMap((upstream) =>
        [upstream.baseUrl, ...tokenUrls(upstream)].map((url) => ({ id: upstream.id, url })),
      );
      const open = all.filter(({ url }) => isInTheOpen(url));
      if (open.length === 0) {
        return { status: 'pass', text: [...new Set(all.map(({ url }) => url))].join(', ') };
      }
      const repairs = open.map(({ id, url }): FixEdit[] => {
        const isBase = upstreams.some((upstream) => upstream.id === id && upstream.baseUrl === url);
        // An explicit port serves something other than TLS.
        if (!isBase || /^http:\/\/[^/]*:\d/i.test(url)) return [];
        return [{ edit: 'setUpstream', id, baseUrl: url.replace(/^http:/i, 'https:') }];
      });
      const named = open.map(({ id, url }) => `${id}: ${url}`);
      const text = `${open.length} called without encryption: ${nameSome(named)}.`;
      return { status: 'fail', text, got: listed(named), repairs };
    },
  }),
];

function upstreamRule(
  parts: Omit<Parameters<typeof blueprintRule>[0], 'judge'> & {
    judge: (blueprint: Blueprint) => CheckVerdict;
  },
): CheckRule {
  return blueprintRule({
    place: { tab: 'setup' },
    ...parts,
    judge: (blueprint) =>
      blueprint.upstreams.length === 0 ? notApplicable(NO_UPSTREAM) : parts.judge(blueprint),
  });
}

/** Where the tokens of an API come from. */
export function tokenUrls({ auth }: Upstream): string[] {
  return auth.flatMap(signInUrls);
}

function isInTheOpen(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol !== 'https:' && !isLoopbackHost(hostname);
}
