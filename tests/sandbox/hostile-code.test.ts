import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

/** Far more than any of it takes; each of these took minutes, or for ever. */
const WATCHDOG_MS = 40_000;

async function check(code: string): Promise<{ message: string; line: number }[]> {
  const script = fileURLToPath(new URL('check-code.ts', import.meta.url));
  const child = spawn(process.execPath, ['--no-warnings', script], {
    timeout: WATCHDOG_MS,
    killSignal: 'SIGKILL',
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.on('error', () => {});
  child.stdin.end(code);
  const [output, [status, signal]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect({ status, signal }).toEqual({ status: 0, signal: null });
  return JSON.parse(output);
}

const nest = (before: string, after: string, depth: number) =>
  `export default () => ${before.repeat(depth)}1${after.repeat(depth)};`;

test.each([
  ['arrow functions in parameters', nest('(a=', ')=>1', 28)],
  ['arrow functions in parameters, with types', nest('(a=', '):number=>1', 28)],
  ['asynchronous ones', nest('async(a=', ')=>1', 28)],
  ['generic ones', nest('<T>(a=', ')=>1', 28)],
  ['functions in parameters', nest('(a=function(b=', '){})=>1', 28)],
  ['classes', nest('(a=class{b=', '})=>1', 14)],
  ['templates', nest('`${(a=', ')=>1}`', 28)],
  ['assertions of types', nest('<T>(', ')', 24)],
  ['parentheses', nest('(', ')', 5_000)],
])('nested %s are refused before they are parsed', async (_, code) => {
  expect(await check(code)).toMatchObject([{ message: /nested too deeply/ }]);
});

test('of 100 kB of forbidden words the first twenty are told', async () => {
  const lines = `export default () => {\n${'eval;\n'.repeat(16_000)}}`;
  const problems = await check(lines);
  expect(problems).toHaveLength(20);
  expect(problems[0]).toMatchObject({ line: 2, message: '`eval` must not be used.' });
  expect(await check('eval;'.repeat(20_000))).toHaveLength(20);
});

test('of 100 kB of imports the first twenty are told', async () => {
  expect(await check(`import type { A } from 'a';\n`.repeat(3_500))).toHaveLength(20);
});

test.each([
  ['loops in loops', `export default () => {${'while(1)'.repeat(3_000)}{return}}`],
  ['a name that is taken again and again', `export default () => $tick${'$'.repeat(90_000)};`],
])('%s are checked', async (_, code) => {
  expect(Array.isArray(await check(code))).toBe(true);
});

test('code as people write it is not taken for nested', async () => {
  const code = `
    export default async function run(args: { a: number[] }, { fetch }: Context): Promise<unknown> {
      const pick = <T>(list: T[], by: (item: T) => number): T[] => list.filter((item) => by(item) > (1));
      const total = args.a.reduce((sum, each) => sum + (each > 1 ? (each > 2 ? (each) : (2)) : (1)), 0);
      return Object.fromEntries(pick(args.a, (a) => a).map((a): [string, number] => [String(a), total! / a]));
    }`;
  expect(await check(code)).toEqual([]);
});
