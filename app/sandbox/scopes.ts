import type { AnyNode, Class, Function, Program } from 'acorn';
import { fullAncestor } from 'acorn-walk';

import { boundNames } from './top-level-names.ts';

/** The names that each part of a module declares. */
export type Scopes = ReadonlyMap<AnyNode, ReadonlySet<string>>;

/** Parts that a `var` belongs to, wherever in them it is. */
const WHOLE = /^(?:Program|StaticBlock|Function\w+|ArrowFunctionExpression)$/;
const SCOPE =
  /^(?:Program|BlockStatement|For(?:In|Of)?Statement|SwitchStatement|StaticBlock|Function\w+|ArrowFunctionExpression)$/;

/** Finds what each part of a module declares. */
export function findScopes(program: Program): Scopes {
  const scopes = new Map<AnyNode, Set<string>>();
  const declare = (scope: AnyNode | undefined, names: readonly string[]) => {
    if (scope === undefined || names.length === 0) return;
    const known = scopes.get(scope) ?? new Set();
    scopes.set(scope, known);
    for (const name of names) known.add(name);
  };
  fullAncestor(program, (node, _, ancestors) => {
    const block = () => enclosing(ancestors, SCOPE);
    switch (node.type) {
      case 'VariableDeclaration': {
        const names = node.declarations.flatMap(({ id }) => boundNames(id));
        return declare(node.kind === 'var' ? enclosing(ancestors, WHOLE) : block(), names);
      }
      case 'FunctionDeclaration':
      case 'ClassDeclaration':
        declare(block(), node.id ? [node.id.name] : []);
        return declare(node, parameterNames(node));
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
      case 'ClassExpression':
        return declare(node, [...(node.id ? [node.id.name] : []), ...parameterNames(node)]);
      case 'CatchClause':
        return declare(node, node.param ? boundNames(node.param) : []);
      case 'ImportDeclaration':
        return declare(
          program,
          node.specifiers.map(({ local }) => local.name),
        );
      default:
        return undefined;
    }
  });
  return scopes;
}

/** The innermost part around a node, which is the last of the ancestors itself. */
function enclosing(ancestors: AnyNode[], kind: RegExp): AnyNode | undefined {
  let at = ancestors.length - 2;
  while (at > 0 && !kind.test(ancestors[at]?.type ?? '')) at -= 1;
  return ancestors[at];
}

function parameterNames(node: Function | Class): string[] {
  return 'params' in node ? node.params.flatMap(boundNames) : [];
}

/** The part of the module whose declaration a name means; null for a global. */
export function scopeOf(scopes: Scopes, name: string, ancestors: AnyNode[]): AnyNode | null {
  return ancestors.findLast((node) => scopes.get(node)?.has(name)) ?? null;
}
