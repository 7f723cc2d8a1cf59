import { useEffect, useEffectEvent } from 'react';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import { getTests } from '#app/projects/tests/tests-client.ts';
import { SpinnerMark } from '#app/ui/spinner.tsx';

import { ResultBadge } from './result-badge.tsx';
import { ResultReasons } from './result-reasons.tsx';
import { countStanding, describeStanding, rankTests, type StandingTest } from './test-standing.ts';
import { useTestRun } from './use-test-run.ts';

interface Props {
  project: string;
  version: number;
  /** A version of which a test fails is refused. */
  isGated: boolean;
}

/** How the tests of a version stand on the mock upstream before it is published; those that were not run are run. */
export function PublishTests({ project, version, isGated }: Props) {
  const loaded = useLoaded(`${project} ${version}`, '', () => getTests(project, version));
  const runs = useTestRun(project, String(version));
  const { tests = [], results = [] } = loaded.value ?? {};
  const ranked = rankTests(tests, [...results, ...runs.results], 'mock');
  const isLoaded = loaded.value !== null;
  function runMissing() {
    const missing = ranked.flatMap(({ id, result }) => (result === null ? [id] : []));
    if (missing.length === 0) return;
    void runs.run({ target: { version }, environment: 'mock', tests: missing }, missing.length);
  }
  const runFirst = useEffectEvent(runMissing);
  useEffect(() => {
    if (isLoaded) runFirst();
  }, [isLoaded]);
  const failure = loaded.failure ?? runs.failure;
  const retry = loaded.failure ? loaded.retry : runMissing;
  if (failure) return <FailureNote failure={failure} onRetry={retry} />;
  if (!isLoaded || ranked.length === 0) return null;
  const standing = countStanding(ranked);
  const failed = ranked.filter(({ result }) => result?.hasPassed === false);
  return (
    <section aria-label="Tests" className="mb-5">
      <h3 className="font-medium">Tests</h3>
      <output className="flex items-center gap-2 text-sm text-muted tabular-nums">
        {runs.running ? <SpinnerMark /> : null}
        {describeStanding(standing)} on the mock upstream
      </output>
      {isGated && failed.length > 0 ? (
        <p className="mt-1 text-sm text-fail">This project refuses a version whose tests fail.</p>
      ) : null}
      <FailedTests tests={failed} />
    </section>
  );
}

function FailedTests({ tests }: { tests: readonly StandingTest[] }) {
  if (tests.length === 0) return null;
  return (
    <ul aria-label="Failed tests" className="mt-2 divide-y border-y">
      {tests.map(({ id, test, result }) => (
        <li key={id} className="py-2">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium wrap-anywhere">{test.name}</span>
            <ResultBadge result={result} />
          </p>
          <ResultReasons result={result} />
        </li>
      ))}
    </ul>
  );
}
