import type { AnyNode, Expression, Function, ModuleDeclaration, Statement, Super } from 'acorn';
import { fullAncestor } from 'acorn-walk';

import { toProblems, type Fault, type ModuleProblem } from './module-problem.ts';
import { parseTypeScript } from './parse-typescript.ts';

/** Calls at the top level whose values no caller can change. */
const SAFE_CALLS = new Set(['Object.freeze', 'String.raw', 'Symbol', 'BigInt', 'Number', 'String']);
const SAFE_CLASSES = /^(RegExp|TextEncoder|TextDecoder|Intl\.\w+)$/;
const SHARED = 'every caller shares it; keep it inside the function';

/** Nodes whose contents end with them: their declarations, and values that nothing outside refers to. */
const BLOCKS: ReadonlySet<string> = new Set([
  'BlockStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'SwitchStatement',
]);

/**
 * Finds reasons why a `code` action's TypeScript must not run: a syntax error, or top-level state that would
 * pass one caller's values to another (all callers share the isolate).
 */
export function findModuleProblems(source: string): ModuleProblem[] {
  const parsed = parseTypeScript(source);
  if (!parsed.ok) {
    const { line, column, message } = parsed;
    return [{ line, column, message: `Syntax error: ${message}` }];
  }
  const { program, code, locate } = parsed.value;
  const enums = new Set(program.body.flatMap((node, at) => enumParts(node, program.body[at + 1])));
  return toProblems(locate, (report) => {
    const selves: number[] = [];
    let declaresSelf = false;
    fullAncestor(program, (node, _, ancestors, type) => {
      if (node.type === 'Identifier' && node.name === 'self') {
        selves.push(node.start);
        declaresSelf ||= type === 'VariablePattern';
      }
      const fault = findGlobal(node) ?? findShared(code, node, ancestors, enums);
      if (fault !== null) report(fault);
    });
    for (const at of declaresSelf ? [] : selves) report({ at, message: notGlobal('self') });
  });
}

function notGlobal(name: string): string {
  return `\`${name}\` must not be used: ${SHARED}.`;
}

function findGlobal(node: AnyNode): Fault | null {
  const name = namedBy(node);
  if (name.type !== 'Identifier' || name.name !== 'globalThis') return null;
  return { at: name.start, message: notGlobal('globalThis') };
}

/** A name that the walk does not visit itself, or the node. */
function namedBy(node: AnyNode): AnyNode {
  if (node.type === 'MemberExpression' && !node.computed) return node.property;
  if (node.type === 'Property' && !node.computed && !node.shorthand) return node.key;
  return node;
}

/** @param enums parts of a TypeScript `enum`, which is a constant whatever it was compiled to. */
function findShared(
  code: string,
  node: AnyNode,
  ancestors: AnyNode[],
  enums: ReadonlySet<AnyNode>,
): Fault | null {
  const fault = enums.has(node) ? null : (findDeclaration(node) ?? findCall(code, node));
  if (fault === null || ancestors.some((outer, at) => isLater(outer, ancestors[at + 1], enums))) {
    return null;
  }
  // A `var` belongs to the module, wherever it is.
  if (node.type === 'VariableDeclaration' && node.kind === 'var') return fault;
  const inBlock = ancestors.some((outer) => BLOCKS.has(outer.type) && !enums.has(outer));
  return inBlock ? null : fault;
}

/** Code that runs on a call: in a function, or for each instance of a class. */
function isLater(outer: AnyNode, inner: AnyNode | undefined, enums: ReadonlySet<AnyNode>): boolean {
  if (inner === undefined) return false;
  if (outer.type === 'PropertyDefinition') return inner === outer.value;
  return isFunction(outer) && !enums.has(outer);
}

function isFunction(node: AnyNode): node is AnyNode & Function {
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(
    node.type,
  );
}

function findDeclaration(node: AnyNode): Fault | null {
  if (node.type === 'VariableDeclaration' && (node.kind === 'let' || node.kind === 'var')) {
    const message = `\`${node.kind}\` at the top level would be shared state: ${SHARED}, or use \`const\`.`;
    return { at: node.start, message };
  }
  if (node.type === 'StaticBlock' || (node.type === 'PropertyDefinition' && node.static)) {
    return { at: node.start, message: `A static field would be shared state: ${SHARED}.` };
  }
  return null;
}

function findCall(code: string, node: AnyNode): Fault | null {
  if (node.type === 'NewExpression') {
    const name = nameOf(code, node.callee);
    if (SAFE_CLASSES.test(name)) return null;
    return { at: node.start, message: `\`new ${name}\` at the top level: ${SHARED}.` };
  }
  if (node.type !== 'CallExpression' && node.type !== 'TaggedTemplateExpression') return null;
  const isCall = node.type === 'CallExpression';
  const callee = isCall ? node.callee : node.tag;
  const name = nameOf(code, callee);
  if (SAFE_CALLS.has(name)) return null;
  const at = isCall ? code.indexOf('(', callee.end) : node.quasi.start;
  return { at, message: `The call of \`${name}\` at the top level: ${SHARED}.` };
}

function nameOf(code: string, callee: Expression | Super): string {
  return isPath(callee) ? code.slice(callee.start, callee.end) : 'an expression';
}

/** `a`, `a.b`, `a.b.c`. */
function isPath(node: Expression | Super): boolean {
  if (node.type !== 'MemberExpression') return node.type === 'Identifier';
  return !node.computed && node.property.type === 'Identifier' && isPath(node.object);
}

/**
 * The parts of `var E; (function (E) { … })(E || (E = {}));`, compiled from `enum E { … }` by Sucrase, that
 * have no counterpart in the source: the declaration, the call, the function and its block.
 */
function enumParts(
  statement: Statement | ModuleDeclaration,
  next: Statement | ModuleDeclaration | undefined,
): AnyNode[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declared?.type !== 'VariableDeclaration' || next?.type !== 'ExpressionStatement') return [];
  const [id, ...others] = declared.declarations.map((declarator) => declarator.id);
  const call = next.expression;
  if (id?.type !== 'Identifier' || others.length > 0 || call.type !== 'CallExpression') return [];
  const [argument] = call.arguments;
  if (call.callee.type !== 'FunctionExpression' || argument?.type !== 'LogicalExpression')
    return [];
  const [parameter] = call.callee.params;
  const isEnum =
    parameter?.type === 'Identifier' &&
    parameter.name === id.name &&
    argument.left.type === 'Identifier' &&
    argument.left.name === id.name;
  return isEnum ? [declared, call, call.callee, call.callee.body] : [];
}
