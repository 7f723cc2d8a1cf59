import { expect, test } from 'vitest';

import { toPackageName, toPackageVersion } from '#app/blueprint/generate/package-name.ts';
import { assignSourceNames } from '#app/blueprint/generate/tool-names.ts';

function namesOf(...tools: string[]) {
  return tools.map((tool) => assignSourceNames(tools).get(tool));
}

test('files are kebab-case and constants camelCase', () => {
  expect(namesOf('getPetById', 'HTTPServer_list.all', '2fa-reset')).toEqual([
    { file: 'get-pet-by-id', identifier: 'getPetById' },
    { file: 'http-server-list-all', identifier: 'httpServerListAll' },
    { file: '2fa-reset', identifier: 'tool2faReset' },
  ]);
});

test('tools that differ only in case or punctuation coexist', () => {
  expect(namesOf('get-pet', 'getPet', 'GET_PET', 'get.pet-2')).toEqual([
    { file: 'get-pet', identifier: 'getPet' },
    { file: 'get-pet-2', identifier: 'getPet2' },
    { file: 'get-pet-3', identifier: 'getPet3' },
    { file: 'get-pet-2_2', identifier: 'getPet2_2' },
  ]);
});

test('reserved words and device names are avoided', () => {
  expect(namesOf('delete', 'aux', 'server', '---')).toEqual([
    { file: 'delete', identifier: 'deleteTool' },
    { file: 'aux-tool', identifier: 'aux' },
    { file: 'server', identifier: 'serverTool' },
    { file: 'tool', identifier: 'tool' },
  ]);
});

test.each([
  ['Town.Library', 'town-library'],
  ['..', 'mcp-server'],
  ['typescript', 'typescript-mcp'],
  ['-_x_-', 'x'],
  ['a'.repeat(64), 'a'.repeat(59)],
])('the server %s is the package %s', (server, name) => {
  expect(toPackageName(server)).toBe(name);
});

test.each([
  ['1.2.3', '1.2.3'],
  ['v1.2', '1.2.0'],
  ['2024-10-01', '2024.0.0-10-01'],
  ['1.0.0-rc.1', '1.0.0-rc.1'],
  ['1.0.0-01', '1.0.0'],
  ['01.02.03', '1.2.3'],
  ['latest', '0.0.0'],
])('version %s is %s for npm', (version, expected) => {
  expect(toPackageVersion(version)).toBe(expected);
});
