import { lineOf, type CodeModule } from '#app/blueprint/import/servers/code/code-module.ts';
import type { Interpreter } from '#app/blueprint/import/servers/values/interpreter.ts';
import type { Value } from '#app/blueprint/import/servers/values/value.ts';

import type { FoundTool } from './found-server.ts';
import { readTool } from './read-tool.ts';

/** Tools that are classes, which a framework finds by their folder: `class Search extends MCPTool`. */
export function findClassTools(
  interpreter: Interpreter,
  modules: readonly CodeModule[],
): FoundTool[] {
  const found: FoundTool[] = [];
  for (const module of modules) {
    for (const node of module.classes) {
      const { superClass } = node;
      if (superClass?.type !== 'Identifier' || !superClass.name.endsWith('Tool')) continue;
      const value: Value = {
        kind: 'instance',
        of: { kind: 'class', node, frame: { module, env: null } },
        args: null,
      };
      const described = { name: interpreter.get(value, 'name'), config: value };
      const place = { file: module.path, line: lineOf(module, node.start) };
      const tool = readTool(interpreter, described, place);
      if (tool) found.push(tool);
    }
  }
  return found;
}
