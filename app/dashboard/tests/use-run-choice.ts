import { useState } from 'react';
import { useSearchParams } from 'react-router';

import type { ProjectFacts } from '#app/dashboard/project-facts.ts';
import { TestEnvironment, type NewTestRun } from '#app/projects/tests/project-test.ts';

/** The server to test, and the upstream that answers it. */
export interface RunChoice {
  /** Number of a version, or id of a chat's draft. */
  target: string;
  environment: TestEnvironment;
}

/** The choice of a run, kept in the address so that it can be linked to; at first the latest version on the mock. */
export function useRunChoice({ project, chats }: ProjectFacts): {
  choice: RunChoice;
  target: NewTestRun['target'];
  /** The version whose kept results are shown; null: a draft, which has none. */
  version: number | null;
  choose: (choice: Partial<RunChoice>) => void;
} {
  const [params, setParams] = useSearchParams();
  // The address follows when the page has loaded for it; a run that starts before is of what was chosen.
  const [chosen, setChosen] = useState<RunChoice | null>(null);
  const asked = chosen?.target ?? params.get('on') ?? '';
  const draft = chats.find(({ id }) => id === asked)?.id;
  const number = Number(asked);
  const isVersion = Number.isInteger(number) && number >= 1 && number <= project.latest;
  const version = isVersion ? number : project.latest;
  const linked = TestEnvironment.options.find((each) => each === params.get('with'));
  const environment = chosen?.environment ?? linked ?? 'mock';
  const choice = { target: draft ?? String(version), environment };
  return {
    choice,
    target: draft === undefined ? { version } : { draft },
    version: draft === undefined ? version : null,
    choose: (change) => {
      const next = { ...choice, ...change };
      setChosen(next);
      const address = { tab: 'tests', on: next.target, with: next.environment };
      setParams(address, { preventScrollReset: true, replace: true });
    },
  };
}
