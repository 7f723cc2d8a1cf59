import { readdirSync } from 'node:fs';

import { savedTestFiles } from 'virtual:project-template';
import { expect, test } from 'vitest';

import { templateFiles } from '#app/blueprint/generate/template.ts';

import { importMerged, mergeRuntime } from '../../scripts/merge-runtime.ts';

const merge = (modules: Record<string, string>) => mergeRuntime(new Map(Object.entries(modules)));

test('a project has the runtime in a few modules, with all that is exported', () => {
  const runtime = [...templateFiles].filter(([path]) => path.startsWith('src/runtime/'));
  expect(runtime.length).toBeLessThanOrEqual(15);
  const judge = savedTestFiles['src/runtime/expectations.ts'] ?? '';
  const exported = runtime.map(([, text]) => text).join('') + judge;
  const modules = readdirSync('app/runtime', { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.startsWith('probe/'),
  );
  for (const path of modules) {
    const name = path.slice(path.lastIndexOf('/') + 1, -'.ts'.length);
    expect(exported).toContain(`\n// ${name} ---`);
  }
});

test('modules of a part become one: imports first, then each after what it needs', () => {
  const merged = merge({
    'json.ts': 'export type Json = unknown;\n',
    'request/a.ts':
      "import { type Json } from '../json.ts';\nimport { b } from './b.ts';\n\n/** A. */\nexport const a: Json = b;\n",
    'request/b.ts':
      "import { x as y } from 'package';\nimport type { Json } from '../json.ts';\n\nexport const b: Json = y;\n",
  });
  const rule = (name: string) => `// ${name} ${'-'.repeat(96 - name.length)}`;
  expect(merged.get('request.ts')?.split('\n').slice(1)).toEqual([
    "import { x as y } from 'package';",
    "import type { Json } from './core.ts';",
    '',
    rule('b'),
    '',
    'export const b: Json = y;',
    '',
    rule('a'),
    '',
    '/** A. */',
    'export const a: Json = b;',
    '',
  ]);
});

test('a type that one module passes on comes from where it is declared', () => {
  const merged = merge({
    'json.ts': 'export type Json = unknown;\n',
    'definition.ts': "export type { Json } from './json.ts';\n",
    'request/a.ts': "import type { Json } from '../definition.ts';\nexport type A = Json;\n",
  });
  expect(merged.get('definition.ts')).toContain("export type { Json } from './core.ts';");
  expect(merged.get('request.ts')).toContain("import type { Json } from './core.ts';");
});

test('what is loaded when it is needed stays apart', () => {
  const merged = merge({
    'protocol/protocol.ts': "export const full = () => import('./answer-fully.ts');\n",
    'protocol/answer-fully.ts': 'export const answer = 1;\n',
  });
  expect(merged.get('protocol.ts')).toContain("import('./sdk.ts')");
});

test('two modules of a part that declare the same name cannot be merged', () => {
  const modules = { 'request/a.ts': 'const same = 1;\n', 'request/b.ts': 'function same() {}\n' };
  expect(() => merge(modules)).toThrow('Two modules of request.ts declare same.');
});

test('parts that need each other cannot be merged', () => {
  const modules = {
    'request/a.ts': "import { b } from '../listing/b.ts';\nexport const a = b;\n",
    'listing/b.ts': "import { a } from '../request/a.ts';\nexport const b = a;\n",
  };
  expect(() => merge(modules)).toThrow('Parts need each other: request, listing, request.');
});

test('modules of a project import the merged ones', () => {
  const text = [
    "import { log } from './log.ts';",
    "import { runTool } from './runtime/tools/run-tool.ts';",
    "import { measureCall } from './runtime/tools/measure-call.ts';",
    "import type { ToolRunner } from './runtime/tool-context.ts';",
    "import { server } from './server.ts';",
    '',
    'log(server);',
    '',
  ];
  expect(importMerged(text.join('\n')).split('\n')).toEqual([
    "import { log } from './log.ts';",
    "import type { ToolRunner } from './runtime/core.ts';",
    "import { measureCall, runTool } from './runtime/tools.ts';",
    "import { server } from './server.ts';",
    '',
    'log(server);',
    '',
  ]);
});
