import { afterAll, describe, expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import { imported } from '../import/imported.ts';
import type { HttpAction, Tool } from '../import/imported.ts';
import { addressOf, CORPUS_NAMES, parseDocument, readDocument } from './corpus.ts';
import { documentOperations, isObject, propertyNames, textOf } from './document-operations.ts';
import type { DocumentOperation } from './document-operations.ts';
import { countKept, noInputs } from './kept-inputs.ts';

const DOCUMENT_MS = 60_000;
const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/)/i;

/** What was looked at, so that no check passes because nothing was there. */
const seen = { documents: 0, operations: 0, pathParameters: 0, forms: 0, cyclic: 0 };
const pathParametersOf = new Map<string, number>();
const kept = noInputs();
const formsOf = new Map<string, number>();

describe.each(CORPUS_NAMES)('%s', (name) => {
  test('is imported whole', { timeout: DOCUMENT_MS }, async () => {
    const text = readDocument(name);
    const root = parseDocument(text);
    const operations = documentOperations(root);
    // Among the rest this compiles every schema under a 2020-12 validator.
    const { blueprint } = await imported(text, { url: addressOf(name) });
    seen.documents += 1;
    seen.operations += operations.length;

    const tools = new Map(blueprint.tools.map((tool) => [tool.origin?.operation, tool]));
    expect([...tools.keys()]).toEqual(operations.map(({ key }) => key));
    expectNames(blueprint.tools);
    const { definitions } = blueprint;
    const counts = { pathParameters: 0, forms: 0 };
    for (const operation of operations) {
      const tool = tools.get(operation.key);
      if (tool?.action.kind !== 'http') throw new Error(`${operation.key} is no http tool.`);
      expect(tool.inputSchema).toMatchObject({ type: 'object' });
      if (tool.outputSchema) expect(tool.outputSchema).toMatchObject({ type: 'object' });
      counts.pathParameters += expectPathParameters(operation, tool, tool.action);
      counts.forms += expectForms(root, operation, tool, blueprint);
      countKept(root, operation, { tool, action: tool.action, definitions }, kept);
    }
    expect(kept.lost).toEqual([]);
    seen.cyclic += expectReferences(blueprint) ? 1 : 0;
    pathParametersOf.set(name, counts.pathParameters);
    formsOf.set(name, counts.forms);
    seen.pathParameters += counts.pathParameters;
    seen.forms += counts.forms;
  });
});

test('the corpus holds what it is said to hold', () => {
  expect(seen).toEqual({
    documents: 81,
    operations: 17_449,
    pathParameters: 17_376,
    forms: 1_536,
    cyclic: 18,
  });
  expect(pathParametersOf.get('kubernetes-2.0.json')).toBe(1_159);
  // The other 213 of its 452 are empty ones of GET.
  expect(formsOf.get('stripe.com')).toBe(239);
});

test('every query and header parameter and every property of a JSON body is an argument', () => {
  expect(kept).toEqual({
    query: 44_528,
    header: 11_886,
    // No document of the corpus has any; tests/import/parameters.test.ts imports some.
    cookie: 0,
    bodies: 5_518,
    properties: 284_545,
    leftOut: { describedElsewhere: 207, setByClient: 9, noHeaderName: 1, bodyOfGet: 2 },
    lost: [],
  });
});

afterAll(() => console.log(`corpus: ${JSON.stringify({ ...seen, ...kept })}`));

function expectNames(tools: Tool[]): void {
  const names = tools.map((tool) => tool.name);
  expect(names.filter((name) => !/^[A-Za-z0-9_.-]{1,64}$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
}

/** Each is an argument that the call cannot do without, and fills its place in the path. */
function expectPathParameters(
  { key, path, parameters }: DocumentOperation,
  tool: Tool,
  action: HttpAction,
): number {
  const declared = parameters
    .filter((parameter) => parameter['in'] === 'path')
    .map((parameter) => textOf(parameter['name']))
    .filter((name) => path.includes(`{${name}}`));
  const inPath = action.parameters.filter((parameter) => parameter.in === 'path');
  const placed = new Map(inPath.map((parameter) => [parameter.name, parameter.argument]));
  for (const name of declared) {
    const argument = placed.get(name);
    expect(argument, `${name} of ${key}`).toBeDefined();
    expect(action.path).toContain(`{${name}}`);
    expect(tool.inputSchema).toHaveProperty(['properties', argument ?? '']);
    expect(tool.inputSchema['required']).toContain(argument);
  }
  return declared.length;
}

/** Form and multipart bodies are objects whose properties are those of the document. */
function expectForms(
  root: JsonObject,
  operation: DocumentOperation,
  tool: Tool,
  { definitions }: Blueprint,
): number {
  const fields = operation.parameters
    .filter((parameter) => parameter['in'] === 'formData')
    .map((parameter) => textOf(parameter['name']));
  const schemas = operation.content
    .filter(([mediaType]) => FORM.test(mediaType))
    .map(([, media]) => writableNames(root, media['schema']));
  const expected = fields.length > 0 ? [new Set(fields), ...schemas] : schemas;
  const method = operation.method.toUpperCase();
  if (expected.length === 0 || method === 'GET' || method === 'HEAD') return 0;
  const whole: JsonObject = { ...tool.inputSchema, $defs: definitions };
  const properties = isObject(whole['properties']) ? whole['properties'] : {};
  const found = propertyNames(whole, properties['body']);
  for (const names of expected)
    for (const name of names) expect(found, `${name} of ${operation.key}`).toContain(name);
  return expected.length;
}

function writableNames(root: JsonObject, schema: JsonObject[string] | undefined): Set<string> {
  return propertyNames(root, schema, (property) => property['readOnly'] !== true);
}

/** Every reference finds its definition; tells whether some definition leads back to itself. */
function expectReferences({ definitions, tools }: Blueprint): boolean {
  const graph = new Map(
    Object.entries(definitions).map(([name, schema]) => [name, referencesIn(schema)]),
  );
  const used = new Set(referencesIn(tools.map((tool) => [tool.inputSchema, tool.outputSchema])));
  for (const names of [used, ...graph.values()])
    for (const name of names) expect(graph.has(name), `#/$defs/${name}`).toBe(true);
  return [...graph.keys()].some((name) => reaches(graph, name));
}

function referencesIn(value: unknown): Set<string> {
  const matches = (JSON.stringify(value) ?? '').matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g);
  return new Set([...matches].map(([, name = '']) => decodeURIComponent(name)));
}

function reaches(graph: ReadonlyMap<string, ReadonlySet<string>>, start: string): boolean {
  const visited = new Set<string>();
  const waiting = [...(graph.get(start) ?? [])];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (name === start) return true;
    if (visited.has(name)) continue;
    visited.add(name);
    waiting.push(...(graph.get(name) ?? []));
  }
  return false;
}
