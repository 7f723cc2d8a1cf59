import { expect, test } from 'vitest';

import type { JsonObject } from '#app/runtime/json.ts';
import { HOST_RULES, judgeHosts } from '#app/tester/checks/hosts/judge-hosts.ts';

const GOOD: JsonObject = {
  name: 'list_books',
  title: 'List books',
  description: 'Lists the books of one shelf.',
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  inputSchema: {
    type: 'object',
    properties: { tags: { type: 'array', items: { type: 'string' } }, type: { type: 'string' } },
  },
};

const PASSES = HOST_RULES.map(({ id }) => `${id}: pass`);

function statusesOf(tools: JsonObject[], name = 'library'): string[] {
  return judgeHosts(name, tools).map(({ id, status }) => `${id}: ${status}`);
}

function changedBy(changes: readonly string[]): string[] {
  return PASSES.map((line) => {
    const change = changes.find((each) => each.startsWith(line.slice(0, line.indexOf(':') + 1)));
    return change ?? line;
  });
}

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...GOOD, name: `tool_${index}` }));

const CASES: readonly (readonly [what: string, tools: JsonObject[], changes: string[]])[] = [
  ['a good tool', [GOOD], []],
  [
    'a dot in a name',
    [{ ...GOOD, name: 'books.list' }],
    ['claude.names: fail', 'chatgpt.names: fail', 'vscode.names: warn'],
  ],
  [
    'a long name',
    [{ ...GOOD, name: 'a'.repeat(65) }],
    ['claude.names: fail', 'chatgpt.names: fail', 'cursor.fullNames: fail'],
  ],
  [
    'a name that is long together with the server’s',
    [{ ...GOOD, name: 'a'.repeat(53) }],
    ['cursor.fullNames: fail'],
  ],
  ['one that just fits', [{ ...GOOD, name: 'a'.repeat(52) }], []],
  [
    'a choice at the root',
    [{ ...GOOD, inputSchema: { type: 'object', properties: {}, anyOf: [{ required: ['a'] }] } }],
    ['claude.rootKeywords: fail', 'chatgpt.rootKeywords: fail'],
  ],
  [
    'an argument with brackets',
    [{ ...GOOD, inputSchema: { type: 'object', properties: { 'tags[]': { type: 'string' } } } }],
    ['claude.argumentNames: fail'],
  ],
  ['no properties', [{ ...GOOD, inputSchema: { type: 'object' } }], ['chatgpt.properties: fail']],
  [
    'a list of anything, deep inside',
    [
      {
        ...GOOD,
        inputSchema: {
          type: 'object',
          properties: { filter: { type: 'object', properties: { required: { type: ['array'] } } } },
        },
      },
    ],
    ['vscode.items: fail'],
  ],
  ['no title', [{ ...GOOD, title: '' }], ['claude.directory: warn']],
  ['no hints', [{ ...GOOD, annotations: {} }], ['claude.directory: warn', 'chatgpt.hints: warn']],
  ['no description', [{ ...GOOD, description: '' }], ['vscode.descriptions: warn']],
  ['41 tools', many(41), ['cursor.manyTools: warn']],
  ['81 tools', many(81), ['cursor.manyTools: warn', 'cursor.tools: fail']],
  ['129 tools', many(129), ['cursor.manyTools: warn', 'cursor.tools: fail', 'vscode.tools: fail']],
];

test.each(CASES)('%s', (_, tools, changes) => {
  expect(statusesOf(tools)).toEqual(changedBy(changes));
});

test('a server with a long name is too long for Claude Code', () => {
  const tools = [{ ...GOOD, name: 'a'.repeat(60) }];
  const [full] = judgeHosts('my very long server name '.repeat(3), tools).filter(
    ({ id }) => id === 'claude.fullNames',
  );
  expect(full).toMatchObject({ status: 'fail' });
});

test('each limit was seen exceeded, and a server without tools is not judged', () => {
  const seen = CASES.flatMap(([, , changes]) => changes.map((line) => line.split(':')[0]));
  const unseen = HOST_RULES.map(({ id }) => id).filter((id) => !seen.includes(id));
  expect(unseen).toEqual(['claude.fullNames']);
  expect(new Set(judgeHosts('a', []).map(({ status }) => status))).toEqual(
    new Set(['notApplicable']),
  );
});

test('of many faults the first are listed, and names are cut', () => {
  const tools = Array.from({ length: 30 }, (_, index) => ({
    ...GOOD,
    name: `${'x'.repeat(300)}${index}`,
  }));
  const [names] = judgeHosts('a', tools);
  expect(names?.faults).toHaveLength(12);
  expect(Math.max(...(names?.faults ?? []).map((line) => line.length))).toBe(200);
  expect(names?.text).toContain('and 18 more');
});
