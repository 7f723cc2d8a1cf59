import type { AnyNode, ModuleDeclaration, Statement } from 'acorn';

/**
 * The parts of `var E; (function (E) { … })(E || (E = {}));`, compiled from `enum E { … }` by Sucrase, that
 * have no counterpart in the source: the declaration, the call, the function, its block and the assignment.
 */
export function enumParts(
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
  return isEnum ? [declared, call, call.callee, call.callee.body, argument.right] : [];
}
