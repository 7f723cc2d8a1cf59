import { readFileSync } from 'node:fs';

import { beforeAll, describe, expect, test } from 'vitest';

import { buildCli, runCli, spec } from './run-cli.ts';

beforeAll(buildCli, 60_000);

test('--version is the version of the package', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const { code, stdout, stderr } = await runCli(['--version']);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test('--help names every command, and each command has its own help', async () => {
  const { code, stdout } = await runCli(['--help']);
  expect(code).toBe(0);
  for (const name of ['generate', 'inspect', 'check', 'serve', 'eval']) {
    expect(stdout).toContain(`mcp-builder ${name} `);
    const own = await runCli([name, '--help']);
    expect(own.code).toBe(0);
    expect(own.stdout).toMatch(new RegExp(`^mcp-builder ${name} `));
  }
});

describe('wrong usage exits with 2, says why on standard error, and has no output', () => {
  test.each([
    { args: [], says: 'Name a command.' },
    { args: ['generat'], says: 'did you mean "generate"' },
    { args: ['generate'], says: 'Name a document' },
    { args: ['generate', 'a.json'], says: '--out <dir>' },
    { args: ['generate', 'a.json', 'b.json', '--out', 'x'], says: 'one only' },
    { args: ['generate', 'a.json', '--out', 'x', '--tools', 'a,,b'], says: '--tools' },
    { args: ['inspect', '--jsn', 'a.json'], says: "Unknown option '--jsn'" },
    { args: ['inspect'], says: 'Name a document' },
    { args: ['check'], says: 'Name an endpoint or a directory' },
    { args: ['serve', spec('petstore-3.0.json'), '--port', '70000'], says: 'from 0 to 65535' },
    { args: ['serve', spec('petstore-3.0.json'), '--port', ''], says: 'from 0 to 65535' },
    { args: ['serve', spec('petstore-3.0.json'), '--mock=yes'], says: '--mock' },
  ])('$args', async ({ args, says }) => {
    const { code, stdout, stderr } = await runCli(args);
    expect(stderr).toContain(says);
    expect(stderr).toContain('--help');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});
