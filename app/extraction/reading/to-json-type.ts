import type { JsonType } from './sketch.ts';

const TYPES: readonly string[] = [
  'string',
  'integer',
  'number',
  'boolean',
  'array',
  'object',
] satisfies JsonType[];

/** A single type of JSON Schema; undefined for every other value. */
export function toJsonType(type: unknown): JsonType | undefined {
  return TYPES.find((each): each is JsonType => each === type);
}
