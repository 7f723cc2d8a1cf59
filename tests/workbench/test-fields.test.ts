import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { SavedTest } from '#app/blueprint/saved-tests/saved-test.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { parseJson } from '#app/runtime/json.ts';
import { proposeTest } from '#app/workbench/saved-tests/propose-test.ts';
import { NEW_TEST, readTestFields, toTestFields } from '#app/tester/calls/test-fields.ts';
import type { CallAnswer, CallRecord } from '#app/workbench/trials/mcp-call.ts';

const TOOL: Tool = {
  name: 'get_user',
  enabled: true,
  inputSchema: { type: 'object' },
  outputSchema: { type: 'object' },
  action: { kind: 'code', source: 'export default () => 1;' },
};

const SAVED: SavedTest = {
  name: 'Finds Ada',
  tool: 'get_user',
  upstream: 'mock',
  arguments: { id: 7 },
  expect: {
    outcome: 'success',
    status: 200,
    fitsSchema: true,
    checks: [
      { path: '$.name', is: 'matches', pattern: '^A' },
      { path: '$.id', is: 'present' },
      { path: '$.token', is: 'absent' },
    ],
    maxMs: 500,
  },
};

describe('the fields of a test', () => {
  test('read back what they were made of, whatever value is compared with', () => {
    const values = fc.jsonValue().map((value) => parseJson(JSON.stringify(value)));
    const texts = fc.constantFrom('3', 'true', 'null', '"quoted"', ' spaced ', '', '[1', 'Ada');
    fc.assert(
      fc.property(fc.oneof(values, texts), (value) => {
        const checks = [...SAVED.expect.checks, { path: '$.a', is: 'equals' as const, value }];
        const saved = { ...SAVED, expect: { ...SAVED.expect, checks } };
        expect(readTestFields(toTestFields(saved))).toEqual({ ok: true, value: saved });
      }),
    );
  });

  test('name each that is wrong', () => {
    const read = readTestFields({
      ...NEW_TEST,
      name: ' ',
      status: '20x',
      checks: [
        { path: 'name', is: 'present', value: '' },
        { path: '$.a', is: 'matches', value: '(' },
      ],
    });
    expect(read.ok ? [] : [...read.problems.keys()].toSorted()).toEqual([
      'expect.checks.0.path',
      'expect.checks.1.pattern',
      'expect.status',
      'name',
      'tool',
    ]);
    const broken = readTestFields({ ...toTestFields(SAVED), argumentsText: '{' });
    expect(broken.ok ? [] : [...broken.problems.keys()]).toEqual(['arguments']);
  });
});

describe('a proposed test', () => {
  const propose = (answer: CallAnswer) => {
    const call: CallRecord = {
      tool: 'get_user',
      argumentsText: '{"id": 7}',
      startedAt: 0,
      elapsedMs: 5,
      request: { url: '', headers: {}, body: '' },
      response: null,
      answer,
    };
    return proposeTest(call, TOOL);
  };
  const answer = {
    kind: 'result' as const,
    isError: false,
    result: {
      content: [],
      structuredContent: { name: 'Ada', age: 36, tags: ['a'], text: 'x'.repeat(100) },
    },
    isMock: true,
    pages: null,
  };

  test('expects the short values that the mock answered, and the others to be there', () => {
    const fields = propose(answer);
    expect(fields && readTestFields(fields)).toMatchObject({
      value: {
        tool: 'get_user',
        upstream: 'mock',
        arguments: { id: 7 },
        expect: {
          outcome: 'success',
          fitsSchema: true,
          checks: [
            { path: '$.name', is: 'equals', value: 'Ada' },
            { path: '$.age', is: 'equals', value: 36 },
            { path: '$.tags', is: 'present' },
            { path: '$.text', is: 'present' },
          ],
        },
      },
    });
  });

  test('expects no value of the real API, which changes', () => {
    const fields = propose({ ...answer, isMock: false });
    expect(fields).toMatchObject({ upstream: 'real' });
    expect(fields?.checks.map(({ is }) => is)).toEqual(Array<string>(4).fill('present'));
  });

  test('expects an error of a call that failed, and is none of a call that was refused', () => {
    expect(propose({ ...answer, isError: true })).toMatchObject({ outcome: 'error', checks: [] });
    expect(propose({ kind: 'refused', code: 401, message: 'No.' })).toBeNull();
  });
});
