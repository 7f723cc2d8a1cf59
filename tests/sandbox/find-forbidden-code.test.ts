import { expect, test } from 'vitest';

import { findForbiddenCode } from '#app/sandbox/find-forbidden-code.ts';

const run = (body: string) => `export default async (args: { n: number }) => { ${body} };`;
const START = run('').indexOf('{  }') + 3;

test.each([
  ['eval("1")', 0, '`eval`'],
  ['const run = eval; run("1")', 12, '`eval`'],
  ['(0, eval)("1")', 4, '`eval`'],
  ['const all = { eval }', 14, '`eval`'],
  ['const a = args.n ? eval : null', 19, '`eval`'],
  [String.raw`ev\u0061l("1")`, 0, '`eval`'],
  [String.raw`\u{65}val("1")`, 0, '`eval`'],
  ['self["eval"]("1")', 0, '`eval`'],
  ['globalThis[`Function`]("1")', 0, '`Function`'],
  ['(() => 1).constructor("return 1")()', 0, '`Function`'],
  ['const make = (() => 1).constructor; make("return 1")', 13, '`constructor`'],
  ['(() => 1)["constructor"].call(null, "return 1")', 0, '`constructor`'],
  ['(() => 1)?.["con" + `struc${"tor"}`]("return 1")', 0, '`constructor`'],
  ['this.constructor.constructor("return 1")', 0, '`constructor`'],
  ['const { constructor: make } = () => 1', 8, '`constructor`'],
  ['const { ["con" + "structor"]: make } = () => 1', 8, '`constructor`'],
  ['globalThis["ev" + "al"]("1")', 0, '`eval`'],
  ['new Function("return 1")', 4, '`Function`'],
  ['const f = Function.prototype', 10, '`Function`'],
  ['`${eval("1")}`', 3, '`eval`'],
  ['require("fs")', 0, '`require`'],
  ['await WebAssembly.compile(bytes)', 6, '`WebAssembly`'],
  ['await import("./a.ts")', 6, 'loaded while'],
  ['const n: number = 1 as number; eval("1")', 31, '`eval`'],
  ['while (true) {}', 0, 'never ends'],
  ['while (1) args.n += 1;', 0, 'never ends'],
  ['do { args.n += 1; } while (true)', 20, 'never ends'],
  ['for (;;) await null;', 0, 'never ends'],
  ['for (/*;*/;/* break */;) {}', 0, 'never ends'],
  ['while (true) { for (;;) { break; } }', 0, 'never ends'],
  ['while (true) { [1].map(() => { return 2; }); }', 0, 'never ends'],
  ['a: while (true) { continue a; }', 3, 'never ends'],
  ['return /^(a+)+$/.test("a")', 7, 'take for ever'],
  ['const words = new RegExp("(\\\\w+\\\\s?)*!", "g")', 14, 'take for ever'],
  ['return RegExp(`(a|a)*b`)', 7, 'take for ever'],
])('%s is rejected with its position', (body, offset, word) => {
  expect(findForbiddenCode(run(body))).toEqual([
    { line: 1, column: START + offset, message: expect.stringContaining(word) },
  ]);
});

test.each([
  ['import fs from "node:fs";', 'node:fs'],
  ['import "zod";', 'zod'],
  ['import { readFile as read } from "fs";\nread();', 'fs'],
  ['import type { Z } from "zod";', 'zod'],
  ['import { type Z } from "zod";', 'zod'],
  ['export type {\n  Z,\n} from "zod";', 'zod'],
  ['export { z } from "zod";', 'zod'],
  ['export * from "zod";', 'zod'],
  [String.raw`import "\x7aod";`, 'zod'],
  ['import a from ".../a.ts";', '.../a.ts'],
  ['import "../../tool-entry.js";', '../../tool-entry.js'],
  ['import "./../../loop-budget.js";', './../../loop-budget.js'],
])('%s is rejected: it is not one of the server’s own files', (source, name) => {
  expect(findForbiddenCode(`interface Own {}\nexport { Own };\n${source}`)).toEqual([
    { line: 3, column: 1, message: expect.stringContaining(`"${name}" must not be imported`) },
  ]);
});

test.each([
  'const text = "eval(1) while (true) {}", other = `import("x") ${args.n} require`;',
  '// eval("1") while (true) {}\n/* Function */',
  'return /eval|require\\(|for(;;)/.test("Function");',
  'const row = { eval: 1, Function: 2 }; return row.eval + row.Function;',
  'class Api { require() { return 1; } static eval = 2; }',
  'let f: Function | null = null; return f;',
  'while (true) { if (args.n > 1) break; }',
  'outer: for (;;) { while (true) { break outer; } }',
  'outer: for (const a of [1]) { while (true) { continue outer; } }',
  'do { return 1; } while (true)',
  'for (;;) { switch (args.n) { default: throw new Error(); } }',
  'while (0) {}',
  'return new (this.constructor as any)();',
  'class Api { constructor() {} }',
  'const row = { constructor: 1, [`constructor`]: 2 }; return row;',
  'const { name } = { name: "constructor" }; return name;',
  'return /"(?:[^"]|"")*"/.test("a") || new RegExp(String(args.n)).test("(a+)+")',
  'const code = `\nimport type { Z } from "zod";\n`; return code;',
])('%s is allowed', (body) => {
  expect(findForbiddenCode(run(body))).toEqual([]);
});

test('imports of the server’s own files are allowed', () => {
  const source = `
    import type { ToolContext } from '../runtime/definition.ts';
    import { rows } from './rows.ts';
    import { shared } from "../definitions.ts";
    export * from './more.ts';
    export default (_: unknown, context: ToolContext) => [rows, shared, import.meta.url];`;
  expect(findForbiddenCode(source)).toEqual([]);
});
