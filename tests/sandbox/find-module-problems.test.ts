import { expect, test } from 'vitest';

import { findModuleProblems } from '#app/sandbox/find-module-problems.ts';

test.each([
  ['let count = 0;\nexport default () => ++count;', 1, 1, '`let`'],
  ['export default () => 1;\nvar seen = [];', 2, 1, '`var`'],
  ['const cache = new Map();\nexport default () => cache.size;', 1, 15, '`new Map`'],
  ['const state = makeState();\nexport default () => state;', 1, 24, '`makeState`'],
  ['class A { static last = 1 }\nexport default () => A.last;', 1, 11, 'static field'],
  ['export default () => { globalThis.x = 1; };', 1, 24, '`globalThis`'],
  ['export default (() => { let n = 0; return () => n++; })();', 1, 56, 'an expression'],
])('shared state is rejected with its position: %s', (source, line, column, word) => {
  expect(findModuleProblems(source)).toEqual([
    { line, column, message: expect.stringContaining(word) },
  ]);
});

test.each([
  ['class A { static { A.seen = []; } }\nexport default () => A;', 1, 11, 'static field'],
  ['if (true) { var seen = []; }\nexport default () => seen;', 1, 13, '`var`'],
  ['enum E { A = makeState() }\nexport default () => E.A;', 1, 23, '`makeState`'],
  ['const a: string = String(1), b = tag`x`;\nexport default () => a + b;', 1, 37, '`tag`'],
  ['export default () => { self.x = 1; };', 1, 24, '`self`'],
  ['export default () => { glob\\u0061lThis.x = 1; };', 1, 24, '`globalThis`'],
  ['const a = (b?.c)();\nexport default () => a;', 1, 17, 'an expression'],
  [
    'const of = (self: number) => self;\nexport default () => { self.x = of(1); };',
    2,
    24,
    '`self`',
  ],
  ['export default () => { { const self = 1; self; } self.x = 1; };', 1, 50, '`self`'],
  ['function kept() {}\nexport default (args) => { kept = args; };', 2, 28, '`kept` must not'],
  ['class Kept {}\nexport default ({ a }) => { [{ b: Kept }] = a; };', 2, 29, '`Kept` must not'],
  ['export default function run() { for (run of [1]); }', 1, 33, '`run` must not'],
  ['enum E { A }\nexport default () => { E++; };', 2, 24, '`E` must not'],
  ['const word = /a/gi;\nexport default () => word;', 1, 14, 'flag g or y'],
  ['const a = {};\n{ let n = 0; a.b = () => n++; }\nexport default () => a;', 2, 20, 'A function'],
  [
    'const a = {};\nfor (let n = 0; n < 2; n += 1) a.b = class {};\nexport default () => a;',
    2,
    38,
    'A class',
  ],
  [
    'const a = { };\nif (a) { a.b = { get c() { return 1; } }; }\nexport default () => a;',
    2,
    23,
    'A function',
  ],
  ['class A extends Object { #a = 1 }\nexport default () => A;', 1, 1, 'Private parts'],
  [
    'const a = class extends Object { get #a() { return 1; } };\nexport default () => a;',
    1,
    11,
    'Private parts',
  ],
])('shared state that is easily missed is rejected: %s', (source, line, column, word) => {
  expect(findModuleProblems(source)).toEqual([
    { line, column, message: expect.stringContaining(word) },
  ]);
});

test('code that is nested too deeply to be read is rejected', () => {
  expect(findModuleProblems(`export default () => ${'1+'.repeat(50_000)}1;`)).toHaveLength(1);
});

test('a syntax error is reported with line and column', () => {
  expect(findModuleProblems('export default function run() {\n  const = 3;\n}')).toEqual([
    { line: 2, column: 9, message: expect.stringContaining('Syntax error') },
  ]);
});

test('constants, types, functions and classes at the top level are allowed', () => {
  const source = `
    import type { ToolContext } from '../runtime/definition.ts';
    type Row = { let: number };
    interface Page { rows: Row[]; next(page: number): void }
    const UNITS: Record<string, number> = Object.freeze({ km: 1_000, m: 1 });
    const WORDS = ['a', 'b'] as const;
    enum Unit { Km = 'km', M = 'm' }
    export const enum Size { Small, Large = 2 }
    export type { Row };
    const table: number[] = [];
    for (let at = 0; at < 3; at += 1) table.push(at);
    const pattern = new RegExp('a+');
    const format = new Intl.NumberFormat('en');
    class Counter { #count = 0; static of(n: number) { return new Counter(); } }
    class Missing extends Error { id = 1; }
    function again(n: number): number { return n > 1 ? again(n - 1) : n; }
    function other(again: number, { self } = { self: 1 }) { again = self; { let other = again; other += 1; return other; } }
    const double = (n: number): number => { let twice = n * 2; const self = { twice }; return self.twice; };
    export default async function run(args: { n: number }, context: ToolContext) {
      const cache = new Map<string, number>(), all = /a/g;
      class Local extends Map { #own = 1; static made = 0; }
      if (all) { cache.forEach(() => again(other(1))); }
      try { throw new Missing(new Local()); } catch (self) { void self; }
      return { n: double(args.n), cache: cache.size, UNITS, WORDS, pattern, format };
    }`;
  expect(findModuleProblems(source)).toEqual([]);
});
