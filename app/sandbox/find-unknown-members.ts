import type { AnyNode, Function as FunctionNode, Pattern, Program } from 'acorn';
import { fullAncestor } from 'acorn-walk';

import type { ToolContext } from '#app/runtime/tool-context.ts';
import { closestName } from '#app/runtime/schema/closest-name.ts';

import { toProblems, type Fault, type ModuleProblem } from './module-problem.ts';
import { parseTypeScript } from './parse-typescript.ts';

/** Members of a tool's context: functions, and values that have members of their own. */
const MEMBERS: Record<keyof ToolContext, 'function' | 'value'> = {
  json: 'function',
  fetch: 'function',
  callTool: 'function',
  elicit: 'function',
  sample: 'function',
  progress: 'function',
  log: 'function',
  signal: 'value',
  roots: 'function',
  updated: 'function',
  trace: 'value',
};
const NAMES = Object.keys(MEMBERS);

/** Members that every function has. */
const OF_FUNCTIONS: ReadonlySet<string> = new Set(['call', 'apply', 'bind']);

/** A function of the module, and which of its parameters is the context. */
interface Taker {
  node: FunctionNode;
  at: number;
}

/**
 * Finds reads of members that a tool's context does not have, in the module's default export and in functions
 * that it hands its context to. It follows names only; a context in an object or a list is not found. Empty
 * if the text cannot be parsed, which another check reports.
 */
export function findUnknownMembers(source: string): ModuleProblem[] {
  const parsed = parseTypeScript(source);
  if (!parsed.ok) return [];
  const { program, locate } = parsed.value;
  return toProblems(locate, (report) => {
    const functions = listFunctions(program);
    const main = findDefault(program, functions);
    const open: Taker[] = main === null ? [] : [{ node: main, at: 1 }];
    const seen = new Set<FunctionNode>();
    for (const taker of open) {
      if (seen.has(taker.node)) continue;
      seen.add(taker.node);
      open.push(...checkTaker(taker, functions, report));
    }
  });
}

/** Reports the unknown members that a function reads, and lists those that it hands its context to. */
function checkTaker(
  { node: taker, at }: Taker,
  functions: ReadonlyMap<string, FunctionNode>,
  report: (fault: Fault) => void,
): Taker[] {
  const parameter = withoutDefault(taker.params[at]);
  if (parameter?.type === 'ObjectPattern') findInPattern(parameter).forEach(report);
  if (parameter?.type !== 'Identifier') return [];
  const { name } = parameter;
  const isContext = (node: AnyNode | null | undefined) =>
    node?.type === 'Identifier' && node.name === name;
  const handed: Taker[] = [];
  fullAncestor(taker.body, (node, _, ancestors) => {
    if (ancestors.some((outer) => takesName(outer, name))) return;
    if (node.type === 'MemberExpression') {
      const fault = isContext(node.object) ? findMember(node, name) : findInner(node, isContext);
      if (fault !== null) report(fault);
    }
    if (node.type === 'VariableDeclarator' && isContext(node.init)) {
      if (node.id.type === 'ObjectPattern') findInPattern(node.id).forEach(report);
    }
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return;
    const called = functions.get(node.callee.name);
    const place = node.arguments.findIndex(isContext);
    if (called !== undefined && place !== -1) handed.push({ node: called, at: place });
  });
  return handed;
}

/** Whether a function within has a parameter of the same name, which is something else. */
function takesName(node: AnyNode, name: string): boolean {
  return isFunction(node) && node.params.some((each) => 'name' in each && each.name === name);
}

function findMember(node: AnyNode, context: string): Fault | null {
  const name = memberOf(node);
  if (name === null || NAMES.includes(name)) return null;
  return { at: node.start, message: describeUnknown(name, `\`${context}.${name}\``) };
}

/** `context.log.info`: a member of what is a function. */
function findInner(
  node: Extract<AnyNode, { type: 'MemberExpression' }>,
  isContext: (node: AnyNode) => boolean,
): Fault | null {
  const { object } = node;
  if (object.type !== 'MemberExpression' || !isContext(object.object)) return null;
  const [outer, inner] = [memberOf(object), memberOf(node)];
  const isCalled = outer !== null && inner !== null && isFunctionMember(outer);
  if (!isCalled || OF_FUNCTIONS.has(inner)) return null;
  return { at: node.start, message: `\`${outer}\` is a function: it has no \`${inner}\`.` };
}

function isFunctionMember(name: string): boolean {
  return Object.entries(MEMBERS).some(([each, kind]) => each === name && kind === 'function');
}

/** `const { json, foo } = context`. */
function findInPattern(pattern: Extract<Pattern, { type: 'ObjectPattern' }>): Fault[] {
  return pattern.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.computed) return [];
    const { key } = property;
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : null;
    if (typeof name !== 'string' || NAMES.includes(name)) return [];
    return [{ at: property.start, message: describeUnknown(name, `\`${name}\``) }];
  });
}

function describeUnknown(name: string, written: string): string {
  const close = closestName(name, NAMES);
  const meant = close === null ? '' : ` Did you mean \`${close}\`?`;
  return `${written} does not exist.${meant} The context has ${NAMES.join(', ')}.`;
}

/** The name of a member; null where it is only known when it runs. */
function memberOf(node: AnyNode): string | null {
  if (node.type !== 'MemberExpression') return null;
  const { property, computed } = node;
  if (!computed) return property.type === 'Identifier' ? property.name : null;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : null;
}

/** The functions of a module by their names. */
function listFunctions({ body }: Program): Map<string, FunctionNode> {
  const functions = new Map<string, FunctionNode>();
  for (const statement of body) {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (node?.type === 'FunctionDeclaration') functions.set(node.id.name, node);
    if (node?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of node.declarations) {
      if (id.type === 'Identifier' && init && isFunction(init)) functions.set(id.name, init);
    }
  }
  return functions;
}

/** The default export, written there or named. */
function findDefault(
  { body }: Program,
  functions: ReadonlyMap<string, FunctionNode>,
): FunctionNode | null {
  for (const node of body) {
    if (node.type === 'ExportDefaultDeclaration') {
      const { declaration } = node;
      if (declaration.type === 'Identifier') return functions.get(declaration.name) ?? null;
      return isFunction(declaration) ? declaration : null;
    }
    if (node.type !== 'ExportNamedDeclaration') continue;
    for (const { exported, local } of node.specifiers) {
      const isDefault = exported.type === 'Identifier' && exported.name === 'default';
      if (isDefault && local.type === 'Identifier') return functions.get(local.name) ?? null;
    }
  }
  return null;
}

function withoutDefault(parameter: Pattern | undefined): Pattern | undefined {
  return parameter?.type === 'AssignmentPattern' ? parameter.left : parameter;
}

function isFunction(node: AnyNode): node is AnyNode & FunctionNode {
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(
    node.type,
  );
}
