import { findSchemaProblems } from '#app/blueprint/find-schema-problems.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { lookUp } from '#app/runtime/schema/schema-closure.ts';

const MOST_FAULTS = 10;
const MOST_VALUES = 20_000;
const REFERENCE = "['$ref']";

/**
 * The parts of a schema that no validator can compile, each as a sentence with its place. A reference to
 * another document is one of them: it is never fetched.
 */
export function listSchemaFaults(schema: JsonObject): string[] {
  const others = findSchemaProblems(schema, {})
    .filter(({ path }) => !path.endsWith(REFERENCE) && !path.endsWith('.nullable'))
    .filter(({ path }) => !path.endsWith('.definitions') && !path.endsWith('.example'))
    .map(({ path, message }) => `${path}: ${message}`);
  return [...findLostReferences(schema), ...others].slice(0, MOST_FAULTS);
}

function findLostReferences(schema: JsonObject): string[] {
  const lost = new Set<string>();
  const open: JsonValue[] = [schema];
  for (let count = 0; count < MOST_VALUES; count += 1) {
    const next = open.pop();
    if (next === undefined) break;
    if (typeof next !== 'object' || next === null) continue;
    const ref = isJsonObject(next) ? next['$ref'] : undefined;
    if (typeof ref === 'string' && !isFound(ref, schema)) lost.add(ref);
    open.push(...Object.values(next));
  }
  return [...lost].map((ref) =>
    ref.startsWith('#')
      ? `The reference “${ref}” leads nowhere.`
      : `The reference “${ref}” leads out of the schema, and is not fetched.`,
  );
}

/** An anchor is looked for by name, wherever it is. */
function isFound(ref: string, schema: JsonObject): boolean {
  if (/^#[A-Za-z_]/.test(ref)) return JSON.stringify(schema).includes(`"${ref.slice(1)}"`);
  return lookUp(ref, schema) !== null;
}
