import { useLoaded } from '#app/api-client/use-loaded.ts';
import { getUsage } from '#app/hosting/calls/calls-client.ts';
import type { UsageView } from '#app/hosting/calls/call-entry.ts';
import { RelativeTime } from '#app/ui/relative-time.tsx';

import { Section } from '#app/dashboard/section.tsx';

/** Calls, errors and latencies of the last day, by tool, and what is left of the plan's calls. */
export function UsageSummary({ project, refreshes }: { project: string; refreshes: number }) {
  const { value } = useLoaded(project, String(refreshes), () => getUsage(project));
  if (value === null) return null;
  const calls = sum(value.hours, ({ calls: count }) => count);
  const errors = sum(value.hours, ({ errors: count }) => count);
  return (
    <Section title="Last 24 hours">
      <p className="tabular-nums">
        {describeCalls(calls, errors)}
        {value.quota === null ? null : (
          <>
            {' '}
            Your plan has {value.quota.leftToday} of {value.quota.limit} calls left; the count
            starts again <RelativeTime at={value.quota.resetsAt} />.
          </>
        )}
      </p>
      {value.tools.length === 0 ? null : <ToolUsage tools={value.tools} />}
    </Section>
  );
}

function ToolUsage({ tools }: Pick<UsageView, 'tools'>) {
  return (
    <div className="mt-3 overflow-x-auto">
      <table className="text-sm tabular-nums">
        <thead className="text-left text-muted">
          <tr className="border-b">
            {['Tool', 'Calls', 'Failed', '95 % within'].map((head) => (
              <th key={head} scope="col" className="py-2 pr-6 font-medium whitespace-nowrap">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {tools.map(({ tool, calls, errors, p95 }) => (
            <tr key={tool}>
              <td className="min-w-36 py-1.5 pr-6">
                <code className="wrap-anywhere">{tool}</code>
              </td>
              <td className="py-1.5 pr-6">{calls}</td>
              <td className="py-1.5 pr-6">{errors}</td>
              <td className="py-1.5 pr-6 whitespace-nowrap">{p95 === null ? '' : `${p95} ms`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function describeCalls(calls: number, errors: number): string {
  if (calls === 0) return 'No calls.';
  const all = calls === 1 ? '1 call' : `${calls} calls`;
  return `${all}, ${errors === 0 ? 'none' : errors} failed.`;
}

function sum<Item>(items: readonly Item[], countOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + countOf(item), 0);
}
