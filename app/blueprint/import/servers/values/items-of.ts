import { listExports } from '#app/blueprint/import/servers/code/find-exports.ts';

import { fromJson } from './from-json.ts';
import type { Interpreter } from './interpreter.ts';
import { readExport } from './read-export.ts';
import { listValue, type ListValue, type Value } from './value.ts';

/** The items of whatever can be gone through; of a record, a map and a module its pairs. */
export function itemsOf(interpreter: Interpreter, value: Value): ListValue {
  switch (value.kind) {
    case 'list':
      return value;
    case 'record': {
      const pairs = [...value.entries].map(([key, each]) => listValue([fromJson(key), each]));
      return listValue(pairs, value.isOpen);
    }
    case 'module':
      return listValue(
        listExports(value.module).map((name) =>
          listValue([fromJson(name), readExport(interpreter, value.module, name)]),
        ),
      );
    default:
      return listValue([], true);
  }
}
