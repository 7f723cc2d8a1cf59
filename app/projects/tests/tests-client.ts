import {
  jsonRequest,
  requestJson,
  sendRequest,
  toFailure,
  type RequestFailure,
} from '#app/api-client/api-request.ts';
import { readEventStream } from '#app/api-client/event-stream.ts';
import type { SavedTest } from '#app/blueprint/saved-tests/saved-test.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { readJson } from '#app/platform/shape.ts';

import {
  ProjectTest,
  TEST_RUN_EVENTS,
  TestList,
  type NewTestRun,
  type TestResult,
} from './project-test.ts';

/** The tests of a project, and how they ended on a version. */
export function getTests(project: string, version: number) {
  return requestJson(TestList, `${pathOf(project)}?version=${version}`);
}

export function postTest(project: string, test: SavedTest) {
  return requestJson(ProjectTest, pathOf(project), jsonRequest('POST', test));
}

export function putTest(project: string, id: string, test: SavedTest) {
  const path = `${pathOf(project)}/${encodeURIComponent(id)}`;
  return requestJson(ProjectTest, path, jsonRequest('PUT', test));
}

export function removeTest(project: string, id: string) {
  return sendRequest(`${pathOf(project)}/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

/** Runs tests, and hands over each result as it comes; returns how many there was no time for. */
export async function runTests(
  project: string,
  run: NewTestRun,
  { signal, onResult }: { signal: AbortSignal; onResult: (result: TestResult) => void },
): Promise<Result<number, RequestFailure>> {
  const path = `/api/projects/${encodeURIComponent(project)}/test-runs`;
  const sent = await sendRequest(path, { ...jsonRequest('POST', run), signal });
  if (!sent.ok) return sent;
  if (sent.value.body === null) return fail({ reason: 'unreadable' });
  try {
    for await (const { event, data } of readEventStream(sent.value.body)) {
      if (event === 'result') {
        const result = readJson(TEST_RUN_EVENTS.result, data);
        if (result === null) return fail({ reason: 'unreadable' });
        onResult(result);
      }
      if (event === 'end') return succeed(readJson(TEST_RUN_EVENTS.end, data)?.skipped ?? 0);
      if (event === 'problem') {
        const problem = readJson(TEST_RUN_EVENTS.problem, data);
        return fail(problem === null ? { reason: 'unreadable' } : { reason: 'problem', problem });
      }
    }
    // The stream broke off before its end.
    return fail({ reason: 'network' });
  } catch (error) {
    return fail(toFailure(error));
  }
}

function pathOf(project: string): string {
  return `/api/projects/${encodeURIComponent(project)}/tests`;
}
