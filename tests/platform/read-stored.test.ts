import * as z from 'zod/mini';
import { expect, test } from 'vitest';

import { parseProblem, readProblem } from '#app/platform/read-problem.ts';
import { findStored, parseStored, readStored } from '#app/platform/read-stored.ts';

const Counted = z.object({ count: z.number() });

test('a stored value comes back by its schema', () => {
  expect(readStored(Counted, { count: 1 }, 'The count')).toEqual({ count: 1 });
  expect(parseStored(Counted, '{"count":2}', 'The count')).toEqual({ count: 2 });
});

test('a stored value of another version says what it is', () => {
  const stored = 'The count is not stored as this version reads it.';
  expect(() => readStored(Counted, { count: '1' }, 'The count')).toThrow(stored);
  expect(() => readStored(Counted, undefined, 'The count')).toThrow(stored);
});

test('what may be lost is null where it cannot be read', () => {
  expect(findStored(Counted, { count: 1 }, 'The count')).toEqual({ count: 1 });
  expect(findStored(Counted, undefined, 'The count')).toBeNull();
  expect(findStored(Counted, { count: '1' }, 'The count')).toBeNull();
});

test('a problem document needs a detail; what else is missing or of another kind is made up for', () => {
  const whole = {
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    detail: 'Try again.',
    requestId: 'r1',
    problems: [{ path: '$.a', message: 'must be a text' }],
  };
  expect(readProblem(whole)).toEqual(whole);
  expect(parseProblem('{"detail":"No.","status":"409","problems":[null,{"path":1}]}')).toEqual({
    type: 'about:blank',
    title: 'Error',
    status: 0,
    detail: 'No.',
    requestId: '',
    problems: [],
  });
});

test('what a problem document leaves out comes from the response', () => {
  const init = { status: 404, statusText: 'Not Found', headers: { 'x-request-id': 'r2' } };
  const response = new Response(null, init);
  const filled = { type: 'about:blank', title: 'Not Found', status: 404, requestId: 'r2' };
  expect(readProblem({ detail: 'No.' }, response)).toEqual({ ...filled, detail: 'No.' });
  const own = { status: 410, title: 'Gone', detail: 'No.', requestId: 'r1' };
  expect(readProblem(own, response)).toEqual({ ...filled, ...own });
});

test('the page of a proxy is no problem document', () => {
  for (const text of ['<html>', 'null', '[]', '{}', '{"detail":1}']) {
    expect(parseProblem(text)).toBeNull();
  }
});
