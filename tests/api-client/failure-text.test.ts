import { expect, test } from 'vitest';

import { toFailureText } from '#app/api-client/failure-text.ts';

const refused = (status: number) =>
  ({
    reason: 'problem',
    problem: { type: 'about:blank', title: 'No', status, detail: 'No.', requestId: 'r1' },
  }) as const;

test.each([400, 403, 404, 409, 412, 413, 422, 429, 500])(
  'a change that is refused with %d is not told as an import',
  (status) => {
    const { title } = toFailureText(refused(status), 'change');
    expect(title).not.toMatch(/document|import|address/i);
  },
);

test.each([400, 404, 413])(
  'of an import that is refused with %d, the document is told',
  (status) => {
    for (const task of ['document', 'address'] as const) {
      const { title, next } = toFailureText(refused(status), task);
      expect(`${title} ${next}`).toMatch(/document/);
    }
  },
);

test.each([
  [401, 'about:blank', /sign-in/],
  [401, 'urn:mcp-builder:suspended', /suspended/],
  [503, 'urn:mcp-builder:switched-off', /turned off/],
])(
  '%d of the type %s is no failure of the server, and no repetition helps',
  (status, type, words) => {
    const { problem } = refused(status);
    const text = toFailureText({ reason: 'problem', problem: { ...problem, type } }, 'change');
    expect(text.title).toMatch(words);
    expect(text.next).not.toMatch(/again/);
    expect(text.canRetry).toBe(false);
  },
);

test('what was found in the text is kept beside the words', () => {
  const problems = [{ path: '/tools/0', message: 'Too long.' }];
  const { problem } = refused(422);
  const failure = { reason: 'problem', problem: { ...problem, problems } } as const;
  expect(toFailureText(failure, 'change')).toMatchObject({
    detail: 'No.',
    problems,
    requestId: 'r1',
    canRetry: false,
  });
});
