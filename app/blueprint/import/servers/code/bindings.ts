import type { AnyNode, Class, Expression, ForInStatement, ForOfStatement, Pattern } from 'acorn';

import type { AnyFunction } from './any-function.ts';
import { propertyName } from './property-name.ts';

/** A way from a value to a part of it, as a pattern takes it. */
export type PatternStep =
  | { kind: 'key'; key: string }
  | { kind: 'fallback'; value: Expression }
  | { kind: 'rest'; without: readonly string[] };

/** The meaning of a name, by how it was declared. */
export type Binding =
  | { kind: 'value'; isTop: boolean; init: Expression | null; steps: readonly PatternStep[] }
  | {
      kind: 'parameter';
      of: AnyFunction;
      index: number;
      isRest: boolean;
      steps: readonly PatternStep[];
    }
  | { kind: 'loop'; of: ForOfStatement | ForInStatement; steps: readonly PatternStep[] }
  | { kind: 'function'; isTop: boolean; node: AnyFunction }
  | { kind: 'class'; isTop: boolean; node: Class }
  | { kind: 'import'; from: string; name: string }
  | { kind: 'unknown' };

export type Names = Map<string, Binding>;

/** The names that a node declares for what is inside of it; null where it has no scope. */
export function declareNames(node: AnyNode): Names | null {
  const names: Names = new Map();
  switch (node.type) {
    case 'Program':
      for (const statement of node.body) declareStatement(statement, true, names);
      return names;
    case 'BlockStatement':
    case 'StaticBlock':
      for (const statement of node.body) declareStatement(statement, false, names);
      return names;
    case 'SwitchCase':
      for (const statement of node.consequent) declareStatement(statement, false, names);
      return names;
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      node.params.forEach((param, index) => declareParameter(node, param, index, names));
      return names;
    case 'ForOfStatement':
    case 'ForInStatement': {
      const target =
        node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : null;
      for (const { name, steps } of target ? listTargets(target, []) : []) {
        names.set(name, { kind: 'loop', of: node, steps });
      }
      return names;
    }
    case 'ForStatement':
      if (node.init?.type === 'VariableDeclaration') {
        for (const { id } of node.init.declarations) {
          for (const { name } of listTargets(id, [])) names.set(name, { kind: 'unknown' });
        }
      }
      return names;
    case 'CatchClause':
      for (const { name } of node.param ? listTargets(node.param, []) : []) {
        names.set(name, { kind: 'unknown' });
      }
      return names;
    default:
      return null;
  }
}

function declareParameter(of: AnyFunction, param: Pattern, index: number, names: Names): void {
  const isRest = param.type === 'RestElement';
  for (const { name, steps } of listTargets(isRest ? param.argument : param, [])) {
    names.set(name, { kind: 'parameter', of, index, isRest, steps });
  }
}

function declareStatement(statement: AnyNode, isTop: boolean, names: Names): void {
  switch (statement.type) {
    case 'VariableDeclaration':
      for (const { id, init } of statement.declarations) {
        for (const { name, steps } of listTargets(id, [])) {
          names.set(name, { kind: 'value', isTop, init: init ?? null, steps });
        }
      }
      return;
    case 'FunctionDeclaration':
      if (statement.id) names.set(statement.id.name, { kind: 'function', isTop, node: statement });
      return;
    case 'ClassDeclaration':
      if (statement.id) names.set(statement.id.name, { kind: 'class', isTop, node: statement });
      return;
    case 'ExportNamedDeclaration':
      if (statement.declaration) declareStatement(statement.declaration, isTop, names);
      return;
    case 'ExportDefaultDeclaration':
      if (statement.declaration.type.endsWith('Declaration')) {
        declareStatement(statement.declaration, isTop, names);
      }
      return;
    case 'ImportDeclaration':
      for (const specifier of statement.specifiers) {
        names.set(specifier.local.name, {
          kind: 'import',
          from: String(statement.source.value),
          name:
            specifier.type === 'ImportDefaultSpecifier'
              ? 'default'
              : specifier.type === 'ImportNamespaceSpecifier'
                ? '*'
                : specifier.imported.type === 'Identifier'
                  ? specifier.imported.name
                  : String(specifier.imported.value),
        });
      }
      return;
    default:
  }
}

/** The names in a pattern, each with the way to its value. */
function listTargets(
  pattern: AnyNode,
  steps: readonly PatternStep[],
): { name: string; steps: readonly PatternStep[] }[] {
  switch (pattern.type) {
    case 'Identifier':
      return [{ name: pattern.name, steps }];
    case 'AssignmentPattern':
      return listTargets(pattern.left, [...steps, { kind: 'fallback', value: pattern.right }]);
    case 'ArrayPattern':
      return pattern.elements.flatMap((element, index) =>
        element && element.type !== 'RestElement'
          ? listTargets(element, [...steps, { kind: 'key', key: String(index) }])
          : [],
      );
    case 'ObjectPattern': {
      const taken = pattern.properties.flatMap((property) =>
        property.type === 'Property' ? [propertyName(property) ?? ''] : [],
      );
      return pattern.properties.flatMap((property) =>
        property.type === 'RestElement'
          ? listTargets(property.argument, [...steps, { kind: 'rest', without: taken }])
          : listTargets(property.value, [
              ...steps,
              { kind: 'key', key: propertyName(property) ?? '' },
            ]),
      );
    }
    default:
      return [];
  }
}
