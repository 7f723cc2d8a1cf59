import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { importDocument } from '#app/blueprint/import/import-document.ts';

import { imported } from './imported.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

const DOCUMENTS = [
  { file: 'petstore-2.0.yaml', operations: 20 },
  { file: 'petstore-3.0.json', operations: 20 },
  { file: 'rclone-3.1.yaml', operations: 101 },
  { file: 'asana-3.0.json', operations: 167 },
];

function read(file: string): string {
  return readFileSync(new URL(`../specs/${file}`, import.meta.url), 'utf8');
}

for (const { file, operations } of DOCUMENTS) {
  test(`every operation of ${file} becomes a tool whose schemas compile`, async () => {
    const text = read(file);
    const { blueprint } = await imported(text);
    const document = parse(text) as { paths: Record<string, Record<string, unknown>> };
    const expected = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => METHODS.includes(method))
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(expected).toHaveLength(operations);
    expect(blueprint.tools.map((tool) => tool.origin?.operation)).toEqual(expected);
  });

  test(`the tools of ${file} have good names, descriptions and all their path arguments`, async () => {
    const { blueprint } = await imported(read(file));
    const names = blueprint.tools.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, title, description, action, inputSchema } of blueprint.tools) {
      expect(name).toMatch(/^[A-Za-z0-9_.-]{1,64}$/);
      expect(title).not.toBe('');
      expect(description).toMatch(/\S/);
      expect(description?.length).toBeLessThanOrEqual(1_024);
      if (action.kind !== 'http') throw new Error('An imported tool is an http tool.');
      const inPath = action.parameters.filter((parameter) => parameter.in === 'path');
      const inTemplate = [...action.path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1]);
      expect(inPath.map((parameter) => parameter.name)).toEqual(inTemplate);
      const required = inputSchema['required'] ?? [];
      expect(required).toEqual(expect.arrayContaining(inPath.map(({ argument }) => argument)));
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
  });

  test(`importing ${file} twice gives the same blueprint`, async () => {
    const text = read(file);
    const first = await imported(text);
    const second = await imported(text);
    expect(JSON.stringify(second)).toBe(JSON.stringify(first));
  });

  test(`the bytes of ${file} give the same as its text`, async () => {
    const text = read(file);
    const ofBytes = await importDocument(new TextEncoder().encode(text));
    const ofText = await importDocument(text);
    expect(ofText.ok).toBe(true);
    expect(JSON.stringify(ofBytes)).toBe(JSON.stringify(ofText));
  });
}

test('Swagger 2.0 and OpenAPI 3.0 documents of one API give the same tools', async () => {
  const old = await imported(read('petstore-2.0.yaml'));
  const recent = await imported(read('petstore-3.0.json'));
  expect(recent.blueprint.tools.map(({ name }) => name)).toEqual(
    old.blueprint.tools.map(({ name }) => name),
  );
  const outputs = (result: typeof old) =>
    result.blueprint.tools.map(({ outputSchema }) => JSON.stringify(outputSchema));
  expect(outputs(recent)).toEqual(outputs(old));
});

test('read-only properties are in the results and not in the arguments', async () => {
  const { blueprint } = await imported(read('petstore-3.0.json'));
  const { Pet, PetInput } = blueprint.definitions;
  expect(Pet).toHaveProperty('properties.id.readOnly', true);
  expect(PetInput).toHaveProperty('properties.name');
  expect(PetInput).not.toHaveProperty('properties.id');
});

test('shared schemas are stored once, and referenced', async () => {
  const { blueprint } = await imported(read('asana-3.0.json'));
  const text = JSON.stringify(blueprint.tools);
  expect(text).toContain('"#/$defs/');
  expect(JSON.stringify(blueprint).length).toBeLessThan(700_000);
});

test('progress is reported on the way and at the end', async () => {
  const reports: string[] = [];
  await imported(read('asana-3.0.json'), {
    onProgress: (done, total) => reports.push(`${done}/${total}`),
  });
  expect(reports.length).toBeGreaterThan(3);
  expect(reports.at(-1)).toBe('167/167');
  expect(new Set(reports).size).toBe(reports.length);
});
