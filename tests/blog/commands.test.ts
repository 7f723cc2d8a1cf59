import { expect, test } from 'vitest';

import { readArguments } from '#app/cli/read-arguments.server.ts';
import { generate } from '#app/blueprint/generate/generate.ts';

import { importedBlueprint } from '../readiness/imported-blueprint.ts';

import { readSnippet } from './read-snippet.ts';

const linesOf = (file: string) =>
  readSnippet(file)
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter(Boolean);

test('the command line takes each command that the documentation shows', () => {
  for (const line of linesOf('docs/commands.sh')) {
    const [node, program, ...args] = line.split(' ');
    expect([node, program]).toEqual(['node', 'build/cli.js']);
    expect(readArguments(args), line).toMatchObject({ ok: true });
  }
});

test('a downloaded project has the scripts and files that its commands need', async () => {
  const files = new Map(
    generate(await importedBlueprint('petstore-3.0.json')).map(({ path, text }) => [path, text]),
  );
  const { scripts } = JSON.parse(files.get('package.json') ?? '{}');
  for (const line of linesOf('docs/start.sh')) {
    const script = /^npm (?:run )?(\S+)/.exec(line)?.[1];
    if (script && script !== 'install') expect(Object.keys(scripts), line).toContain(script);
  }
  expect(linesOf('docs/start.sh')).toContain('cp .env.example .env');
  expect(scripts.mock).toBeTruthy();
  for (const path of ['.env.example', 'Dockerfile', 'wrangler.toml', 'src/runtime/definition.ts']) {
    expect([...files.keys()]).toContain(path);
  }
  const example = files.get('.env.example') ?? '';
  for (const line of linesOf('docs/elsewhere.sh')) {
    // The README has the server's own name.
    expect(files.get('README.md'), line).toContain(line.split(/ --| my-server/)[0]);
  }
  const page = readSnippet('../../../app/docs/pages/self-hosting.mdx');
  const named = [...page.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !example.includes(`${name}=`))).toEqual([]);
});
