import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';

import { importDocument } from '#app/blueprint/import/import-document.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import { toToolListing } from '#app/runtime/listing/tool-listing.ts';
import { checkOf } from '#app/runtime/schema/validator.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';

import { addressOf, CORPUS_NAMES, readDocument } from './corpus.ts';
import { drawArguments } from './draw-arguments.ts';

/** What a client has to hold and to compile at most, in characters. */
const LIST_MAX = 5_000_000;
const OUTPUTS_MAX = 60_000;
/** Tools of a document whose schemas are compiled as clients do it, which takes milliseconds for each. */
const COMPILED = 12;

/** A validator as the official client configures it; each warning is a line in the client's log. */
function createAjv(warnings: string[]): Ajv2020 {
  const say = (...texts: unknown[]) => warnings.push(texts.join(' '));
  const logger = { log: say, warn: say, error: say };
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true, logger });
  addFormats.default(ajv);
  return ajv;
}

test.each(CORPUS_NAMES)(
  'clients can hold the list of tools of %s, and it accepts what the tools accept',
  async (name) => {
    const outcome = await importDocument(readDocument(name), { url: addressOf(name) });
    if (!outcome.ok) throw new Error(outcome.message);
    const server = toServerDefinition(outcome.value.blueprint, new Map());
    const { tools, cutInputs } = toToolListing(toServedDefinition(server));
    expect(tools.map((tool) => tool.name)).toEqual(server.tools.map((tool) => tool.name));
    expect(JSON.stringify(tools).length).toBeLessThan(LIST_MAX);
    const outputs = tools.map(({ outputSchema }) => JSON.stringify(outputSchema ?? null));
    expect(outputs.reduce((sum, { length }) => sum + length - 4, 0)).toBeLessThan(OUTPUTS_MAX);
    const own = new Map(server.tools.map((tool) => [tool.name, tool]));
    const cut = new Set(cutInputs);
    const warnings: string[] = [];
    const ajv = createAjv(warnings);
    const refused: unknown[] = [];
    let compiled = 0;
    for (const { name: tool, inputSchema, outputSchema } of tools) {
      const definition = own.get(tool);
      if (definition === undefined) throw new Error(`There is no tool ${tool}.`);
      expect(Object.keys(inputSchema['properties'] ?? {})).toEqual(
        Object.keys(definition.inputSchema['properties'] ?? {}),
      );
      if (!cut.has(tool) && compiled >= COMPILED) continue;
      const isCompiled = (compiled += 1) <= COMPILED;
      if (isCompiled && outputSchema !== undefined) ajv.compile(outputSchema);
      const validate = isCompiled ? ajv.compile(inputSchema) : null;
      const { errors } = checkOf(inputSchema, {});
      for (const withOptional of [true, false]) {
        const args = drawArguments(definition, server.definitions, { withOptional, seed: tool });
        if (args === null) continue;
        const problems = errors(args).map(({ error }) => error);
        if (problems.length > 0) refused.push([tool, args, problems]);
        if (validate === null || validate(args)) continue;
        // What is drawn is made for our own check, which knows fewer formats.
        const others = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'format');
        if (others.length > 0) refused.push([tool, args, others]);
      }
    }
    expect(refused).toEqual([]);
    expect(warnings).toEqual([]);
  },
);
