import type { AnyNode, Class, Expression, Program, Super } from 'acorn';
import { fullAncestor } from 'acorn-walk';

import { enumParts } from './enum-parts.ts';
import type { Fault } from './module-problem.ts';
import { findScopes, scopeOf, type Scopes } from './scopes.ts';
import { boundNames } from './top-level-names.ts';

/** Calls at the top level whose values no caller can change. */
const SAFE_CALLS = new Set(['Object.freeze', 'String.raw', 'Symbol', 'BigInt', 'Number', 'String']);
const SAFE_CLASSES = /^(RegExp|TextEncoder|TextDecoder|Intl\.\w+)$/;
const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(['globalThis', 'self', 'global']);
const SHARED = 'every caller shares it; keep it inside the function';

/** Nodes whose contents end with them: their declarations, and values that nothing outside refers to. */
const BLOCKS: ReadonlySet<string> = new Set([
  'BlockStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'SwitchStatement',
]);

interface Module {
  program: Program;
  code: string;
  scopes: Scopes;
  /** Parts of TypeScript's enums, which are constants whatever they were compiled to. */
  enums: ReadonlySet<AnyNode>;
  /** Names that can be given another value although they are no variables. */
  assignable: ReadonlySet<string>;
}

/**
 * Finds what would pass one caller's values to another: all callers of a server share its modules. Together
 * with `confinement-entry.ts`, which freezes what constants lead to, nothing else of a module can be changed.
 */
export function findKeptState(
  program: Program,
  code: string,
  report: (fault: Fault) => void,
): void {
  const enums = new Set(program.body.flatMap((node, at) => enumParts(node, program.body[at + 1])));
  const scopes = findScopes(program);
  const module = { program, code, scopes, enums, assignable: assignableNames(program, enums) };
  fullAncestor(program, (node, _, ancestors) => {
    const fault =
      findGlobal(module, node, ancestors) ??
      findAssignment(module, node, ancestors) ??
      findShared(module, node, ancestors);
    if (fault !== null) report(fault);
  });
}

function assignableNames(program: Program, enums: ReadonlySet<AnyNode>): Set<string> {
  const names = program.body.flatMap((statement) => {
    const declared =
      statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
        ? statement.declaration
        : statement;
    if (declared?.type === 'FunctionDeclaration' || declared?.type === 'ClassDeclaration') {
      return declared.id ? [declared.id.name] : [];
    }
    if (declared?.type !== 'VariableDeclaration' || !enums.has(declared)) return [];
    return declared.declarations.flatMap(({ id }) => boundNames(id));
  });
  return new Set(names);
}

function findGlobal({ scopes }: Module, node: AnyNode, ancestors: AnyNode[]): Fault | null {
  if (node.type !== 'Identifier' || !GLOBAL_OBJECTS.has(node.name)) return null;
  if (scopeOf(scopes, node.name, ancestors) !== null) return null;
  return { at: node.start, message: `\`${node.name}\` must not be used: ${SHARED}.` };
}

/** The name of a function or a class is a variable that everything in the module can write. */
function findAssignment(module: Module, node: AnyNode, ancestors: AnyNode[]): Fault | null {
  if (module.enums.has(node)) return null;
  const { program, scopes, assignable } = module;
  const name = assignedNames(node).find(
    (each) => assignable.has(each) && scopeOf(scopes, each, ancestors) === program,
  );
  if (name === undefined) return null;
  return { at: node.start, message: `\`${name}\` must not be assigned: ${SHARED}.` };
}

function assignedNames(node: AnyNode): string[] {
  switch (node.type) {
    case 'AssignmentExpression':
      return boundNames(node.left);
    case 'UpdateExpression':
      return node.argument.type === 'Identifier' ? [node.argument.name] : [];
    case 'ForInStatement':
    case 'ForOfStatement':
      return node.left.type === 'VariableDeclaration' ? [] : boundNames(node.left);
    default:
      return [];
  }
}

function findShared({ code, enums }: Module, node: AnyNode, ancestors: AnyNode[]): Fault | null {
  if (enums.has(node)) return null;
  const kept = findKeeper(node);
  const fault = kept ?? findDeclaration(node) ?? findCall(code, node);
  if (fault === null) return null;
  const outer = ancestors.slice(0, -1);
  if (outer.some((each, at) => isLater(each, ancestors[at + 1], enums))) return null;
  // A `var` belongs to the module, wherever it is.
  if (node.type === 'VariableDeclaration' && node.kind === 'var') return fault;
  const inBlock = outer.some((each) => BLOCKS.has(each.type));
  if (kept !== null) return inBlock || kept.isAnywhere ? kept : null;
  return outer.some((each) => BLOCKS.has(each.type) && !enums.has(each)) ? null : fault;
}

/** Code that runs on a call: in a function, or for each instance of a class. */
function isLater(outer: AnyNode, inner: AnyNode | undefined, enums: ReadonlySet<AnyNode>): boolean {
  if (inner === undefined) return false;
  if (outer.type === 'PropertyDefinition') return inner === outer.value;
  return isFunction(outer) && !enums.has(outer);
}

function isFunction({ type }: AnyNode): boolean {
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);
}

/** Finds places where nobody would see a value: variables of a block, and private parts of any object. */
function findKeeper(node: AnyNode): (Fault & { isAnywhere: boolean }) | null {
  const isClass = node.type === 'ClassDeclaration' || node.type === 'ClassExpression';
  if (isClass && node.superClass && hasPrivateParts(node)) {
    const message = `Private parts of a class that extends another could be put on any object: ${SHARED}.`;
    return { at: node.start, message, isAnywhere: true };
  }
  if (!isClass && !isFunction(node)) return null;
  const message = `A ${isClass ? 'class' : 'function'} in a block at the top level could keep what the block declares: ${SHARED}.`;
  return { at: node.start, message, isAnywhere: false };
}

function hasPrivateParts({ body }: Class): boolean {
  return body.body.some((part) => 'key' in part && part.key.type === 'PrivateIdentifier');
}

function findDeclaration(node: AnyNode): Fault | null {
  if (node.type === 'VariableDeclaration' && (node.kind === 'let' || node.kind === 'var')) {
    const message = `\`${node.kind}\` at the top level would be shared state: ${SHARED}, or use \`const\`.`;
    return { at: node.start, message };
  }
  if (node.type === 'StaticBlock' || (node.type === 'PropertyDefinition' && node.static)) {
    return { at: node.start, message: `A static field would be shared state: ${SHARED}.` };
  }
  if (node.type === 'Literal' && 'regex' in node && /[gy]/.test(node.regex?.flags ?? '')) {
    const message = `A regular expression with the flag g or y keeps its position in the text: ${SHARED}.`;
    return { at: node.start, message };
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
