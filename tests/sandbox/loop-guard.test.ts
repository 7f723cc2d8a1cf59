import { readFileSync } from 'node:fs';

import type * as fflate from 'fflate';
import { expect, test } from 'vitest';

import { guardLoops } from '#app/sandbox/loop-guard.ts';

let runs = 0;

/** Runs a guarded module's default export with a budget of 1,000 rounds. */
async function run(source: string): Promise<unknown> {
  const { code } = guardLoops(source, 'BUDGET');
  runs += 1;
  const budget = `let left = 1000; // of run ${runs}
    export const tick = () => { if (--left < 0) throw new Error('over budget'); return true; };
    export const enter = tick;
    export const freeze = Object.freeze;`;
  const linked = code.replace('"BUDGET"', JSON.stringify(toUrl(budget)));
  const module: { default: () => unknown } = await import(/* @vite-ignore */ toUrl(linked));
  return module.default();
}

function toUrl(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

test.each([
  ['while', 'export default () => { while (true) {} };'],
  ['while without braces', 'export default () => { let i = 0; while (true) i++; };'],
  ['do while', 'export default () => { do {} while (true) };'],
  ['for without a condition', 'export default () => { for (;;); };'],
  ['for with a condition', 'export default () => { for (let i = 0; i >= 0, true; i++) {} };'],
  [
    'for of an endless generator',
    'export default () => { for (const _ of (function* () { while (true) yield 1; })()); };',
  ],
  [
    'for of an endless iterator',
    'export default () => { const it = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }) }) }; for (const [a] of [it]) for (const b of a === undefined ? it : it); };',
  ],
  [
    'for await',
    'export default async () => { for await (const x of { [Symbol.asyncIterator]: () => ({ next: async () => ({ done: false, value: 1 }) }) }); };',
  ],
  [
    'async recursion in braces',
    'async function again() { await null; return again(); } export default again;',
  ],
  [
    'async recursion in an expression',
    'const again = () => Promise.resolve().then(again); export default () => again();',
  ],
  [
    'async arrow with one parameter',
    'const again = async n => again(await n); export default () => again(1);',
  ],
  [
    'a method',
    'class A { async go() { await null; return this.go(); } } export default () => new A().go();',
  ],
  [
    'a loop that swallows errors',
    'export default () => { while (true) { try { while (true); } catch {} } };',
  ],
  ['for with a comma condition', 'export default () => { for (let i = 0; i, true; i++) {} };'],
  ['for with comments as its header', 'export default () => { for (/*;*/;/*;*/;/*;*/) /*{*/; };'],
  ['labelled', 'export default () => { outer: while (true) for (;;) continue outer; };'],
  ['in a template', 'export default () => `${(() => { while (true); })()}`;'],
  ['in a tag', 'export default () => ((parts) => { for (;;); })`a${1}b`;'],
  ['in a default value', 'export default (a = (() => { for (;;); })()) => a;'],
  ['in a static block', 'export default () => class { static /*{*/ { while (true); } };'],
  ['in a computed key', 'export default () => ({ [(() => { for (;;); })()]: 1 });'],
  ['in a getter', 'export default () => ({ get a() { while (true); } }).a;'],
  ['in a setter', 'export default () => { ({ set a(_) { while (true); } }).a = 1; };'],
  ['in a constructor', 'export default () => new (class { constructor() { for (;;); } })();'],
  [
    'in a destructuring default',
    'export default () => { const { a = (() => { for (;;); })() } = {}; };',
  ],
  ['in an iterator', 'export default () => [...{ *[Symbol.iterator]() { for (;;) yield; } }];'],
  [
    'behind yield*',
    'function* all() { for (;;) yield 1; } export default () => { for (const _ of (function* () { yield* all(); })()); };',
  ],
  [
    'with a comma in for of',
    'export default () => { const all = function* () { for (;;) yield 1; }; for (const _ of (0, all())); };',
  ],
  [
    'behind names in escapes',
    'export default () => { const \\u0024tick = () => true, \\u{024}enter = () => 1; while (\\u0024tick()) \\u{024}enter(); };',
  ],
  [
    'async generator',
    'export default async () => { for await (const _ of (async function* () { for (;;) yield 1; })()); };',
  ],
  [
    'arrow that gives an object',
    'const again = () => ({ then: (done) => done(again()) }); export default async () => again();',
  ],
])('endless %s ends with an error', async (_, source) => {
  await expect(async () => run(source)).rejects.toThrow('over budget');
});

test.each([
  [
    'a generator whose body is never reached',
    'function* again(_ = Promise.resolve().then(() => 1, again)) {}',
    'again()',
    1,
  ],
  ['a class field', 'class A { next = seen(this); }', 'new A(); new A()', 2],
  ['a static block', 'class A {}', '(() => class { static { new A(); } })()', 2],
  ['a derived class', 'class A extends Object { #a = [1]; static of() {} }', 'new A()', 1],
  ['a default value', 'const f = (a = seen(1)) => a;', 'f()', 2],
])('%s uses the budget', async (_, declared, called, entries) => {
  const { code } = guardLoops(
    `const seen = Object; ${declared} export default () => { ${called}; };`,
    'BUDGET',
  );
  const budget = `let entries = 0; // of run ${(runs += 1)}
    export const tick = () => true, enter = () => { entries += 1; }, freeze = () => {};
    export const count = () => entries;`;
  const budgetUrl = toUrl(budget);
  const linked = code.replace('"BUDGET"', JSON.stringify(budgetUrl));
  const module: { default: () => void } = await import(/* @vite-ignore */ toUrl(linked));
  const { count }: { count: () => number } = await import(/* @vite-ignore */ budgetUrl);
  const before = count();
  module.default();
  // One for the default export itself.
  expect(count() - before).toBeGreaterThan(entries);
});

test('leaving a guarded for of closes its iterator once, also when the budget is spent', async () => {
  const source = (body: string) => `
    const closed = [];
    const items = () => ({
      [Symbol.iterator]: () => ({
        next: () => ({ value: 1, done: false }),
        return: () => { closing += 1; return {}; },
      }),
    });
    var closing = 0;
    export default () => { try { ${body} } catch {} return closing; };`;
  expect(await run(source('for (const _ of items()) break;'))).toBe(1);
  expect(await run(source('for (const _ of items()) throw new Error();'))).toBe(1);
  expect(
    await run(source('[...(function* () { yield* [1]; for (const _ of items()) return; })()];')),
  ).toBe(1);
});

test('all top-level declarations are frozen', async () => {
  const source = `
    const { a, b: [c, ...d], ...e } = { a: {}, b: [{}, {}], f: {} };
    export class F {}
    export function g() {}
    export default function run() { return [a, c, d, e, F, g, run].map(Object.isFrozen); }`;
  expect(await run(source)).toEqual(Array.from({ length: 7 }, () => true));
});

test('a loop is guarded wherever an expression is allowed', () => {
  const source = `
    label: for (const { [X]: a = X, ...r } of X) continue label;
    for ([a[X], { b: c[X] = X }] of X);
    for (a.b[X] in X);
    for await (const z of X);
    try { throw X; } catch ({ [X]: e = X }) { X; } finally { X; }
    switch (X) { case X: X; default: X; }
    class A extends X {
      static { X; }
      [X] = X;
      static #p = X;
      get [X]() { return X; }
      static async *[X](a = X, [b = X] = X, ...[c = X]) { yield* X; await X; }
      #m() { #p in X; return super[X]?.[X]?.(X, ...X); }
    }
    X\`a\${X}b\`; \`\${X}\`; new (X)(X); import(X, { with: X }); import.meta[X];
    ({ [X]: X, ...X, get [X]() { return X; }, async *m(a = X) {} });
    ({ [X]: a = X, b: { c = X } = X } = X); [a = X, ...b[X]] = [X, , ...X];
    a ??= X; a ? X : X; delete X; X, X; a[X]++; typeof X; (async x => X); (a = X) => ({ a });
    if (X) X; else X; do X; while (X); while (X) X; for (let i = X; X; X) X;
    const { [X]: d = X } = X, [f = X] = X;
    export default (X);`.replaceAll('X', '(() => { for(;;); })()');
  const { code } = guardLoops(source, 'BUDGET');
  const loops = source.split('for(;;)').length;
  expect(loops).toBeGreaterThan(80);
  expect(code.split('for(;;){$tick();;}')).toHaveLength(loops);
  // It is a module still, and its lines are where they were.
  expect(() => guardLoops(code, 'AGAIN')).not.toThrow();
  expect(code.split('\n').findIndex((line) => line.includes('export default'))).toBe(
    source.split('\n').findIndex((line) => line.includes('export default')),
  );
});

test('code that ends gives the same result as without the guard', async () => {
  const source = `
    const names = { while: 1, for: 2, do: 3 };
    const of = [1, 2, 3];
    const add = (a) => (b) => a + b, pair = (a) => ({ a });
    export default function () {
      const seen = [];
      for (const of_ of of) seen.push(add(of_)(1));
      for (const key in names) seen.push(key, names[key]);
      for (let i = 0, n = 2; i < n; i++) seen.push(\`\${(() => i)()}for(;;)\`);
      for (const [k, { v }] of new Map([['a', { v: 1 }]])) seen.push(k, v);
      let i = 0;
      do i++; while (i < 3)
      while ('a' in pair(1) && i < 5) i += 1;
      outer: for (;;) { for (;;) break outer; }
      seen.push(names.while, /for(;;)/.test('x'), i, [3, 1, 2].sort((a, b) => a - b));
      return seen;
    }`;
  const plain: { default: () => unknown } = await import(/* @vite-ignore */ toUrl(source));
  expect(await run(source)).toEqual(plain.default());
});

test('a position in the guarded code is mapped to the source', () => {
  const source = 'export default () => {\n  while (a) { for (;;) oops(); }\n};\n';
  const { code, locate } = guardLoops(source, './b.js');
  const lines = code.split('\n');
  const line = lines.findIndex((text) => text.includes('oops')) + 1;
  const column = (lines[line - 1]?.indexOf('oops') ?? 0) + 1;
  expect(locate(line, column)).toEqual({ line: 2, column: 24 });
  expect(locate(1, (lines[0]?.indexOf('export') ?? 0) + 1)).toEqual({ line: 1, column: 1 });
});

test('a library of loops and closures works the same under the guard', async () => {
  const file = new URL('../../node_modules/fflate/esm/browser.js', import.meta.url);
  const { code } = guardLoops(readFileSync(file, 'utf8'), 'BUDGET');
  const budget = `let ticks = 0;
    export const tick = () => { ticks += 1; return true; };
    export const enter = tick, freeze = () => {}, count = () => ticks;`;
  const budgetUrl = toUrl(budget);
  const linked = code.replace('"BUDGET"', JSON.stringify(budgetUrl));
  const guarded: typeof fflate = await import(/* @vite-ignore */ toUrl(linked));
  const { count }: { count: () => number } = await import(/* @vite-ignore */ budgetUrl);
  const bytes = Uint8Array.from({ length: 50_000 }, (_, index) => (index * index) % 251);
  const packed = guarded.deflateSync(bytes);
  expect(packed.length).toBeLessThan(bytes.length);
  expect(guarded.inflateSync(packed)).toEqual(bytes);
  expect(count()).toBeGreaterThan(10_000);
});
