import { expect, test } from 'vitest';

import { findUnknownMembers } from '#app/sandbox/find-unknown-members.ts';

const run = (body: string) => `export default async (args, context) => { ${body} };`;
const ALL =
  'The context has json, fetch, callTool, elicit, sample, progress, log, signal, roots, updated, trace.';

test.each([
  ['return context.get("api", "/x");', '`context.get` does not exist. ' + ALL],
  ['return context.jsn("api", {});', '`context.jsn` does not exist. Did you mean `json`?'],
  ['return context.calltool("a", {});', 'Did you mean `callTool`?'],
  ['return context["http"]("/x");', '`context.http` does not exist.'],
  ['return context?.http?.("/x");', '`context.http` does not exist.'],
  ['const { json, http } = context; return json;', '`http` does not exist.'],
  ['await context.log.info("x");', '`log` is a function: it has no `info`.'],
  ['return [1].map(() => context.env);', '`context.env` does not exist.'],
  ['return helper(1, context);', '`link.http` does not exist.'],
])('%s is reported', (body, words) => {
  const source = `const helper = (n, link) => link.http(n);\n${run(body)}`;
  const found = findUnknownMembers(source);
  expect(found).toHaveLength(1);
  expect(found[0]?.message).toContain(words);
});

test('the place is that of the source, also with types', () => {
  const source = `interface Args { id: string }
export default async function getIt(args: Args, ctx: any): Promise<unknown> {
  return ctx.request(args.id as string);
}`;
  expect(findUnknownMembers(source)).toEqual([
    { line: 3, column: 10, message: expect.stringContaining('`ctx.request` does not exist.') },
  ]);
});

test.each([
  'export default async (args, { http }) => http("/x");',
  'const work = async (args, context) => context.http("/x");\nexport default work;',
  'async function work(args, context) { return context.http("/x"); }\nexport { work as default };',
  'export default async (args, context = null) => context.http("/x");',
  'export function step(context) { return context.http; }\nexport default (args, c) => step(c);',
])('%s is reported', (source) => {
  expect(findUnknownMembers(source)).toMatchObject([{ message: expect.stringMatching(/http/) }]);
});

test.each([
  run('return context.json("api", { path: "/x" });'),
  run('const { json, signal } = context; return json("api", { path: signal.reason });'),
  run('const { ...all } = context; return all.http;'),
  run('await context.log.call(null, "info", "x"); return context.signal.aborted;'),
  run('return [{ http: 1 }].map((context) => context.http);'),
  run('return context[args.name]();'),
  run('return args.context.http;'),
  'export default async (context) => context.http;',
  'export default async (args) => args.http;',
  'export const helper = (a, context) => context.http;\nexport default (args) => args;',
  'export default () => 1;',
  'export default 5;',
  'function (',
])('%s is fine', (source) => {
  expect(findUnknownMembers(source)).toEqual([]);
});
