import { DEFAULT_RETRIES } from '#app/runtime/default-policies.ts';

import { notApplicable, trialRule } from './rule.ts';
import type { CheckRule } from './rule.ts';

/** What the API asked for in the trial. */
const ASKED_MS = 2_000;
const RUNTIME = 'Use the runtime of the newest generator: its own tests hold it to this.';

/** How calls behave when the API misbehaves: tried out, with stand-ins for API and secrets. */
export const trialRules: CheckRule[] = [
  trialRule({
    id: 'upstream.redaction',
    title: 'Credentials that an API says back are blanked',
    weight: 5,
    fix: RUNTIME,
    trial: 'echo',
    judge: ({ leaks, credentials }, _, { echoed }) => {
      if (leaks > 0) return { status: 'fail', text: `${leaks} came back to the tool.` };
      if (!credentials) return notApplicable('No request carried a credential.');
      const text = `${echoed.join(', ')} said the request back; its credentials were blanked.`;
      return { status: 'pass', text };
    },
  }),
  trialRule({
    id: 'upstream.repeatsReads',
    title: 'A read that fails for the moment is sent again',
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
    title: 'A write is never sent twice by itself',
    weight: 4,
    fix: RUNTIME,
    trial: 'write',
    judge: ({ requests }) => {
      const text = `A POST that got 503 was sent ${timesOf(requests.length)}.`;
      return { status: requests.length === 1 ? 'pass' : 'fail', text };
    },
  }),
  trialRule({
    id: 'upstream.retryAfter',
    title: 'Retry-After is kept',
    weight: 2,
    fix: RUNTIME,
    trial: 'wait',
    judge: ({ waits, requests }) => {
      if (requests.length < 2)
        return notApplicable('It was sent once only, so nothing was waited.');
      const shortest = Math.min(...waits);
      const text = `Asked to wait ${ASKED_MS} ms, it waited ${shortest} ms at least.`;
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
        ? { status: 'pass', text: 'It was not followed, and the tool was told.' }
        : { status: 'fail', text: `${requests.length} requests, and then: ${outcome}.` },
  }),
  trialRule({
    id: 'upstream.flood',
    title: 'An answer without end is cut off',
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
    title: 'An API that does not answer is given up',
    weight: 4,
    fix: RUNTIME,
    trial: 'hang',
    judge: ({ outcome, isAborted }) =>
      outcome === 'timeout' && isAborted
        ? { status: 'pass', text: 'The call was given up, and the request ended.' }
        : { status: 'fail', text: howItEnded(outcome, isAborted) },
  }),
  trialRule({
    id: 'upstream.abort',
    title: 'A client that leaves ends the call',
    weight: 3,
    fix: RUNTIME,
    trial: 'leave',
    judge: ({ outcome, isAborted }) =>
      outcome === 'cancelled' && isAborted
        ? { status: 'pass', text: 'The client left, and the request ended with it.' }
        : { status: 'fail', text: howItEnded(outcome, isAborted) },
  }),
];

function howItEnded(outcome: string, isAborted: boolean): string {
  return `It ended with: ${outcome}; the request ${isAborted ? 'ended too' : 'went on'}.`;
}

function timesOf(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
