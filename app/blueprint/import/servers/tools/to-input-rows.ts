import type { Interpreter } from '#app/blueprint/import/servers/values/interpreter.ts';
import {
  knownText,
  recordValue,
  truthOf,
  UNDEFINED,
  type Value,
} from '#app/blueprint/import/servers/values/value.ts';
import { plainShape, type ZodShape } from '#app/blueprint/import/servers/zod/zod-shape.ts';
import type { JsonObject } from '#app/runtime/json.ts';

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object']);

/**
 * Arguments that are written otherwise than as a schema: rows with names and types (`inputs` of mcp-use), or
 * entries of a schema and a description each (mcp-framework). Null: they are not.
 */
export function toInputRows(interpreter: Interpreter, value: Value): Value | null {
  if (value.kind === 'list') {
    const rows = value.items.map((row): [string, Value] => [
      knownText(interpreter.get(row, 'name')) ?? '',
      { kind: 'schema', shape: rowToShape(interpreter, row) },
    ]);
    return rows.every(([name]) => name !== '') ? recordValue(rows, value.isOpen) : null;
  }
  if (value.kind !== 'record' || value.entries.size === 0) return null;
  const entries = [...value.entries].map(([name, entry]): [string, Value] => [
    name,
    describeEntry(interpreter, entry),
  ]);
  return entries.some(([, entry]) => entry.kind !== 'schema')
    ? null
    : recordValue(entries, value.isOpen);
}

function rowToShape(interpreter: Interpreter, row: Value): ZodShape {
  const type = knownText(interpreter.get(row, 'type')) ?? '';
  const description = knownText(interpreter.get(row, 'description'));
  const schema: JsonObject = {
    ...(TYPES.has(type) ? { type } : {}),
    ...(description === null ? {} : { description }),
  };
  const isOptional = truthOf(interpreter.get(row, 'required')) !== true;
  return { ...plainShape(schema), isOptional };
}

function describeEntry(interpreter: Interpreter, entry: Value): Value {
  if (entry.kind === 'schema' || entry.kind !== 'record') return entry;
  const type = interpreter.get(entry, 'type');
  if (type.kind !== 'schema') return UNDEFINED;
  const description = knownText(interpreter.get(entry, 'description'));
  if (description === null) return type;
  return {
    kind: 'schema',
    shape: { ...type.shape, schema: { ...type.shape.schema, description } },
  };
}
