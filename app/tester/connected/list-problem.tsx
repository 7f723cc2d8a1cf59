import { RotateCw } from 'lucide-react';

import type { RequestProblem } from '#app/mcp-client/connection.ts';
import { Button } from '#app/ui/button.tsx';

import { describeRequestProblem } from './describe-request-problem.ts';

/** Says that a list could not be read, and reads it again. */
export function ListProblem({
  problem,
  onRetry,
}: {
  problem: RequestProblem;
  onRetry: () => void;
}) {
  return (
    <div role="alert" className="m-4 space-y-2 rounded-panel border border-fail px-4 py-3 text-sm">
      <p className="wrap-anywhere">{describeRequestProblem(problem)}</p>
      <Button onClick={onRetry}>
        <RotateCw aria-hidden />
        Try again
      </Button>
    </div>
  );
}
