import type { RequestProblem } from '#app/mcp-client/connection.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { JsonTree } from '#app/tester/results/json-tree.tsx';

import { describeRequestProblem } from './describe-request-problem.ts';

/** Why a request brought no result, with what the server said besides. */
export function FailedRequest({ problem }: { problem: RequestProblem }) {
  const more = problem.reason === 'rpc' && isJsonObject(problem.data) ? problem.data : null;
  return (
    <div className="space-y-2">
      <p className="rounded-panel border border-fail bg-raised px-4 py-3 wrap-anywhere whitespace-pre-wrap">
        {describeRequestProblem(problem)}
      </p>
      {more ? <JsonTree value={more} label="data of the error" /> : null}
    </div>
  );
}
