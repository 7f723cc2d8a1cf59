import { callZod, fromShape, isZod } from './call-zod.ts';
import type { Interpreter } from './interpreter.ts';
import { valueToJson } from './value-to-json.ts';
import { knownText, listValue, plainValue, recordValue, UNKNOWN, type Value } from './value.ts';

type Foreign = Extract<Value, { kind: 'foreign' }>;

/** The result of a function of the language, of Zod or of another package. */
export function callForeign(
  interpreter: Interpreter,
  called: Foreign,
  args: readonly Value[],
): Value {
  if (called.from === '') return callGlobal(interpreter, called.path.join('.'), args);
  if (isZod(called)) return callZod(interpreter, called.path, args);
  const [first] = args;
  const name = called.path.at(-1) ?? called.from;
  if (
    /zod-?to-?json-?schema|shapeToSchema/i.test(`${called.from} ${name}`) &&
    first?.kind === 'schema'
  ) {
    return fromShape(first.shape);
  }
  // Functions such as `defineTool` hand on what describes the tool.
  const isDescription = first?.kind === 'record' && first.entries.has('description');
  return isDescription && /tool$/i.test(name) ? first : UNKNOWN;
}

function callGlobal(interpreter: Interpreter, path: string, args: readonly Value[]): Value {
  const [first = UNKNOWN, second = UNKNOWN] = args;
  switch (path) {
    case 'Object.freeze':
    case 'Object.seal':
    case 'structuredClone':
    case 'Promise.resolve':
      return first;
    case 'Promise.all':
      return interpreter.items(first);
    case 'Array.of':
      return listValue(args);
    case 'Array.from': {
      const items = interpreter.items(first);
      return second.kind === 'function'
        ? listValue(
            items.items.map((item, index) => interpreter.call(second, [item, plainValue(index)])),
            items.isOpen,
          )
        : items;
    }
    case 'Object.values':
    case 'Object.keys': {
      if (first.kind === 'list') return path === 'Object.values' ? first : listValue([], true);
      const pairs = interpreter.items(first);
      const side = path === 'Object.keys' ? '0' : '1';
      return listValue(
        pairs.items.map((pair) => interpreter.get(pair, side)),
        pairs.isOpen,
      );
    }
    case 'Object.entries':
      return first.kind === 'list' ? listValue([], true) : interpreter.items(first);
    case 'Object.fromEntries': {
      const pairs = interpreter.items(first);
      const entries = pairs.items.map((pair): [string, Value] => [
        knownText(interpreter.get(pair, '0')) ?? '',
        interpreter.get(pair, '1'),
      ]);
      return recordValue(entries, pairs.isOpen);
    }
    case 'Object.assign':
      return mergeRecords(args);
    case 'JSON.stringify': {
      const { json, gaps } = valueToJson(first);
      return json === undefined || gaps.length > 0 ? UNKNOWN : plainValue(JSON.stringify(json));
    }
    case 'String':
      return knownText(first) === null ? UNKNOWN : first;
    case 'require': {
      const from = knownText(first);
      return from === null ? UNKNOWN : { kind: 'foreign', from, path: [] };
    }
    default:
      return UNKNOWN;
  }
}

function mergeRecords(values: readonly Value[]): Value {
  const entries = values.flatMap((value) => (value.kind === 'record' ? [...value.entries] : []));
  return recordValue(
    entries,
    values.some((value) => value.kind !== 'record' || value.isOpen),
  );
}
