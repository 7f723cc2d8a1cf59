import { beforeAll, expect, test } from 'vitest';

import { parseBlueprint } from '#app/blueprint/parse-blueprint.ts';

import { buildCli, runCli, spec, startCli } from './run-cli.ts';

beforeAll(buildCli, 60_000);

test('--json prints tools, blueprint, warnings and report, and nothing else', async () => {
  const { code, stdout, stderr } = await runCli(['inspect', spec('petstore-3.0.json'), '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { tools, listBytes, listCost, blueprint, warnings, report, ...rest } = JSON.parse(stdout);
  expect(rest).toEqual({});
  expect(listBytes).toBe(Buffer.byteLength(JSON.stringify(tools)));
  expect(listCost).toMatchObject({ bytes: listBytes, tokens: expect.any(Number) });
  expect(parseBlueprint(blueprint).ok).toBe(true);
  const names = (list: { name: string }[]) => list.map(({ name }) => name);
  expect(names(tools)).toEqual(names(blueprint.tools));
  expect(tools).toHaveLength(20);
  expect(tools[0]).toMatchObject({ inputSchema: { type: 'object' } });
  expect(warnings).not.toHaveLength(0);
  expect(report.score).toBeGreaterThan(0);
});

test('the report covers the blueprint, the files and the running server', async () => {
  const { stdout } = await runCli(['inspect', spec('petstore-3.0.json'), '--json']);
  const { report } = JSON.parse(stdout) as {
    report: { checks: { id: string; status: string; family: string }[] };
  };
  const seen = (family: string) =>
    report.checks.filter((check) => check.family === family && check.status === 'pass');
  for (const family of ['protocol', 'transport', 'tools', 'upstream', 'security', 'ops']) {
    expect(seen(family).length, family).toBeGreaterThan(0);
  }
});

test('without --json it is text for people: each tool with its call, the losses, the verdict', async () => {
  const { code, stdout } = await runCli(['inspect', spec('petstore-3.0.json')]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Swagger Petstore[^\n]*: 20 tools\n/);
  expect(stdout).toContain('  getPetById  GET /pet/{petId}');
  expect(stdout).toMatch(/The list costs a model about [\d,]+ tokens, a client about \d+ ms/);
  expect(stdout).toMatch(/Not imported exactly: \d+ place/);
  expect(stdout).toMatch(/^3 things to fix\. These checks fail: /m);
  expect(stdout).not.toContain('\u001B');
});

test('a reader that closes the pipe early is not a failure', async () => {
  const child = startCli(['inspect', spec('asana-3.0.json'), '--json']);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stdout?.once('data', () => child.stdout?.destroy());
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect({ code, said }).toEqual({ code: 0, said: '' });
});

test('an unusable document exits with 1', async () => {
  const { code, stdout, stderr } = await runCli(['inspect', '-', '--json'], { input: '{"a":' });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('line 1');
});
