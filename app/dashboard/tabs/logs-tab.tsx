import { useState } from 'react';

import { ForRole } from '#app/dashboard/for-role.tsx';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { callsDownloadPath } from '#app/hosting/calls/calls-client.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import { CallTable } from '#app/dashboard/logs/call-table.tsx';
import { useThrottled } from '#app/dashboard/logs/use-throttled.ts';
import { FailureGroups } from '#app/dashboard/logs/failure-groups.tsx';
import { LogFilters, type LogChoices } from '#app/dashboard/logs/log-filters.tsx';
import { KeptFacts } from '#app/dashboard/logs/kept-facts.tsx';
import { useCalls } from '#app/dashboard/logs/use-calls.ts';
import { toCallQuery, useLogFilter, type LogFilter } from '#app/dashboard/logs/use-log-filter.ts';
import type { ProjectFacts } from '#app/dashboard/project-facts.ts';
import { Section } from '#app/dashboard/section.tsx';
import { UsageSummary } from './usage-summary.tsx';

/** Usage and failures are loaded again so often at most while calls arrive. */
const LIVE_REFRESH_MS = 5_000;

/** Calls of the endpoint, newest first, and how many there were. */
export function LogsTab({ facts }: { facts: ProjectFacts }) {
  const { project, versions } = facts;
  const { filter, change } = useLogFilter();
  const [isLive, setLive] = useState(false);
  const { calls, callers, failure, isBusy, loadOlder, refresh } = useCalls(
    project.id,
    filter,
    isLive,
  );
  // Calls that arrive while the log is watched load the rest now and then only.
  const refreshes = useThrottled(calls?.tail ?? 0, isLive ? LIVE_REFRESH_MS : 0);
  const choices: LogChoices = {
    tools: [...new Set([...project.toolNames, ...toTools(calls)])],
    callers: Object.entries(callers).toSorted(([, one], [, other]) => one.localeCompare(other)),
    versions: versions.map(({ number }) => number),
  };
  return (
    <>
      <FailureGroups project={project.id} refreshes={refreshes} />
      <UsageSummary project={project.id} refreshes={refreshes} />
      <Section title="Calls">
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <LogFilters filter={filter} choices={choices} onChange={change} />
          <label className="control flex items-center gap-2 px-2 text-sm">
            <Checkbox checked={isLive} onChange={(event) => setLive(event.target.checked)} />
            Live
          </label>
          {isLive ? null : (
            <Button disabled={isBusy} onClick={refresh}>
              Refresh
            </Button>
          )}
          <Downloads project={project.id} filter={filter} />
        </div>
        {failure ? <FailureNote failure={failure} onRetry={refresh} /> : null}
        {calls === null ? (
          failure ? null : (
            <Spinner className="p-6" />
          )
        ) : (
          <CallList calls={calls} filter={filter} isBusy={isBusy} onOlder={loadOlder} />
        )}
      </Section>
      <ForRole needed="owner">
        <KeptFacts project={project.id} />
      </ForRole>
    </>
  );
}

interface CallListProps {
  calls: NonNullable<ReturnType<typeof useCalls>['calls']>;
  filter: LogFilter;
  isBusy: boolean;
  onOlder: () => void;
}

function CallList({ calls, filter, isBusy, onOlder }: CallListProps) {
  const isFiltered = Object.keys(filter).length > 0;
  const none = isFiltered
    ? 'No calls match these filters.'
    : 'No calls yet. Connect a client under Endpoint.';
  return (
    <>
      {calls.calls.length > 0 ? (
        <CallTable calls={calls.calls} keyNames={calls.keyNames} />
      ) : (
        <p className="text-muted">
          {calls.next === null ? none : 'No match yet; load older calls.'}
        </p>
      )}
      {calls.cut === null || calls.next !== null ? null : (
        <p className="mt-3 max-w-prose text-sm text-muted">{calls.cut.detail}</p>
      )}
      {calls.next === null ? null : (
        <Button className="mt-3" disabled={isBusy} onClick={onOlder}>
          {isBusy ? 'Loading…' : 'Older calls'}
        </Button>
      )}
    </>
  );
}

/** The span of time is counted when a link is followed. */
function Downloads({ project, filter }: { project: string; filter: LogFilter }) {
  const [now, setNow] = useState(0);
  const query = toCallQuery(filter, now);
  return (['ndjson', 'csv'] as const).map((format) => (
    <a
      key={format}
      href={callsDownloadPath(project, format, query)}
      download
      aria-label={`Download as ${format.toUpperCase()}`}
      className={buttonClass('ghost')}
      onPointerDown={() => setNow(Date.now())}
      onClick={() => setNow(Date.now())}
      onFocus={() => setNow(Date.now())}
    >
      {format.toUpperCase()}
    </a>
  ));
}

function toTools(page: ReturnType<typeof useCalls>['calls']): string[] {
  return (page?.calls ?? []).flatMap(({ tool }) => tool ?? []);
}
