import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import type { ImportOptions } from '#app/blueprint/import/import-document.ts';
import { parseBlueprint } from '#app/blueprint/parse-blueprint.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

export type Tool = Blueprint['tools'][number];
export type HttpAction = Extract<Tool['action'], { kind: 'http' }>;

/** An OpenAPI document around some paths. */
export function openapi(paths: object, rest: object = {}): string {
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Test', version: '1.0.0' },
    servers: [{ url: 'https://api.test/v1' }],
    paths,
    ...rest,
  });
}

/** A Swagger document around some paths. */
export function swagger(paths: object, rest: object = {}): string {
  return JSON.stringify({
    swagger: '2.0',
    info: { title: 'Test', version: '1.0.0' },
    host: 'api.test',
    basePath: '/v1',
    schemes: ['https'],
    paths,
    ...rest,
  });
}

/** Imports a document that must give a valid blueprint whose schemas all compile. */
export async function imported(
  text: string,
  options?: ImportOptions,
): Promise<{ blueprint: Blueprint; warnings: PathProblem[] }> {
  const outcome = await importDocument(text, options);
  if (!outcome.ok) throw new Error(`${outcome.reason}: ${outcome.message}`);
  const { blueprint, warnings } = outcome.value;
  const parsed = parseBlueprint(structuredClone(blueprint));
  expect(parsed.ok ? [] : parsed.problems).toEqual([]);
  compileSchemas(blueprint);
  return { blueprint, warnings };
}

/** Why a document is refused. */
export async function refused(text: string) {
  const outcome = await importDocument(text);
  if (outcome.ok) throw new Error('The document was imported.');
  expect(outcome.problems.length).toBeGreaterThan(0);
  return outcome;
}

/** The only tool of a document with one operation. */
export async function onlyTool(text: string): Promise<{
  tool: Tool;
  action: HttpAction;
  properties: JsonObject;
  definitions: Blueprint['definitions'];
  warnings: PathProblem[];
}> {
  const { blueprint, warnings } = await imported(text);
  expect(blueprint.tools).toHaveLength(1);
  const [tool] = blueprint.tools;
  if (tool?.action.kind !== 'http') throw new Error('There is no http tool.');
  const properties = tool.inputSchema['properties'] as JsonObject;
  return { tool, action: tool.action, properties, definitions: blueprint.definitions, warnings };
}

/** Compiles every schema of a blueprint as a strict 2020-12 validator would. */
export function compileSchemas(blueprint: Blueprint): void {
  // What ajv would optimise is code that checks values, and there are none.
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  addFormats.default(ajv);
  const home = 'https://definitions.test/all';
  ajv.addSchema({ $id: home, $defs: blueprint.definitions });
  for (const { name, inputSchema, outputSchema } of blueprint.tools) {
    for (const schema of [inputSchema, outputSchema]) {
      if (!schema) continue;
      const text = JSON.stringify(schema).replaceAll('"#/$defs/', `"${home}#/$defs/`);
      expect(() => ajv.compile(JSON.parse(text)), `schema of ${name}`).not.toThrow();
    }
  }
}
