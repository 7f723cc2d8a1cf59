import { definitionOfRef } from '#app/blueprint/schema-refs.ts';
import { hasType, takesNumber } from '#app/blueprint/schema-types.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';
import { lookUp } from '#app/runtime/schema/schema-closure.ts';

import { judgeEach, toVerdict } from './each-tool.ts';
import type { ToolFault } from './each-tool.ts';
import type { JudgedTool, JudgedTools } from './facts.ts';
import type { FixEdit } from './report.ts';
import { toolsRule } from './rule.ts';
import type { CheckRule } from './rule.ts';
import { eachSchema } from './walk-schemas.ts';
import type { SchemaPlace } from './walk-schemas.ts';

const DIALECT = /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;
const TYPES = new Set(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string']);
/** OpenAPI keywords that JSON Schema 2020-12 does not have. */
const FOREIGN_WORDS = ['nullable', 'example', 'discriminator', 'xml', 'externalDocs'];
/** Keywords that constrain an argument's value. */
const SHAPES = ['type', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf'];
const PAGE_SIZE =
  /^(?:limit|per[_-]?page|page[_-]?size|page[_-]?limit|max[_-]?results|max[_-]?items|num[_-]?results|take)$/i;
const MAX_PAGE = 100;
const CATCH_ALL = /^(?:action|operation|command|method|verb|op)$/i;

/** Checks of schemas: JSON Schema 2020-12 that clients can compile, and bounds for models. */
export const schemaRules: CheckRule[] = [
  toolsRule({
    id: 'tools.schemas',
    title: 'Schemas are valid JSON Schema 2020-12',
    weight: 5,
    fix: 'Translate the named keywords: strict clients refuse the whole list because of one.',
    judge: (tools) =>
      toVerdict(tools, 'fail', 'No foreign keyword, no broken reference.', [
        ...findRootFaults(tools),
        ...findSchemaFaults(tools),
      ]),
  }),
  toolsRule({
    id: 'tools.typedArguments',
    title: 'Each argument has a type',
    weight: 2,
    fix: 'Give each argument a type, or a list of values.',
    judge: (tools) =>
      judgeEach(tools, 'warn', 'All arguments have a type.', (tool) => {
        const open = argumentsOf(tool).filter(
          ([, schema]) => schema === true || (isJsonObject(schema) && !hasShape(schema)),
        );
        return open.length === 0 ? null : `anything goes for ${namesOf(open)}`;
      }),
  }),
  toolsRule({
    id: 'tools.argumentTexts',
    title: 'Arguments are described',
    weight: 1,
    fix: 'Describe each argument: its name alone makes models guess.',
    judge: (tools) =>
      judgeEach(tools, 'warn', 'All arguments are described.', (tool) => {
        const bare = argumentsOf(tool).filter(
          ([, schema]) => isJsonObject(schema) && !isDescribed(schema),
        );
        return bare.length === 0 ? null : `no description of ${namesOf(bare)}`;
      }),
  }),
  toolsRule({
    id: 'tools.pageBounds',
    title: 'Page sizes have a maximum',
    weight: 2,
    fix: `Set a maximum: a model asks for 10,000 rows if it may. The fix allows up to ${MAX_PAGE}.`,
    judge: (tools) =>
      judgeEach(tools, 'warn', 'No page size is unbounded.', (tool) => {
        const open = argumentsOf(tool).filter(
          ([name, schema]) => PAGE_SIZE.test(name) && isJsonObject(schema) && isUnbounded(schema),
        );
        if (open.length === 0) return null;
        const edits = open.map(([argument, schema]): FixEdit => ({
          edit: 'boundArgument',
          name: tool.name,
          argument,
          maximum: Math.max(MAX_PAGE, toNumber(isJsonObject(schema) ? schema['default'] : 0)),
        }));
        return { what: `no maximum for ${namesOf(open)}`, edits };
      }),
  }),
  toolsRule({
    id: 'tools.catchAll',
    title: 'No tool bundles several actions',
    weight: 3,
    fix: 'Make each action a tool of its own, or at least list the actions in an enum.',
    judge: (tools) =>
      judgeEach(tools, 'warn', 'No free action word.', (tool) => {
        const free = argumentsOf(tool).filter(
          ([name, schema]) => CATCH_ALL.test(name) && isJsonObject(schema) && isFreeText(schema),
        );
        return free.length === 0 ? null : `any text goes for ${namesOf(free)}`;
      }),
  }),
  toolsRule({
    id: 'tools.outputSchemas',
    title: 'Results have a schema',
    weight: 2,
    fix: 'Describe the results in the document, or give the tool an output schema.',
    judge: (tools) =>
      judgeEach(tools, 'warn', 'All have an output schema.', ({ outputSchema }) =>
        outputSchema === null ? 'no output schema' : null,
      ),
  }),
];

function findRootFaults({ list }: JudgedTools): ToolFault[] {
  return list.flatMap(({ name, inputSchema, outputSchema }): ToolFault[] => {
    const faults: ToolFault[] = [];
    if (inputSchema?.['type'] !== 'object') {
      faults.push({ tool: name, what: 'the root of inputSchema is no object' });
    }
    if (outputSchema !== null && outputSchema['type'] !== 'object') {
      faults.push({ tool: name, what: 'the root of outputSchema is no object' });
    }
    return faults;
  });
}

function findSchemaFaults(tools: JudgedTools): ToolFault[] {
  const faults: ToolFault[] = [];
  eachSchema(tools, (place) => {
    for (const what of faultsOf(place, tools)) {
      faults.push({ tool: place.owner, what: `${what} at ${place.path || 'its root'}` });
    }
  });
  return faults;
}

function faultsOf({ schema, root }: SchemaPlace, tools: JudgedTools): string[] {
  const faults = FOREIGN_WORDS.filter((word) => Object.hasOwn(schema, word));
  const { type, items, required, pattern, $ref, $schema } = schema;
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  const strange = types.filter((name) => typeof name !== 'string' || !TYPES.has(name));
  if (strange.length > 0) faults.push(`type ${JSON.stringify(strange[0])}`);
  if (Array.isArray(items)) faults.push('a list as items (prefixItems since 2020-12)');
  if (typeof required === 'boolean') faults.push('required as true or false');
  for (const word of ['exclusiveMinimum', 'exclusiveMaximum']) {
    if (typeof schema[word] === 'boolean') faults.push(`${word} as true or false`);
  }
  if (typeof $schema === 'string' && !DIALECT.test($schema)) faults.push(`$schema ${$schema}`);
  if (typeof pattern === 'string' && !isPattern(pattern)) faults.push(`pattern ${pattern}`);
  if (typeof $ref === 'string' && !isFound($ref, root, tools)) faults.push(`$ref ${$ref}`);
  return faults;
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function isFound(ref: string, root: JsonObject, { definitions }: JudgedTools): boolean {
  const name = definitionOfRef(ref);
  if (name !== null && Object.hasOwn(definitions, name)) return true;
  return lookUp(ref, root) !== null;
}

function argumentsOf({ inputSchema }: JudgedTool): [name: string, schema: JsonValue][] {
  const properties = inputSchema?.['properties'];
  return isJsonObject(properties) ? Object.entries(properties) : [];
}

function namesOf(found: [name: string, schema: JsonValue][]): string {
  return found.map(([name]) => name).join(', ');
}

function hasShape(schema: JsonObject): boolean {
  return SHAPES.some((word) => Object.hasOwn(schema, word));
}

/** A schema with properties or a definition of its own is described there. */
function isDescribed(schema: JsonObject): boolean {
  return ['description', 'title', '$ref', 'properties', 'items', 'anyOf', 'oneOf', 'allOf'].some(
    (word) => Object.hasOwn(schema, word),
  );
}

function isUnbounded(schema: JsonObject): boolean {
  const bounds = ['maximum', 'exclusiveMaximum', 'enum', 'const'];
  return takesNumber(schema) && !bounds.some((word) => Object.hasOwn(schema, word));
}

function isFreeText(schema: JsonObject): boolean {
  const bounds = ['enum', 'const', 'pattern', 'format', 'anyOf', 'oneOf', '$ref'];
  return hasType(schema, 'string') && !bounds.some((word) => Object.hasOwn(schema, word));
}

function toNumber(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}
