import { DEFAULT_RETRIES } from '#app/runtime/default-policies.ts';

import { nameSome } from './name-some.ts';
import { notApplicable, trialRule } from './rule.ts';
import type { CheckRule } from './rule.ts';

/** Delay that the API requested in the trial, in milliseconds. */
const ASKED_MS = 2_000;
const RUNTIME = 'Use the runtime of the newest generator: its own tests hold it to this.';

/** Checks of calls to a misbehaving API, tested with stand-ins for the API and the secrets. */
export const trialRules: CheckRule[] = [
  trialRule({
    id: 'upstream.redaction',
    title: 'Credentials echoed by an API are redacted',
    weight: 5,
    fix: RUNTIME,
    trial: 'echo',
    judge: ({ leaks, credentials }, _, { echoed }) => {
      if (leaks > 0) {
        const text = `${leaks} came back to the tool, from ${nameSome(echoed)}.`;
        return { status: 'fail', text };
      }
      if (!credentials) return notApplicable('No request carried a credential.');
      const text = `${echoed.join(', ')} echoed the request; its credentials were redacted.`;
      return { status: 'pass', text };
    },
  }),
  trialRule({
    id: 'upstream.repeatsReads',
    title: 'A read that fails temporarily is retried',
    weight: 2,
    fix: `Set the retries to ${DEFAULT_RETRIES.attempts} attempts.`,
    trial: 'read',
    judge: ({ requests, waits }, blueprint) => {
      const limit = (blueprint?.policies.retries ?? DEFAULT_RETRIES).attempts;
      const text = `A GET that got 503 was sent ${timesOf(requests.length)}, after ${waits.length === 1 ? '1 wait' : `${waits.length} waits`}.`;
      if (requests.length > limit) return { status: 'fail', text };
      if (requests.length > 1) return { status: 'pass', text };
      const edit = { edit: 'setPolicies' as const, retries: DEFAULT_RETRIES };
      return { status: 'warn', text, edits: [edit] };
    },
  }),
  trialRule({
    id: 'upstream.repeatsNoWrites',
    title: 'A write that is not safe to repeat is sent once',
    weight: 4,
    fix: RUNTIME,
    trial: 'write',
    judge: ({ requests }, _, { marked }) => {
      const sent = [requests.length, marked.requests.length];
      const [post, put] = sent.map(timesOf);
      const text = `A POST that got 503 was sent ${post}, a PUT that is marked as not safe to repeat ${put}.`;
      return { status: sent.every((times) => times === 1) ? 'pass' : 'fail', text };
    },
  }),
  trialRule({
    id: 'upstream.retryAfter',
    title: 'Retry-After is respected',
    weight: 2,
    fix: RUNTIME,
    trial: 'wait',
    judge: ({ waits, requests }) => {
      if (requests.length < 2) return notApplicable('It was sent only once, so there was no wait.');
      const shortest = Math.min(...waits);
      const text = `Asked to wait ${ASKED_MS} ms, it waited at least ${shortest} ms.`;
      return { status: shortest >= ASKED_MS ? 'pass' : 'fail', text };
    },
  }),
  trialRule({
    id: 'upstream.redirects',
    title: 'A redirect into a private network is not followed',
    weight: 5,
    fix: RUNTIME,
    trial: 'moved',
    judge: ({ requests, outcome }) =>
      requests.length === 1 && outcome === 'redirected'
        ? { status: 'pass', text: 'It was not followed, and the tool reported an error.' }
        : { status: 'fail', text: `${requests.length} requests, and then: ${outcome}.` },
  }),
  trialRule({
    id: 'upstream.flood',
    title: 'An endless response is cut off',
    weight: 3,
    fix: RUNTIME,
    trial: 'flood',
    judge: ({ outcome }) =>
      outcome === 'tooLarge'
        ? { status: 'pass', text: 'Reading stopped at the limit.' }
        : { status: 'fail', text: `It ended with: ${outcome}.` },
  }),
  trialRule({
    id: 'upstream.hang',
    title: 'A call to an API that does not answer times out',
    weight: 4,
    fix: RUNTIME,
    trial: 'hang',
    judge: ({ outcome, isAborted }) =>
      outcome === 'timeout' && isAborted
        ? { status: 'pass', text: 'The call timed out, and the request was aborted.' }
        : { status: 'fail', text: howItEnded(outcome, isAborted) },
  }),
  trialRule({
    id: 'upstream.abort',
    title: 'A call ends when its client disconnects',
    weight: 3,
    fix: RUNTIME,
    trial: 'leave',
    judge: ({ outcome, isAborted }) =>
      outcome === 'cancelled' && isAborted
        ? { status: 'pass', text: 'The client disconnected, and the request was aborted.' }
        : { status: 'fail', text: howItEnded(outcome, isAborted) },
  }),
];

function howItEnded(outcome: string, isAborted: boolean): string {
  return `It ended with: ${outcome}; the request ${isAborted ? 'ended too' : 'went on'}.`;
}

function timesOf(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
