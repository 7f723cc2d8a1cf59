import { Bookmark, Play, Plus, Square } from 'lucide-react';
import { useId } from 'react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { formatTime } from '#app/platform/locale/reader-locale.ts';
import { useStore } from '#app/tester/connected/store.ts';
import type { OpenServer } from '#app/tester/panels.ts';
import { DownloadButton } from '#app/tester/results/download-button.tsx';
import { Button } from '#app/ui/button.tsx';
import { Select } from '#app/ui/select.tsx';

import type { BookedCall } from './call-book.ts';
import { callRunsOf, type RunState } from './call-runs.ts';
import { ImportCalls } from './import-calls.tsx';
import { keepRuns, keptRuns } from './kept-runs.ts';
import { KEPT, type OtherRuns } from './use-other-runs.ts';

interface Props {
  connection: ServerConnection;
  servers: readonly OpenServer[];
  calls: readonly BookedCall[];
  other: OtherRuns;
  onRun: () => void;
  onStop: () => void;
  onAdd: () => void;
}

/** Runs all saved calls, says how they went, and chooses what they are compared with. */
export function CallsBar({ connection, calls, onRun, onStop, onAdd, ...props }: Props) {
  const { id: server, name } = connection.target;
  const { runs, running } = useStore(callRunsOf(connection).store);
  return (
    <div className="space-y-3 px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-center gap-2">
        {running === null ? (
          <Button variant="primary" onClick={onRun}>
            <Play aria-hidden />
            Run all
          </Button>
        ) : (
          <Button onClick={onStop}>
            <Square aria-hidden />
            Stop
          </Button>
        )}
        <Button onClick={onAdd}>
          <Plus aria-hidden />
          New call
        </Button>
        <OtherChoice connection={connection} {...props} />
        <Button
          disabled={runs.size === 0 || running !== null}
          title="To compare later results with these"
          onClick={() => keepRuns(server, runs)}
        >
          <Bookmark aria-hidden />
          Keep these results
        </Button>
        <span className="ms-auto flex items-center">
          <ImportCalls server={server} />
          <DownloadButton
            what="the saved calls"
            fileName={`${name.replace(/[^\p{L}\p{N}._-]+/gu, '-') || 'server'}-calls.json`}
            mediaType="application/json"
            content={() =>
              JSON.stringify(
                calls.map(({ test }) => test),
                null,
                2,
              )
            }
          />
        </span>
      </div>
      <output className="block text-sm text-muted tabular-nums">
        {describeState({ runs, running }, calls)}
      </output>
    </div>
  );
}

function OtherChoice({
  connection,
  servers,
  other,
}: Pick<Props, 'connection' | 'servers' | 'other'>) {
  const id = useId();
  const kept = useStore(keptRuns).get(connection.target.id);
  const others = servers.filter(({ target }) => target.id !== connection.target.id);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <label htmlFor={id} className="text-sm whitespace-nowrap text-muted">
        Compare with
      </label>
      <Select
        id={id}
        className="w-auto max-w-48"
        value={other.choice}
        onChange={(event) => other.choose(event.target.value)}
      >
        <option value="">nothing</option>
        {others.map(({ target }) => (
          <option key={target.id} value={target.id}>
            {target.name}
          </option>
        ))}
        {kept === undefined ? null : (
          <option value={KEPT}>results kept at {formatTime(kept.at)}</option>
        )}
      </Select>
    </span>
  );
}

function describeState({ runs, running }: RunState, calls: readonly BookedCall[]): string {
  if (running !== null) return `Running call ${running.done + 1} of ${running.of}.`;
  const done = calls.flatMap(({ id }) => runs.get(id) ?? []);
  if (done.length === 0) return `${calls.length} saved, none was run yet.`;
  const passed = done.filter(({ isPassed }) => isPassed).length;
  const failed = done.length - passed;
  const missing = calls.length - done.length;
  return [
    `${passed} passed`,
    `${failed} failed`,
    ...(missing > 0 ? [`${missing} not run`] : []),
  ].join(', ');
}
