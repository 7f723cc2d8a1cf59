/** Modules as people write them, and what each returns, twice in a row. */
export const ORDINARY: Record<string, [source: string, result: unknown]> = {
  'an error of its own class': [
    `class Missing extends Error { constructor(id) { super('no ' + id); this.name = 'Missing'; } }
     export default () => { try { throw new Missing(7); } catch (error) { return [String(error), error instanceof Error]; } };`,
    ['Missing: no 7', true],
  ],
  'an error with another message': [
    `export default () => { const error = new TypeError('a'); error.message = 'b'; error.toString = () => 'c'; return [error.message, String(error)]; };`,
    ['b', 'c'],
  ],
  'an object whose properties have inherited names': [
    `export default () => {
       const row = {}; row.toString = () => 'own'; row.constructor = 1; row.valueOf = () => 2; row.hasOwnProperty = 3;
       return [String(row), Object.keys(row).length, { ...row, hasOwnProperty: 4 }.hasOwnProperty];
     };`,
    ['own', 4, 4],
  ],
  'counting words': [
    `export default ({ words }) => {
       const counts = {};
       for (const word of words) counts[word] = Object.hasOwn(counts, word) ? counts[word] + 1 : 1;
       return Object.entries(counts).map(([word, count]) => word + count);
     };`,
    ['a2', 'constructor1'],
  ],
  'functions with properties': [
    `export default () => { const f = () => 1; f.name2 = 'x'; f.toString = () => 'f'; return [f.name2, String(f)]; };`,
    ['x', 'f'],
  ],
  'classes on top of built-in ones': [
    `class Bag extends Map { add(key) { this.set(key, (this.get(key) ?? 0) + 1); return this; } }
     class List extends Array { last() { return this.at(-1); } }
     class Later extends Promise {}
     export default async () => [[...new Bag().add('a').add('a')], List.from([1, 2]).map((n) => n * 2).last(), await Later.resolve(3)];`,
    [[['a', 2]], 4, 3],
  ],
  'functions as classes': [
    `function Point(x) { this.x = x; }
     Point.prototype.twice = function () { return this.x * 2; };
     export default () => new Point(2).twice();`,
    4,
  ],
  'accessors, private parts and generators': [
    `class Steps { #left; constructor(n) { this.#left = n; } get left() { return this.#left; } *[Symbol.iterator]() { while (this.#left > 0) yield this.#left--; } }
     async function* slowly(steps) { for (const step of steps) { await null; yield step; } }
     export default async () => { const seen = []; for await (const step of slowly(new Steps(3))) seen.push(step); return seen; };`,
    [3, 2, 1],
  ],
  'constants of all kinds': [
    `const UNITS = { km: { m: 1000 }, list: [1, [2]] };
     const decoder = new TextDecoder(), encoder = new TextEncoder();
     const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });
     const word = /(?<first>\\w)\\w*/u;
     const table = []; for (let at = 0; at < 3; at += 1) table.push(at * UNITS.km.m);
     export default () => [decoder.decode(encoder.encode('ä')), money.format(1), 'hello'.replace(word, '$<first>'), table, structuredClone(UNITS).list];`,
    ['ä', '€1.00', 'h', [0, 1000, 2000], [1, [2]]],
  ],
  'an enum': [
    `enum Unit { Km = 'km', M = 'm' }
     enum Size { Small, Large = Small + 2 }
     export default () => [Unit.Km, Size.Large, Size[0]];`,
    ['km', 2, 'Small'],
  ],
  'regular expressions': [
    `export default () => {
       const all = /(\\w)(\\d)/g; const found = [];
       for (let match = all.exec('a1 b2'); match; match = all.exec('a1 b2')) found.push(match[1]);
       return [found, [...'a1 b2'.matchAll(/\\d/g)].map(String), 'a-b'.split(/-/), new RegExp('b+').test('abb'), 'x.y'.replaceAll('.', '!'), /(?:a|b)+/.exec('cab')?.index];
     };`,
    [['a', 'b'], ['1', '2'], ['a', 'b'], true, 'x!y', 1],
  ],
  lists: [
    `export default () => {
       const rows = [{ n: 3, k: 'a' }, { n: 1, k: 'b' }, { n: 2, k: 'a' }];
       const [first, ...rest] = rows.toSorted((a, b) => a.n - b.n);
       rows.sort((a, b) => b.n - a.n); rows.push(first); rows.length -= 1;
       const { a = [] } = Object.groupBy(rows, ({ k }) => k);
       return [first.n, rest.length, rows.map(({ n }) => n), a.length, Math.max(...rows.map(({ n }) => n)), [...new Set([1, 1, 2])], Array.from({ length: 2 }, (_, i) => i), rows.flatMap(({ n }) => [n, n]).reduce((sum, n) => sum + n, 0)];
     };`,
    [1, 2, [3, 2, 1], 2, 3, [1, 2], [0, 1], 12],
  ],
  'what the platform offers': [
    `export default async (args, { signal, callTool }) => {
       const url = new URL('/a?b=1', 'https://example.com'); url.searchParams.append('c', 'd e');
       const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('a'));
       const late = await new Promise((resolve) => setTimeout(resolve, 1, 'late'));
       const events = new EventTarget(); const heard = [];
       events.addEventListener('x', ({ detail }) => heard.push(detail)); events.dispatchEvent(new CustomEvent('x', { detail: 1 }));
       signal.addEventListener('abort', () => {});
       const text = await new Response(new Blob(['b']).stream().pipeThrough(new TextDecoderStream()).pipeThrough(new TextEncoderStream())).text();
       return [url.href, new Uint8Array(hash).length, late, heard, text, [...new Headers({ A: 'b' })], typeof performance.now(), new Date(0).toISOString(), (await callTool('absent', {})).isError, atob(btoa('x'))];
     };`,
    [
      'https://example.com/a?b=1&c=d+e',
      32,
      'late',
      [1],
      'b',
      [['a', 'b']],
      'number',
      '1970-01-01T00:00:00.000Z',
      true,
      'x',
    ],
  ],
  'a proxy and another prototype': [
    `export default () => { const kept = new Proxy({}, { get: (_, name) => name }); const child = Object.setPrototypeOf({}, { a: 1 }); return [kept.x, child.a, Reflect.construct(Date, [0]).getTime()]; };`,
    ['x', 1, 0],
  ],
};
