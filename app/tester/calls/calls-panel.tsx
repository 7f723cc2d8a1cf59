import { Suspense, useState, useSyncExternalStore } from 'react';

import { listingOf } from '#app/tester/connected/listing.ts';
import { useStore } from '#app/tester/connected/store.ts';
import type { PanelProps } from '#app/tester/panels.ts';
import { readTools } from '#app/tester/tools/read-tools.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

import { addCalls, callBook, keepCalls, type BookedCall } from './call-book.ts';
import { callRunsOf } from './call-runs.ts';
import { CallRow } from './call-row.tsx';
import { CallsBar } from './calls-bar.tsx';
import { compareRuns } from './compare-runs.ts';
import { NEW_TEST, toTestFields, type TestFields } from './test-fields.ts';
import { useOtherRuns } from './use-other-runs.ts';

const CallDialog = lazyPart(async () => (await import('./call-dialog.tsx')).CallDialog, {
  isAskedFor: true,
});

/** Saved calls of a server: run on it, and on another one or another version to compare with. */
export function CallsPanel({ connection, servers }: PanelProps) {
  const { id: server } = connection.target;
  const calls =
    useSyncExternalStore(callBook.subscribe, callBook.get, callBook.get)[server] ?? NONE;
  const listing = useStore(listingOf(connection, 'tools/list'));
  const own = callRunsOf(connection);
  const { runs, running } = useStore(own.store);
  const other = useOtherRuns(connection, servers);
  const [edited, setEdited] = useState<{ id: string | null; start: TestFields } | null>(null);
  const [isKept, setKept] = useState(true);

  function save(id: string | null, test: BookedCall['test']) {
    const isStored =
      id === null
        ? addCalls(server, [test])
        : keepCalls(
            server,
            calls.map((call) => (call.id === id ? { id, test } : call)),
          );
    setKept(isStored);
    setEdited(null);
  }

  function run(some: readonly BookedCall[]) {
    void own.run(some);
    void other.run?.(some);
  }

  return (
    <div className="@container min-h-0 grow overflow-y-auto">
      {edited === null ? null : (
        <Suspense>
          <CallDialog
            start={edited.start}
            isNew={edited.id === null}
            tools={readTools(listing.items).map(({ name }) => name)}
            onSave={(test) => save(edited.id, test)}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
      {isKept ? null : (
        <p role="alert" className="px-4 pt-4 text-sm text-warn sm:px-6">
          The browser stored nothing: these calls are gone when the page is left.
        </p>
      )}
      {calls.length === 0 ? (
        <EmptyState
          title="No saved calls"
          action={
            <Button variant="primary" onClick={() => setEdited({ id: null, start: NEW_TEST })}>
              New call
            </Button>
          }
        >
          Save a call beside its result, or write one. Together they test this server, and compare
          it with another one or with itself after a change.
        </EmptyState>
      ) : (
        <>
          <CallsBar
            connection={connection}
            servers={servers}
            calls={calls}
            other={other}
            onRun={() => run(calls)}
            onStop={() => {
              own.stop();
              other.stop?.();
            }}
            onAdd={() => setEdited({ id: null, start: NEW_TEST })}
          />
          <ul aria-label="Saved calls" className="divide-y border-y">
            {calls.map((call) => (
              <CallRow
                key={call.id}
                call={call}
                run={runs.get(call.id)}
                isRunning={running?.id === call.id}
                other={other.name}
                comparison={compareRuns(runs.get(call.id), other.runs.get(call.id))}
                onRun={() => run([call])}
                onEdit={() => setEdited({ id: call.id, start: toTestFields(call.test) })}
                onCopy={() =>
                  addCalls(server, [{ ...call.test, name: `${call.test.name} (copy)` }])
                }
                onRemove={() =>
                  keepCalls(
                    server,
                    calls.filter(({ id }) => id !== call.id),
                  )
                }
              />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

const NONE: readonly BookedCall[] = [];
