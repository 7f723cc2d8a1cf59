import { expect, test } from 'vitest';

import { findServers } from '#app/blueprint/import/servers/find-servers.ts';
import type { FoundServer } from '#app/blueprint/import/servers/tools/found-server.ts';

import { readRepository } from './corpus.ts';

const START = `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
const server = new McpServer({ name: 'test', version: '1.0.0' });
`;

/** Reads a server of one file. */
function read(code: string, more: Record<string, string> = {}): FoundServer | null {
  const files = [{ path: 'src/index.ts', text: START + code }];
  const others = Object.entries(more).map(([path, text]) => ({ path, text }));
  return findServers([...files, ...others])[0] ?? null;
}

function schemaOf(shape: string): unknown {
  const server = read(
    `server.registerTool('t', { description: 'd', inputSchema: { a: ${shape} } }, run);`,
  );
  return server?.tools[0]?.inputSchema['properties'];
}

test('schemas of Zod become JSON Schema with their bounds, values and defaults', () => {
  expect(schemaOf(`z.string().min(1).max(9).regex(/^a+$/).describe('text')`)).toEqual({
    a: { type: 'string', minLength: 1, maxLength: 9, pattern: '^a+$', description: 'text' },
  });
  expect(schemaOf(`z.number().int().positive().lte(5).default(3)`)).toEqual({
    a: { type: 'integer', exclusiveMinimum: 0, maximum: 5, default: 3 },
  });
  expect(schemaOf(`z.array(z.enum(['x', 'y'])).min(1).nullable()`)).toEqual({
    a: { type: ['array', 'null'], items: { type: 'string', enum: ['x', 'y'] }, minItems: 1 },
  });
  expect(schemaOf(`z.union([z.string().email(), z.literal(7), z.null()])`)).toEqual({
    a: {
      anyOf: [{ type: 'string', format: 'email' }, { type: 'number', const: 7 }, { type: 'null' }],
    },
  });
  expect(
    schemaOf(`z.record(z.string(), z.object({ b: z.boolean().optional() }).strict())`),
  ).toEqual({
    a: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        properties: { b: { type: 'boolean' } },
      },
    },
  });
  expect(schemaOf(`z.tuple([z.number(), z.coerce.date()])`)).toEqual({
    a: {
      type: 'array',
      prefixItems: [{ type: 'number' }, { type: 'string', format: 'date-time' }],
    },
  });
});

test('hints, titles, results and instructions are read, and the place of each tool', () => {
  const server = findServers(readRepository('sdk-register-tool'))[0];
  expect(server).toMatchObject({
    title: 'Team notes',
    description: 'Notes of a team',
    instructions: 'Search before you write.',
    packages: ['@modelcontextprotocol/sdk'],
    files: ['src/index.ts'],
  });
  expect(server?.tools[0]).toMatchObject({
    title: 'Search notes',
    annotations: { readOnlyHint: true, openWorldHint: false },
    file: 'src/index.ts',
    line: 12,
  });
  expect(server?.tools[1]?.outputSchema).toEqual({
    type: 'object',
    properties: { deleted: { type: 'boolean' } },
    required: ['deleted'],
  });
});

test('each package of a repository that has tools is a server, and those of tests are left out', () => {
  const servers = findServers(readRepository('path-aliases-monorepo'));
  expect(servers.map(({ folder, tools }) => [folder, tools.length])).toEqual([['apps/tickets', 2]]);
  expect(servers[0]?.files).toEqual([
    'apps/tickets/src/tools/register.ts',
    'packages/schemas/src/index.ts',
  ]);
  expect(findServers([{ path: 'src/index.ts', text: 'export const tools = [];' }])).toEqual([]);
  expect(findServers([])).toEqual([]);
});

test('names and texts lose hidden characters, and names of the language are ordinary names', () => {
  const server = read(`
    server.tool('a\\u202Eb', 'c\\u200Bd', { ['__proto__']: z.string(), constructor: z.number() }, run);
    server.tool('toString', 'e', { hasOwnProperty: z.string().describe('f\\u{E0041}') }, run);
  `);
  expect(server?.tools.map(({ name, description }) => [name, description])).toEqual([
    ['ab', 'cd'],
    ['toString', 'e'],
  ]);
  expect(Object.keys(server?.tools[0]?.inputSchema['properties'] ?? {})).toEqual([
    '__proto__',
    'constructor',
  ]);
  expect(JSON.stringify(server?.tools[1]?.inputSchema)).toContain('"f"');
});

test('code that calls, imports or contains itself ends, and its tools are found', () => {
  const server = read(
    `
    import { b } from './b.ts';
    const self = () => self();
    const shape = { child: z.lazy(() => tree) };
    const tree = z.object({ value: z.string(), ...shape });
    function loop(n) { return n > 0 ? loop(n - 1) + loop(n - 2) : ''; }
    export const a = b;
    server.tool('one', self() ?? 'x', { tree }, run);
    server.tool('two', loop(60), { a: z.string() }, run);
    server.tool('three', a, {}, run);
    class P extends P {}
    for (const t of [new P()]) server.tool(t.name, 'd', {}, run);
    `,
    { 'src/b.ts': `import { a } from './index.ts'; export const b = a; export * from './b.ts';` },
  );
  expect(server?.tools.map(({ name }) => name)).toEqual(['one', 'two', 'three']);
});

test('code that doubles with each line stays small, and the tools beside it are found', () => {
  const lines = (first: string, next: (from: string) => string) =>
    Array.from(
      { length: 64 },
      (_none, n) =>
        (n === 0 ? `const ${first}0 = ` : `const ${first}${n} = `) +
        (n === 0 ? next('null') : next(`${first}${n - 1}`)) +
        ';',
    ).join('\n');
  const server = read(`
    ${lines('list', (from) => `[...(${from} ?? []), ...(${from} ?? ['x'])]`)}
    ${lines('text', (from) => `'ab' + ${from} + ${from}`)}
    ${lines('json', (from) => `{ type: 'object', properties: { a: ${from}, b: ${from} } }`)}
    ${lines('zod', (from) => `z.object({ a: ${from} ?? z.string(), b: ${from} ?? z.string() })`)}
    server.tool('listed', list63.join(), {}, run);
    server.tool('told', text63, {}, run);
    server.registerTool('described', { description: 'd', inputSchema: json63 }, run);
    server.registerTool('shaped', { description: 'd', inputSchema: zod63 }, run);
    for (const a of list63) for (const b of list63) for (const c of list63) server.tool(a + b + c, 'd', {}, run);
    server.tool('sane', 'Is found', { a: z.string() }, run);
  `);
  const names = server?.tools.map(({ name }) => name) ?? [];
  expect(names).toEqual(expect.arrayContaining(['listed', 'told', 'described', 'shaped', 'sane']));
  expect(JSON.stringify(server).length).toBeLessThan(2_000_000);
});

test('code that makes more texts and lists than a memory holds costs other tools nothing', () => {
  const long = 'x'.repeat(90_000);
  const server = read(`
    const long = '${long}';
    server.tool('sane', 'Is found', { a: z.string() }, run);
    server.tool('replaced', long.replaceAll('x', long), {}, run);
    server.tool('between', long.replaceAll('', long), {}, run);
    server.tool('joined', ${'long'}${'.concat(long, long).concat(long)'.repeat(3)}, {}, run);
    function forks(x) { ${'if (x) y();'.repeat(20_000)} return 'd'; }
    server.tool('forked', forks(input), {}, run);
    const many = [${'long + long, '.repeat(4_000)}];
    server.tool('many', many.join(), {}, run);
  `);
  const names = server?.tools.map(({ name }) => name) ?? [];
  expect(names).toEqual(['sane', 'replaced', 'between', 'joined', 'forked', 'many']);
  expect(JSON.stringify(server).length).toBeLessThan(1_000_000);
});

test('a file that is no code, or nested without end, is told and costs no other tool', () => {
  const server = read(`import './bad.ts'; import './deep.ts'; server.tool('fine', 'd', {}, run);`, {
    'src/bad.ts': `server.registerTool('x', {{{`,
    'src/deep.ts': `server.registerTool(${'('.repeat(5_000)}1${')'.repeat(5_000)})`,
  });
  expect(server?.tools.map(({ name }) => name)).toEqual(['fine']);
  expect(server?.unread.map(({ file, reason }) => [file, reason])).toEqual([
    ['src/bad.ts', 'syntax'],
    ['src/deep.ts', 'syntax'],
  ]);
});

test('paths that leave the repository lead nowhere', () => {
  const server = read(
    `
    import secret from '../../../../etc/passwd';
    import { name } from '/etc/hostname';
    server.tool('a', secret, {}, run);
    server.tool(name, 'd', {}, run);
    `,
    {
      'package.json': '{ not json',
      'tsconfig.json': '{ "compilerOptions": { "paths": { "*": ["../../*"], "x": 1 } } }',
    },
  );
  expect(server?.tools.map(({ name, gaps }) => [name, gaps.length])).toEqual([['a', 1]]);
  expect(server?.unread).toMatchObject([{ file: 'src/index.ts', reason: 'name' }]);
});
