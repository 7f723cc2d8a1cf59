import { expect, test } from 'vitest';

import type { Tool } from '#app/blueprint/tool.ts';
import { groupTools } from '#app/blueprint/group-tools.ts';
import { describeMethods } from '#app/workbench/map/describe-methods.ts';

function tool(name: string, path: string, tag?: string): Tool {
  return {
    name,
    enabled: true,
    inputSchema: { type: 'object' },
    action: {
      kind: 'http',
      upstream: 'api',
      method: name.startsWith('get') ? 'GET' : 'POST',
      path,
      parameters: [],
      response: {},
    },
    ...(tag ? { origin: { source: 'document', operation: name, tag } } : {}),
  };
}

const named = (tools: Tool[]) =>
  groupTools(tools).map((group) => [group.name, group.tools.map(({ name }) => name)]);

test('tags make the groups, in the order of the document', () => {
  const tools = [tool('a', '/x', 'pet'), tool('b', '/y', 'store'), tool('c', '/z', 'pet')];
  expect(named(tools)).toEqual([
    ['pet', ['a', 'c']],
    ['store', ['b']],
  ]);
});

test('without tags, the first word in which the paths differ makes the groups', () => {
  const tools = [
    tool('a', '/api/v1/repos/{owner}/{repo}/issues'),
    tool('b', '/api/v1/repos/{owner}/{repo}/issues/{number}'),
    tool('c', '/api/v1/repos/{owner}/{repo}/pulls'),
  ];
  expect(named(tools)).toEqual([
    ['/issues', ['a', 'b']],
    ['/pulls', ['c']],
  ]);
});

test('methods with dots belong to what stands before the dot', () => {
  const tools = [
    tool('a', '/chat.postMessage'),
    tool('b', '/chat.delete'),
    tool('c', '/users.list'),
  ];
  expect(named(tools)).toEqual([
    ['/chat', ['a', 'b']],
    ['/users', ['c']],
  ]);
});

test('a path of variables only still has a group', () => {
  expect(named([tool('a', '/{id}'), tool('b', '/users')])).toEqual([
    ['other', ['a']],
    ['/users', ['b']],
  ]);
});

test('methods are counted', () => {
  expect(describeMethods([tool('getA', '/a'), tool('postB', '/b'), tool('getC', '/c')])).toBe(
    '2 GET · 1 POST',
  );
});
