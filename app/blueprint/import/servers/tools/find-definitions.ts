import type { AnyNode, ObjectExpression } from 'acorn';

import { propertyName } from '#app/blueprint/import/servers/code/property-name.ts';
import { lineOf, type CodeModule } from '#app/blueprint/import/servers/code/code-module.ts';
import type { Interpreter } from '#app/blueprint/import/servers/values/interpreter.ts';
import {
  knownText,
  plainValue,
  UNKNOWN,
  type Value,
} from '#app/blueprint/import/servers/values/value.ts';

import type { FoundTool } from './found-server.ts';
import { readTool } from './read-tool.ts';

const INPUTS = new Set([
  'inputSchema',
  'parameters',
  'schema',
  'input_schema',
  'paramsSchema',
  'inputs',
]);

/**
 * Tools that are described in an object of their own, wherever it goes from there: with a description, arguments
 * and a name, or the key of the object that it is in.
 */
export function findDefinitions(
  interpreter: Interpreter,
  modules: readonly CodeModule[],
): FoundTool[] {
  return modules.flatMap((module) =>
    module.objects.filter(isDefinition).flatMap((node) => {
      interpreter.renew();
      return interpreter.framesOf(module, node, { module, env: null }).flatMap((frame) => {
        const config = interpreter.evaluate(node, frame);
        const written = interpreter.get(config, 'name');
        const name = knownText(written) === null ? nameOfHolder(module, node) : written;
        const place = { file: module.path, line: lineOf(module, node.start) };
        const tool = readTool(interpreter, { name, config }, place);
        return tool ? [tool] : [];
      });
    }),
  );
}

function isDefinition({ properties }: ObjectExpression): boolean {
  const keys = properties.flatMap((property) =>
    property.type === 'Property' ? [propertyName(property) ?? ''] : [],
  );
  return (
    keys.includes('description') && keys.some((key) => INPUTS.has(key)) && !keys.includes('type')
  );
}

/** The key of an object in another one, also where a function takes it: `search: tool({ … })`. */
function nameOfHolder(module: CodeModule, node: AnyNode): Value {
  const parent = module.parents.get(node);
  const holder = parent?.type === 'CallExpression' ? module.parents.get(parent) : parent;
  const key = holder?.type === 'Property' ? propertyName(holder) : null;
  return key === null ? UNKNOWN : plainValue(key);
}
