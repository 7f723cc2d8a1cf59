import { beforeAll, expect, test } from 'vitest';

import { judge } from '#app/blueprint/readiness/judge.ts';

import { requireTool, type AllEvidence } from './break-evidence.ts';
import { setAnswer } from './example-breakages.ts';
import { soundEvidence } from './sound-server.ts';

let sound: AllEvidence;

beforeAll(async () => {
  sound = await soundEvidence();
});

function statusOf(id: string, ...changes: ((evidence: AllEvidence) => void)[]) {
  const evidence = structuredClone(sound);
  for (const change of changes) change(evidence);
  return judge(evidence).checks.find((check) => check.id === id)?.status;
}

const POEMS = { in: 'query' as const, name: 'shelf', value: 'poems' };

test.each([
  ['an error promises nothing', setAnswer({ status: 404, body: { error: 'no shelf' } })],
  ['no tool sends that request', setAnswer({ path: '/shelves', body: { id: 'first' } })],
  ['it fits', setAnswer({ body: [{ id: 2 }], when: [POEMS] })],
])('an answer that is set passes: %s', (_why, change) => {
  expect(statusOf('tools.exampleAnswers', change)).toBe('pass');
});

test('an answer that fits one of two tools that send the same request is meant for that one', () => {
  const shared = ({ blueprint }: AllEvidence) => {
    const first = requireTool(blueprint, 0);
    const outputSchema = { type: 'object', properties: { result: { type: 'string' } } };
    if (first.action.kind !== 'http') throw new Error('It is an HTTP tool.');
    const { mock: _mock, ...action } = first.action;
    blueprint.tools.push({ ...first, name: 'name_books', outputSchema, action });
  };
  expect(statusOf('tools.exampleAnswers', setAnswer({ body: [{ id: 'a' }] }), shared)).toBe('fail');
  expect(statusOf('tools.exampleAnswers', setAnswer({ body: [{ id: 1 }] }), shared)).toBe('pass');
});

test.each([
  [
    'it is in the answer',
    setAnswer({ body: [{ title: 'Emma' }] }, { keep: ['title'], hasSchema: false }),
  ],
  [
    'an error is no answer',
    setAnswer({ status: 404, body: { error: 1 } }, { keep: ['title'], hasSchema: false }),
  ],
  [
    'text has no fields',
    setAnswer({ mediaType: 'text/plain', body: 'x' }, { keep: ['title'], hasSchema: false }),
  ],
  ['the schema has it', setAnswer({ body: [{ id: 1 }] }, { keep: ['title'] })],
])('a kept field passes: %s', (_why, change) => {
  expect(statusOf('tools.keptFields', change)).toBe('pass');
});
