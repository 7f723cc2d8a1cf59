import type { JsonValue } from '#app/runtime/json.ts';

import type { Value } from './value.ts';

export function fromJson(json: JsonValue): Value {
  if (typeof json !== 'object' || json === null) return { kind: 'plain', value: json };
  if (Array.isArray(json)) return { kind: 'list', items: json.map(fromJson), isOpen: false };
  const entries = Object.entries(json).map(([key, value]): [string, Value] => [
    key,
    fromJson(value),
  ]);
  return { kind: 'record', entries: new Map(entries), isOpen: false };
}
