import { Badge } from '#app/ui/badge.tsx';

import { describeTrial } from './describe-trial.ts';
import type { CallRecord } from './mcp-call.ts';

/** The last calls of this page; picking one shows it again with its arguments. */
export function CallHistory({
  calls,
  onPick,
}: {
  calls: readonly CallRecord[];
  onPick: (call: CallRecord) => void;
}) {
  if (calls.length < 2) return null;
  return (
    <section aria-labelledby="history-title" className="mt-8">
      <h2 id="history-title" className="mb-1 text-sm text-muted">
        Last calls
      </h2>
      <ul className="divide-y border-y">
        {calls.map((call) => {
          const { tone, words } = describeTrial(call);
          return (
            <li key={call.startedAt}>
              <button
                type="button"
                onClick={() => onPick(call)}
                className="flex min-h-9 w-full items-center gap-3 px-1 text-start text-sm tabular-nums -outline-offset-2 hover:bg-hover pointer-coarse:min-h-11"
              >
                <span className="truncate font-mono">{call.tool}</span>
                <span className="ms-auto flex shrink-0 items-center gap-3 text-muted">
                  <Badge tone={tone}>{words}</Badge>
                  <span className="w-16 text-end">{Math.round(call.elapsedMs)} ms</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
