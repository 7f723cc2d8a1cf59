import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { PublishTests } from '#app/dashboard/tests/publish-tests.tsx';
import { answerJson } from '#app/platform/answer-json.ts';
import { TestList, type TestResult } from '#app/projects/tests/project-test.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { refuse } from '../setup/screens/fake-draft.ts';
import { startUser } from '../setup/screens/start-user.ts';

const TEST = {
  id: 't',
  revision: 1,
  updatedAt: 0,
  test: {
    name: 'Finds Ada',
    tool: 'get_user',
    upstream: 'any' as const,
    arguments: {},
    expect: { outcome: 'success' as const, checks: [] },
  },
};
const RESULT: TestResult = {
  test: 't',
  environment: 'mock',
  hasPassed: true,
  reasons: [],
  evidence: null,
  milliseconds: 3,
  ranAt: 0,
  passedOn: null,
};

test('after a failed run the tests that have no result are run again', async () => {
  const runs: string[] = [];
  answerRequests(async (request) => {
    if (request.method === 'GET') {
      return answerJson(TestList, { version: 2, tests: [TEST], results: [] });
    }
    runs.push(await request.text());
    if (runs.length === 1) return refuse(503, 'Not right now.');
    const text = `event: result\ndata: ${JSON.stringify(RESULT)}\n\nevent: end\ndata: {"ran":1,"skipped":0}\n\n`;
    return new Response(text, { headers: { 'content-type': 'text/event-stream' } });
  });
  render(<PublishTests project="p" version={2} isGated />);
  await startUser().click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('1 passed on the mock upstream')).toBeTruthy();
  const run = '{"target":{"version":2},"environment":"mock","tests":["t"]}';
  expect(runs).toEqual([run, run]);
});
