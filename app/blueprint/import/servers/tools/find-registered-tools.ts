import type { AnyNode } from 'acorn';

import {
  lineOf,
  type NamedCall,
  type CodeModule,
} from '#app/blueprint/import/servers/code/code-module.ts';
import { evaluateArguments } from '#app/blueprint/import/servers/values/evaluate-call.ts';
import type { Interpreter } from '#app/blueprint/import/servers/values/interpreter.ts';
import { UNKNOWN, type CodeFrame, type Value } from '#app/blueprint/import/servers/values/value.ts';

import { describeRegistration } from './describe-registration.ts';
import { findDefinitions } from './find-definitions.ts';
import type { FoundTool, UnreadPlace } from './found-server.ts';
import { readTool, type DescribedTool } from './read-tool.ts';

export interface RegisteredTools {
  tools: FoundTool[];
  unread: UnreadPlace[];
}

/** Methods that register one tool, whatever the object is called. */
const REGISTERING = new Set(['registerTool', 'tool', 'addTool', 'registerAppTool', 'paidTool']);
const MAX_SHOWN_CODE = 160;

/** The tools that the calls and lists of some modules register. */
export function findRegisteredTools(
  interpreter: Interpreter,
  modules: readonly CodeModule[],
): RegisteredTools {
  const found: RegisteredTools = { tools: [], unread: [] };
  for (const module of modules) {
    for (const call of module.calls) {
      interpreter.renew();
      if (REGISTERING.has(call.name)) readRegistration(interpreter, call, found);
      else if (call.name === 'addTools') readLists(interpreter, call, 0, found);
      else if (call.name === 'setRequestHandler') readListHandler(interpreter, call, found);
    }
  }
  if (found.unread.length > 0) found.tools.push(...findDefinitions(interpreter, modules));
  return { tools: withoutRepeats(found.tools), unread: oncePerPlace(found.unread) };
}

function oncePerPlace(places: readonly UnreadPlace[]): UnreadPlace[] {
  return [...new Map(places.map((place) => [`${place.file}:${place.line}`, place])).values()];
}

function readRegistration(interpreter: Interpreter, call: NamedCall, found: RegisteredTools): void {
  const { node, module } = call;
  // Functions of that name that stand alone are somebody else's, such as `tool` of an SDK for models.
  if (node.type !== 'CallExpression') return;
  if (node.callee.type !== 'MemberExpression' && call.name !== 'registerAppTool') return;
  const place = placeOf(module, node);
  for (const frame of interpreter.framesOf(module, node, { module, env: null })) {
    const args = evaluateArguments(interpreter, node.arguments, frame);
    const described = describeRegistration(interpreter, call.name, args);
    if (described === null) continue;
    const tool = readTool(interpreter, described, place);
    if (tool) found.tools.push(tool);
    else found.unread.push(toUnread(module, node, 'name'));
  }
}

function readLists(
  interpreter: Interpreter,
  call: NamedCall,
  index: number,
  found: RegisteredTools,
): void {
  const { node, module } = call;
  for (const frame of interpreter.framesOf(module, node, { module, env: null })) {
    const list = evaluateArguments(interpreter, node.arguments, frame)[index] ?? UNKNOWN;
    readList(interpreter, list, { module, node }, found);
  }
}

/** `setRequestHandler(ListToolsRequestSchema, () => ({ tools: […] }))`, or with `'tools/list'`. */
function readListHandler(
  interpreter: Interpreter,
  { node, module }: NamedCall,
  found: RegisteredTools,
): void {
  const [schema, handler] = node.arguments;
  if (!schema || !handler) return;
  const written = module.code.slice(schema.start, schema.end);
  if (!/ListToolsRequest|['"`]tools\/list['"`]/.test(written)) return;
  for (const frame of interpreter.framesOf(module, node, { module, env: null })) {
    const inside: CodeFrame = frame;
    const called = interpreter.evaluate(handler, inside);
    const answer = interpreter.call(called, []);
    readList(interpreter, interpreter.get(answer, 'tools'), { module, node: handler }, found);
  }
}

function readList(
  interpreter: Interpreter,
  value: Value,
  { module, node }: { module: CodeModule; node: AnyNode },
  found: RegisteredTools,
): void {
  const list = value.kind === 'record' ? interpreter.items(value) : value;
  if (list.kind !== 'list') {
    found.unread.push(toUnread(module, node, 'list'));
    return;
  }
  if (list.isOpen || list.items.length === 0) found.unread.push(toUnread(module, node, 'list'));
  for (const item of list.items) {
    const described: DescribedTool = { name: interpreter.get(item, 'name'), config: item };
    const tool = readTool(interpreter, described, placeOf(module, node));
    if (tool) found.tools.push(tool);
    else found.unread.push(toUnread(module, node, 'name'));
  }
}

function placeOf(module: CodeModule, node: AnyNode): { file: string; line: number } {
  return { file: module.path, line: lineOf(module, node.start) };
}

function toUnread(module: CodeModule, node: AnyNode, reason: UnreadPlace['reason']): UnreadPlace {
  const code = module.code
    .slice(node.start, node.end)
    .replace(/\s+/g, ' ')
    .slice(0, MAX_SHOWN_CODE);
  return { ...placeOf(module, node), reason, code };
}

/** Of tools of one name the one of which most is known; servers make them for each transport again. */
function withoutRepeats(tools: readonly FoundTool[]): FoundTool[] {
  const best = new Map<string, FoundTool>();
  for (const tool of tools) {
    const other = best.get(tool.name);
    if (other === undefined || knownOf(tool) > knownOf(other)) best.set(tool.name, tool);
  }
  return [...best.values()];
}

function knownOf({ description, inputSchema, gaps }: FoundTool): number {
  const { properties } = inputSchema;
  const count =
    typeof properties === 'object' && properties !== null ? Object.keys(properties).length : 0;
  return (description === null ? 0 : 100) + count - gaps.length;
}
