import { useState } from 'react';
import { useSearchParams } from 'react-router';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import { CallEnd, type CallEntry, type NamedCallPage } from '#app/hosting/calls/call-entry.ts';
import { getCalls } from '#app/hosting/calls/calls-client.ts';
import type { ProjectView } from '#app/projects/project.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';
import { Select } from '#app/ui/select.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import { CALL_WORDS, describeBytes } from '#app/dashboard/call-words.ts';
import { Section } from '#app/dashboard/section.tsx';
import { UsageSummary } from './usage-summary.tsx';

/** Calls of the endpoint, newest first, and how many there were. Arguments and answers are not kept. */
export function LogsTab({ project }: { project: ProjectView }) {
  const [params, setParams] = useSearchParams();
  const [refreshes, setRefreshes] = useState(0);
  const end = CallEnd.options.find((option) => option === params.get('end'));
  const before = params.get('before');
  const filter = { ...(end && { end }), ...(before !== null && { before }) };
  const loaded = useLoaded(`${project.id} ${JSON.stringify(filter)}`, String(refreshes), () =>
    getCalls(project.id, filter),
  );

  function show(change: Record<string, string>) {
    setParams({ tab: 'logs', ...change }, { preventScrollReset: true });
  }

  return (
    <>
      <UsageSummary project={project.id} refreshes={refreshes} />
      <Section
        title="Calls"
        note="The last thousand. What was sent and answered is not kept, only its size."
      >
        <div className="mb-3 flex flex-wrap gap-2">
          <Select
            aria-label="Show"
            className="w-56"
            value={end ?? ''}
            onChange={(event) => show(event.target.value ? { end: event.target.value } : {})}
          >
            <option value="">All calls</option>
            {CallEnd.options.map((option) => (
              <option key={option} value={option}>
                {CALL_WORDS[option]}
              </option>
            ))}
          </Select>
          <Button onClick={() => setRefreshes(refreshes + 1)}>Refresh</Button>
        </div>
        {loaded.failure ? <FailureNote failure={loaded.failure} onRetry={loaded.retry} /> : null}
        {loaded.value === null ? (
          loaded.failure ? null : (
            <Spinner className="p-6" />
          )
        ) : (
          <CallTable page={loaded.value} isFiltered={end !== undefined} />
        )}
        {loaded.value?.next ? (
          <Button
            className="mt-3"
            onClick={() => show({ ...(end && { end }), before: String(loaded.value?.next ?? '') })}
          >
            Older calls
          </Button>
        ) : null}
      </Section>
    </>
  );
}

function CallTable({ page, isFiltered }: { page: NamedCallPage; isFiltered: boolean }) {
  const { calls, keyNames } = page;
  if (calls.length === 0) {
    return (
      <p className="text-muted">
        {isFiltered ? 'No such call.' : 'No calls yet. Connect a client under Endpoint.'}
      </p>
    );
  }
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm tabular-nums">
        <thead className="text-left text-muted">
          <tr className="border-b">
            {['Tool', 'Result', 'Caller', 'Version', 'Time', 'Sent', 'Answered', 'When'].map(
              (head) => (
                <th key={head} scope="col" className="py-2 pr-4 font-medium whitespace-nowrap">
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody className="divide-y">
          {calls.map((call) => (
            <tr key={call.id}>
              <td className="min-w-36 py-2 pr-4">
                <code className="wrap-anywhere">{call.tool ?? '(none)'}</code>
              </td>
              <td className="py-2 pr-4 whitespace-nowrap">
                <Badge tone={toneOf(call.end)}>{CALL_WORDS[call.end]}</Badge>
              </td>
              <td className="max-w-40 truncate py-2 pr-4">{nameCaller(call, keyNames)}</td>
              <td className="py-2 pr-4">{call.version}</td>
              <td className="py-2 pr-4 whitespace-nowrap">{call.milliseconds} ms</td>
              <td className="py-2 pr-4 whitespace-nowrap">{describeBytes(call.requestBytes)}</td>
              <td className="py-2 pr-4 whitespace-nowrap">{describeBytes(call.resultBytes)}</td>
              <td className="py-2 whitespace-nowrap">
                <RelativeTime at={call.at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The key by its name; apps and visitors are not told apart. */
function nameCaller({ key }: CallEntry, keyNames: NamedCallPage['keyNames']): string {
  if (key === null) return 'Visitor';
  if (key.startsWith('app_')) return 'Connected app';
  return keyNames[key] ?? 'A key that is gone';
}

function toneOf(end: CallEnd): 'pass' | 'plain' | 'fail' {
  if (end === 'ok') return 'pass';
  return end === 'cancelled' ? 'plain' : 'fail';
}
