import type { Expression } from 'acorn';

import { succeed, type Result } from '#app/platform/result.ts';

import { unreadable, type Constant, type ParsedModule } from './source-set.ts';
import type { StaticReader } from './static-reader.ts';
import { ImportedCode, type Unreadable } from './static-value.ts';
import { TOO_MANY_VALUES, unfixed, unreadAt } from './unfixed.ts';

/** Where the source of a tool is. */
export interface ToolPlace {
  path: string;
  /** Name that its module exports; empty: it has none. */
  identifier: string;
}

/** A tool in the list of a server, or why there is none. */
export interface WrittenTool {
  place: ToolPlace;
  constant: () => Result<Constant, Unreadable>;
}

/** Lists in one another. */
const MAX_DEPTH = 20;
/** Lists and tools that are gone through: a few lines can name more than any memory holds. */
const MAX_LISTED = 50_000;

/** The tools that a server lists, each with its place. */
export function findWrittenTools(
  reader: StaticReader,
  { module, node }: Constant,
  depth = 0,
  room = { left: MAX_LISTED },
): Result<WrittenTool[], Unreadable> {
  if (depth > MAX_DEPTH) return unfixed(module, node);
  room.left -= 1;
  if (node.type === 'Identifier') {
    const found = reader.find(module, node.name, node);
    if (!found.ok) return found;
    if (found.value instanceof ImportedCode) return unfixed(module, node);
    return findWrittenTools(reader, found.value, depth + 1, room);
  }
  if (node.type !== 'ArrayExpression') return unfixed(module, node);
  const tools: WrittenTool[] = [];
  for (const element of node.elements) {
    if (element === null) return unfixed(module, node);
    const listed =
      element.type === 'SpreadElement'
        ? findWrittenTools(reader, { module, node: element.argument }, depth + 1, room)
        : listElement(reader, module, element);
    if (!listed.ok) return listed;
    room.left -= listed.value.length;
    if (room.left < 0) return unreadAt(module, node, TOO_MANY_VALUES);
    for (const tool of listed.value) tools.push(tool);
  }
  return succeed(tools);
}

function listElement(
  reader: StaticReader,
  module: ParsedModule,
  element: Expression,
): Result<WrittenTool[], Unreadable> {
  if (element.type !== 'Identifier') {
    const place = { path: module.path, identifier: '' };
    return succeed([{ place, constant: () => succeed({ module, node: element }) }]);
  }
  const place = placeOf(reader, module, element.name);
  const constant = () => {
    const found = reader.find(module, element.name, element);
    if (!found.ok) return found;
    const { value } = found;
    return value instanceof ImportedCode ? unfixed(module, element) : succeed(value);
  };
  return succeed([{ place, constant }]);
}

/** The constant at a place, whatever the list of the server says. */
export function findConstant(
  reader: StaticReader,
  { path, identifier }: ToolPlace,
): Result<Constant, Unreadable> {
  const module = reader.sources.read(path);
  if (!module.ok) return module;
  const exported = module.value.exports.get(identifier);
  const local = exported && 'local' in exported ? exported.local : null;
  const node = local === null ? undefined : module.value.constants.get(local);
  if (node !== undefined) return succeed({ module: module.value, node });
  return unreadable(path, 1, `It exports no constant ${identifier}.`);
}

function placeOf(reader: StaticReader, module: ParsedModule, name: string): ToolPlace {
  const imported = module.imports.get(name);
  if (imported === undefined) return { path: module.path, identifier: name };
  const path = reader.sources.locate(module.path, imported.from) ?? module.path;
  return { path, identifier: imported.name };
}
