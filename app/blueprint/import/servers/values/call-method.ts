import { callListMethod } from './call-list-method.ts';
import { callTextMethod } from './call-text-method.ts';
import { callZodMethod } from './call-zod.ts';
import type { Interpreter } from './interpreter.ts';
import { listValue, UNKNOWN, type Value } from './value.ts';

/** The result of a method of a value of the language or of Zod; null: the value has no such method. */
export function callMethod(
  interpreter: Interpreter,
  object: Value,
  name: string,
  args: readonly Value[],
): Value | null {
  switch (object.kind) {
    case 'list':
      return callListMethod(interpreter, object, name, args);
    case 'plain':
    case 'partial':
      return callTextMethod(object, name, args);
    case 'schema':
      return callZodMethod(interpreter, object.shape, name, args);
    case 'record':
      return callRecordMethod(interpreter, object, name, args);
    case 'function':
      if (name === 'bind') return object;
      return name === 'call' ? interpreter.call(object, args.slice(1)) : null;
    default:
      return null;
  }
}

/** Methods of a map, which is kept as a record. */
function callRecordMethod(
  interpreter: Interpreter,
  record: Extract<Value, { kind: 'record' }>,
  name: string,
  args: readonly Value[],
): Value | null {
  if (record.entries.has(name)) return null;
  switch (name) {
    case 'values':
      return listValue([...record.entries.values()], record.isOpen);
    case 'entries':
      return interpreter.items(record);
    case 'keys':
      return listValue(
        [...record.entries.keys()].map((value) => ({ kind: 'plain', value })),
        record.isOpen,
      );
    case 'get': {
      const [key] = args;
      return key?.kind === 'plain' ? interpreter.get(record, String(key.value)) : UNKNOWN;
    }
    default:
      return null;
  }
}
