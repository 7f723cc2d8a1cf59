import { useEffect, useRef, useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { NewTestRun, TestResult } from '#app/projects/tests/project-test.ts';
import { runTests } from '#app/projects/tests/tests-client.ts';

const NO_RESULTS: readonly TestResult[] = [];

/**
 * A run of tests, one at a time, and the results that came while the page is open.
 *
 * @param subject names the version or draft: results of another one are not shown.
 */
export function useTestRun(project: string, subject: string) {
  const [kept, setKept] = useState({ subject, results: NO_RESULTS });
  const results = kept.subject === subject ? kept.results : NO_RESULTS;
  const [running, setRunning] = useState<{ done: number; of: number } | null>(null);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [skipped, setSkipped] = useState(0);
  const current = useRef<AbortController>(null);
  useEffect(() => () => current.current?.abort(), []);

  /** Runs as many tests as `of` says; returns whether it came to its end. */
  async function run(run: NewTestRun, of: number): Promise<boolean> {
    const controller = new AbortController();
    current.current?.abort();
    current.current = controller;
    setFailure(null);
    setSkipped(0);
    setRunning({ done: 0, of });
    let done = 0;
    const ran = await runTests(project, run, {
      signal: controller.signal,
      onResult: (result) => {
        if (current.current !== controller) return;
        done += 1;
        setRunning({ done, of });
        setKept((known) => {
          const others = known.subject === subject ? known.results : NO_RESULTS;
          return {
            subject,
            results: [...others.filter((each) => !isOfSame(each, result)), result],
          };
        });
      },
    });
    if (current.current !== controller) return false;
    setRunning(null);
    if (ran.ok) setSkipped(ran.value);
    else if (ran.reason !== 'aborted') setFailure(ran);
    return ran.ok;
  }

  return {
    results,
    running,
    failure,
    skipped,
    run,
    stop: () => current.current?.abort(),
    closeFailure: () => setFailure(null),
    /** Forgets the results of a test, which is another one now. */
    forget: (test: string) =>
      setKept({ subject, results: results.filter((each) => each.test !== test) }),
  };
}

function isOfSame(one: TestResult, other: TestResult): boolean {
  return one.test === other.test && one.environment === other.environment;
}
