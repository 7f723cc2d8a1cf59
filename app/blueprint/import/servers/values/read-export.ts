import { findExports } from '#app/blueprint/import/servers/code/find-exports.ts';
import { findBinding, type CodeModule } from '#app/blueprint/import/servers/code/code-module.ts';
import { readJsonc } from '#app/blueprint/import/servers/code/source-project.ts';

import { fromJson } from './from-json.ts';
import type { Interpreter } from './interpreter.ts';
import { readName } from './read-name.ts';
import { UNKNOWN, type CodeFrame, type Value } from './value.ts';

/** The value that a module exports under a name. */
export function readExport(interpreter: Interpreter, module: CodeModule, name: string): Value {
  const { project } = interpreter;
  const frame: CodeFrame = { module, env: null };
  for (const place of findExports(module, name)) {
    if (place.kind === 'expression') return interpreter.evaluate(place.node, frame);
    if (place.kind === 'name') {
      const binding = findBinding(module, place.at, place.name);
      if (binding) return readName(interpreter, binding, place.name, place.at, frame);
      continue;
    }
    const value = importName(interpreter, place.from, place.name, module);
    const isMissing =
      value.kind === 'unknown' ||
      (value.kind === 'foreign' && !project.resolve(place.from, module.path));
    if (!isMissing || place.name === '*') return value;
  }
  return UNKNOWN;
}

/** The value that is imported under a name. */
export function importName(
  interpreter: Interpreter,
  from: string,
  name: string,
  by: CodeModule,
): Value {
  const { project } = interpreter;
  const path = project.resolve(from, by.path);
  if (path === null) return { kind: 'foreign', from, path: name === '*' ? [] : [name] };
  if (path.endsWith('.json')) {
    const json = readJsonc(project.files.get(path) ?? '');
    if (json === null) return UNKNOWN;
    const value = fromJson(json);
    return name === '*' || name === 'default' ? value : interpreter.get(value, name);
  }
  const module = project.module(path);
  if (module === null) return UNKNOWN;
  return name === '*' ? { kind: 'module', module } : readExport(interpreter, module, name);
}
