import { Suspense, useState } from 'react';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import { getUsage } from '#app/hosting/calls/calls-client.ts';
import type { UsageView } from '#app/hosting/calls/call-entry.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { succeed } from '#app/platform/result.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';
import { Segmented } from '#app/ui/segmented.tsx';
import { Select } from '#app/ui/select.tsx';
import { Spinner, SpinnerMark } from '#app/ui/spinner.tsx';

import { fillHours } from '#app/dashboard/logs/fill-hours.ts';
import { UsageTable } from '#app/dashboard/logs/usage-table.tsx';
import { Section } from '#app/dashboard/section.tsx';

const UsageCharts = lazyPart(
  async () => (await import('#app/dashboard/logs/usage-charts.tsx')).UsageCharts,
);

const SPANS = [
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
] as const;

/** Calls, errors and latencies, by the hour and by tool, and what is left of the plan's calls. */
export function UsageSummary({ project, refreshes }: { project: string; refreshes: number }) {
  const [hours, setHours] = useState<'24' | '168'>('24');
  const [tool, setTool] = useState('');
  const query = { hours, ...(tool && { tool }) };
  // What is shown stays until the answer to another choice is there.
  const { value, failure, retry } = useLoaded(
    project,
    `${JSON.stringify(query)} ${refreshes}`,
    async () => {
      const got = await getUsage(project, query);
      // The hours that end when it was answered.
      return got.ok ? succeed({ ...got.value, query, now: Date.now() }) : got;
    },
  );
  const tools = value?.tools ?? [];
  return (
    <Section title="Usage">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Segmented label="Span of time" value={hours} options={SPANS} onChange={setHours} />
        {tools.length < 2 && tool === '' ? null : (
          <Select
            aria-label="Tool of the charts"
            className="w-48"
            value={tool}
            onChange={(event) => setTool(event.target.value)}
          >
            <option value="">All tools</option>
            {toOptions(tools, tool).map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        )}
        {value !== null && JSON.stringify(value.query) !== JSON.stringify(query) ? (
          <SpinnerMark />
        ) : null}
      </div>
      {failure ? <FailureNote failure={failure} onRetry={retry} /> : null}
      {value === null && failure === null ? <Spinner className="p-6" /> : null}
      {value === null ? null : <UsageFacts value={value} />}
    </Section>
  );
}

/** Those of the answer, and the one that is chosen. */
function toOptions(tools: UsageView['tools'], chosen: string): string[] {
  const names = tools.map(({ tool }) => tool);
  return chosen === '' || names.includes(chosen) ? names : [chosen, ...names];
}

interface FactsProps {
  /** With what it was asked for by, and when. */
  value: UsageView & { query: { hours: string }; now: number };
}

function UsageFacts({ value }: FactsProps) {
  const calls = sum(value.hours, ({ calls: count }) => count);
  const errors = sum(value.hours, ({ errors: count }) => count);
  return (
    <>
      <p className="tabular-nums">
        {describeCalls(calls, errors)}
        {value.quota === null ? null : (
          <>
            {' '}
            {formatCount(value.quota.leftToday)} of {formatCount(value.quota.limit)} calls left
            today; resets <RelativeTime at={value.quota.resetsAt} />.
          </>
        )}
      </p>
      {calls === 0 ? null : (
        <Suspense>
          <UsageCharts hours={fillHours(value.hours, Number(value.query.hours), value.now)} />
        </Suspense>
      )}
      {value.tools.length === 0 ? null : <ToolUsage tools={value.tools} />}
    </>
  );
}

function ToolUsage({ tools }: Pick<UsageView, 'tools'>) {
  return (
    <div className="mt-3 overflow-x-auto">
      <UsageTable
        of="Tool"
        rows={tools.map((usage) => ({
          ...usage,
          key: usage.tool,
          name: <code className="wrap-anywhere">{usage.tool}</code>,
        }))}
      />
    </div>
  );
}

function describeCalls(calls: number, errors: number): string {
  if (calls === 0) return 'No calls.';
  const all = calls === 1 ? '1 call' : `${formatCount(calls)} calls`;
  return `${all}, ${errors === 0 ? 'none' : formatCount(errors)} failed.`;
}

function sum<Item>(items: readonly Item[], countOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + countOf(item), 0);
}
