import { toText } from '#app/runtime/json.ts';

import { fromJson } from './from-json.ts';
import { getMember } from './instances.ts';
import type { Interpreter } from './interpreter.ts';
import { readExport } from './read-export.ts';
import { listValue, UNKNOWN, type Value } from './value.ts';

/** The part of a value that has a name: `value.name`, `value['name']`. */
export function getPart(interpreter: Interpreter, value: Value, key: string): Value {
  switch (value.kind) {
    case 'record':
      return (
        value.entries.get(key) ?? (value.isOpen ? UNKNOWN : { kind: 'plain', value: undefined })
      );
    case 'list':
      if (key === 'length')
        return value.isOpen ? UNKNOWN : { kind: 'plain', value: value.items.length };
      return value.items[Number(key)] ?? UNKNOWN;
    case 'instance':
    case 'class':
      return getMember(interpreter, value, key);
    case 'module':
      return readExport(interpreter, value.module, key);
    case 'foreign':
      return { ...value, path: [...value.path, key] };
    case 'schema':
      return getFromSchema(value, key);
    default:
      return UNKNOWN;
  }
}

function getFromSchema({ shape }: Extract<Value, { kind: 'schema' }>, key: string): Value {
  const { properties, inner } = shape;
  if (key === 'shape' && properties !== null) {
    const entries = [...properties].map(([name, each]): [string, Value] => [
      name,
      { kind: 'schema', shape: each },
    ]);
    return { kind: 'record', entries: new Map(entries), isOpen: shape.gaps.length > 0 };
  }
  if ((key === 'element' || key === 'unwrap') && inner) return { kind: 'schema', shape: inner };
  if (key === 'description') return fromJson(shape.schema['description'] ?? null);
  const { enum: values } = shape.schema;
  if ((key === 'options' || key === 'enum' || key === 'values') && Array.isArray(values)) {
    if (key !== 'enum') return listValue(values.map(fromJson));
    return {
      kind: 'record',
      entries: new Map(values.map((each) => [toText(each), fromJson(each)])),
      isOpen: false,
    };
  }
  return UNKNOWN;
}
