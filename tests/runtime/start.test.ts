import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

const TEMPLATE = 'app/blueprint/generate/template/project/src';

/** The modules and packages that are loaded before the first request is there. */
function loadedWith(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, from = ''] of text.matchAll(/^import\s+(?!type\b)[^;']*'([^']+)';$/gm)) {
    if (from.startsWith('./runtime/')) loadedWith(path.join('app', from), found);
    else if (from === './server.ts') found.add(from);
    else if (from.startsWith('.')) loadedWith(path.join(path.dirname(file), from), found);
    else found.add(from);
  }
  return found;
}

test.each(['http.ts', 'worker.ts'])('an exported server starts without the SDK: %s', (entry) => {
  const loaded = [...loadedWith(`${TEMPLATE}/${entry}`)];
  expect(loaded).toContain('app/runtime/protocol/answer-directly.ts');
  expect(loaded).toContain('@cfworker/json-schema');
  expect(loaded.filter((each) => each.startsWith('@modelcontextprotocol'))).toEqual([]);
});

test('over stdio it starts with the SDK, which alone speaks there', () => {
  expect([...loadedWith(`${TEMPLATE}/stdio.ts`)]).toContain('@modelcontextprotocol/server/stdio');
});
