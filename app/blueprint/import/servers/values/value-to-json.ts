import { put } from '#app/blueprint/import/json-object.ts';
import { listGaps, shapeToSchema } from '#app/blueprint/import/servers/zod/zod-shape.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

import { sizeOf } from './size-of.ts';
import type { Value } from './value.ts';

/** A value as JSON. */
export interface ReadJson {
  /** undefined: there is none, or nothing is known of it. */
  json: JsonValue | undefined;
  /** Places of which something is only known when it runs, as `properties.sort.description`. */
  gaps: string[];
}

const MAX_DEPTH = 60;

/** Values in one JSON at most: code that names itself twice a line doubles them with each. */
const MAX_VALUES = 20_000;

interface Room {
  left: number;
}

export function valueToJson(value: Value, depth = 0, room: Room = { left: MAX_VALUES }): ReadJson {
  room.left -= 1;
  if (depth > MAX_DEPTH || room.left < 0) return { json: undefined, gaps: [''] };
  switch (value.kind) {
    case 'plain':
      return { json: value.value, gaps: [] };
    case 'partial':
      return { json: value.text, gaps: [''] };
    case 'schema':
      room.left -= sizeOf(shapeToSchema(value.shape));
      return { json: shapeToSchema(value.shape), gaps: [...listGaps(value.shape)] };
    case 'list':
      return listToJson(value, depth, room);
    case 'record':
      return recordToJson(value, depth, room);
    case 'function':
    case 'class':
      return { json: undefined, gaps: [] };
    default:
      return { json: undefined, gaps: [''] };
  }
}

function listToJson(
  { items, isOpen }: Extract<Value, { kind: 'list' }>,
  depth: number,
  room: Room,
): ReadJson {
  const gaps = isOpen ? [''] : [];
  const json: JsonValue[] = [];
  items.forEach((item, index) => {
    const read = valueToJson(item, depth + 1, room);
    if (read.json !== undefined) json.push(read.json);
    gaps.push(...read.gaps.map((gap) => join(String(index), gap)));
  });
  return { json, gaps };
}

function recordToJson(
  record: Extract<Value, { kind: 'record' }>,
  depth: number,
  room: Room,
): ReadJson {
  const gaps = record.isOpen ? [''] : [];
  const json: JsonObject = {};
  for (const [key, item] of record.entries) {
    const read = valueToJson(item, depth + 1, room);
    if (read.json !== undefined) put(json, key, read.json);
    gaps.push(...read.gaps.map((gap) => join(key, gap)));
  }
  return { json, gaps };
}

function join(key: string, rest: string): string {
  return rest === '' ? key : `${key}.${rest}`;
}
