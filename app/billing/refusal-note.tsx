import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';

/** Refusals that have a next step of their own; their types are those of `billing-problem.server.ts`. */
const NEXT_STEPS: Record<string, { title: string; to: string; label: string } | undefined> = {
  'urn:mcp-builder:already-subscribed': {
    title: 'You already have a subscription',
    to: '/subscription',
    label: 'Open your subscription',
  },
  'urn:mcp-builder:card-declined': {
    title: 'The payment failed',
    to: '/subscription',
    label: 'Change the payment method on your Subscription page',
  },
  'urn:mcp-builder:billing-off': {
    title: 'Buying is not set up on this installation',
    to: '/pricing',
    label: 'See what an operator has to set',
  },
};

/** Says why something about a subscription was refused, and what to do next. */
export function RefusalNote({
  failure,
  onRetry,
}: {
  failure: RequestFailure;
  onRetry?: () => void;
}) {
  const problem = failure.reason === 'problem' ? failure.problem : null;
  const step = problem && NEXT_STEPS[problem.type];
  if (!step) return <FailureNote failure={failure} {...(onRetry && { onRetry })} />;
  return (
    <div role="alert" className="flex gap-2 rounded-panel border border-fail bg-raised px-4 py-3">
      <CircleAlert aria-hidden className="mt-1 size-4 shrink-0 text-fail" />
      <div className="min-w-0">
        <p className="font-semibold text-fail">{step.title}</p>
        <p className="wrap-anywhere">{problem.detail}</p>
        <Link to={step.to} className="text-blue underline underline-offset-2">
          {step.label}
        </Link>
      </div>
    </div>
  );
}
