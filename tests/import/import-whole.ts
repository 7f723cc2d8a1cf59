import { text } from 'node:stream/consumers';

import { pickCalls } from '#app/blueprint/generate/pick-calls.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { runExamples } from '#app/blueprint/readiness/example-runs.ts';
import { judge } from '#app/blueprint/readiness/judge.ts';
import { toMockFixtures } from '#app/blueprint/to-mock-fixtures.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import type { JsonObject } from '#app/runtime/json.ts';
import { createMockFetch } from '#app/runtime/mock/mock-upstream.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import { contextWith } from '../runtime/context.ts';

/**
 * Everything that a draft does with a document as it comes in: reads it, chooses calls and makes them on the
 * mock, with wrong arguments too, and judges it. Run in a process that can be ended.
 */
const outcome = await importDocument(await text(process.stdin));
if (!outcome.ok) throw new Error(outcome.message);
const { blueprint } = outcome.value;
const picked = blueprint.tools.map((tool) => pickCalls(tool, blueprint.definitions));
const definition = toServerDefinition(blueprint, new Map());
toServedDefinition(definition);
const fetch = createMockFetch(definition, toMockFixtures(blueprint));
const long = `${'a'.repeat(60)}!`;
const nested = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`);
for (const { name } of blueprint.tools) {
  for (const a of [long, nested, Array.from({ length: 2_000 }, (_, index) => [long, index])]) {
    const given: JsonObject[] = [{ a }, { body: { a } }, { body: a }];
    for (const args of given) {
      await runTool(definition, { name, arguments: args }, contextWith(fetch));
    }
  }
}
const runs = await runExamples(blueprint, (call, client) =>
  runTool(definition, call, { ...client, fetch }),
);
const report = judge({ blueprint, runs });
const calls = picked.filter(({ valid }) => valid !== undefined).length;
process.stdout.write(JSON.stringify({ tools: picked.length, calls, score: report.score }));
