import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';

import { ForRole } from '#app/dashboard/for-role.tsx';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import type { ProjectFacts } from '#app/dashboard/project-facts.ts';
import { RunBar } from '#app/dashboard/tests/run-bar.tsx';
import { TestRow } from '#app/dashboard/tests/test-row.tsx';
import { countStanding, describeStanding, rankTests } from '#app/dashboard/tests/test-standing.ts';
import { useRunChoice } from '#app/dashboard/tests/use-run-choice.ts';
import { useTestRun } from '#app/dashboard/tests/use-test-run.ts';
import { useTests } from '#app/dashboard/tests/use-tests.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { NEW_TEST, toTestFields, type TestFields } from '#app/tester/calls/test-fields.ts';

const TestDialog = lazyPart(
  async () => (await import('#app/workbench/saved-tests/test-dialog.tsx')).TestDialog,
  { isAskedFor: true },
);

/** The saved tests of a project: run on a version or a draft, on the mock upstream or the real one. */
export function TestsTab({ facts }: { facts: ProjectFacts }) {
  const { project } = facts;
  const { choice, target, version, choose } = useRunChoice(facts);
  const { loaded, reload, remove, failure, closeFailure } = useTests(
    project.id,
    version ?? project.latest,
  );
  const runs = useTestRun(project.id, choice.target);
  const [edited, setEdited] = useState<{ id?: string; start: TestFields } | null>(null);
  const { tests = [], results: kept = [] } = loaded.value ?? {};
  const known = version === null ? runs.results : [...kept, ...runs.results];
  const shown = rankTests(tests, known, choice.environment);
  const problem = failure ?? runs.failure;

  function run(ids?: string[]) {
    const { environment } = choice;
    const body = { target, environment, ...(ids && { tests: ids }) };
    void runs.run(body, ids?.length ?? shown.length);
  }

  return (
    <>
      {edited ? (
        <Suspense>
          <TestDialog
            project={project.id}
            {...edited}
            tools={project.toolNames}
            onClose={() => setEdited(null)}
            onSaved={({ id }) => {
              runs.forget(id);
              setEdited(null);
              reload();
            }}
          />
        </Suspense>
      ) : null}
      {problem ? (
        <FailureNote
          failure={problem}
          onClose={() => {
            closeFailure();
            runs.closeFailure();
          }}
        />
      ) : null}
      {loaded.value?.tests.length === 0 ? (
        <NoTests onAdd={() => setEdited({ start: NEW_TEST })} />
      ) : (
        <>
          <RunBar
            versions={facts.versions}
            chats={facts.chats}
            choice={choice}
            count={shown.length}
            running={runs.running}
            onChoose={(change) => {
              runs.stop();
              choose(change);
            }}
            onRun={() => run()}
            onStop={runs.stop}
          />
          {loaded.failure ? <FailureNote failure={loaded.failure} onRetry={loaded.retry} /> : null}
          {loaded.value === null ? (
            loaded.failure ? null : (
              <Spinner className="p-6" />
            )
          ) : (
            <>
              <Summary
                text={describeStanding(countStanding(shown))}
                skipped={runs.skipped}
                onAdd={() => setEdited({ start: NEW_TEST })}
              />
              <ul aria-label="Tests" className="divide-y border-y">
                {shown.map((test) => (
                  <li key={test.id} className="py-3">
                    <TestRow
                      test={test}
                      isBusy={runs.running !== null}
                      onRun={() => run([test.id])}
                      onEdit={() => setEdited({ id: test.id, start: toTestFields(test.test) })}
                      onDuplicate={() => setEdited({ start: copyOf(toTestFields(test.test)) })}
                      onRemove={() => void remove(test)}
                    />
                  </li>
                ))}
              </ul>
              <OtherTests count={tests.length - shown.length} />
            </>
          )}
        </>
      )}
    </>
  );
}

function Summary({
  text,
  skipped,
  onAdd,
}: {
  text: string;
  /** Tests that there was no time for. */
  skipped: number;
  onAdd: () => void;
}) {
  return (
    <div className="my-3 flex flex-wrap items-center justify-between gap-2">
      <output className="text-sm text-muted tabular-nums">
        {text}
        {skipped > 0 ? `. ${skipped} did not run: the time limit was reached.` : ''}
      </output>
      <ForRole needed="editor">
        <Button onClick={onAdd}>
          <Plus aria-hidden />
          New test
        </Button>
      </ForRole>
    </div>
  );
}

function OtherTests({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="mt-3 text-sm text-muted">
      {count === 1 ? '1 test applies' : `${count} tests apply`} only to the other upstream.
    </p>
  );
}

function copyOf(fields: TestFields): TestFields {
  return { ...fields, name: `${fields.name} (copy)` };
}

function NoTests({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      title="No tests yet"
      action={
        <ForRole needed="editor">
          <Button variant="primary" onClick={onAdd}>
            <Plus aria-hidden />
            New test
          </Button>
        </ForRole>
      }
    >
      A test is an example call with an expected result. Save one from Try it in one of this
      project’s chats, or write one here. Tests run on any version or draft and are included in
      downloads.
    </EmptyState>
  );
}
