import { DEFAULT_RETRIES } from '../default-policies.ts';
import type { UpstreamOutcome } from '../tool-context.ts';
import { isRepeatable, isTransient, retryWait } from './retry-wait.ts';
import type { OutgoingCall } from './send-attempt.ts';

/**
 * Retries temporary failures, if that is safe, as often as the policy allows, and only within the call's
 * time-out.
 */
export async function sendRepeatedly(
  exchange: OutgoingCall,
  send: () => Promise<UpstreamOutcome>,
): Promise<UpstreamOutcome> {
  const { policies, request, deadline, timing, report } = exchange;
  const policy = policies.retries ?? DEFAULT_RETRIES;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await send();
    const done = attempt > 1 ? { ...outcome, attempts: attempt } : outcome;
    if (attempt >= policy.attempts || !isTransient(outcome) || !isRepeatable(request)) return done;
    const waitMs = retryWait(outcome, attempt, policy, timing);
    if (timing.now() + waitMs >= deadline.until) return done;
    const why = outcome.ok ? `status ${outcome.response.status}` : outcome.message;
    report?.({ kind: 'retry', attempt: attempt + 1, of: policy.attempts, waitMs, why });
    await timing.sleep(waitMs, deadline.signal);
    if (deadline.signal.aborted) return done;
  }
}
