import type { AnyNode } from 'acorn';
import { simple } from 'acorn-walk';

import type { Binding } from '#app/blueprint/import/servers/code/bindings.ts';
import { findBinding, type CodeModule } from '#app/blueprint/import/servers/code/code-module.ts';

/**
 * The parameters and names of loops that an expression depends on, also by way of other names. Functions that a
 * call is made with are left out: what they do comes later.
 */
export function listNeeds(module: CodeModule, node: AnyNode): ReadonlySet<Binding> {
  const needs = new Set<Binding>();
  const seen = new Set<Binding>();
  const isCall = node.type === 'CallExpression' || node.type === 'NewExpression';
  const open: AnyNode[] = isCall
    ? node.arguments.filter(({ type }) => !/Function/.test(type))
    : [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    simple(next, {
      Identifier(identifier) {
        const binding = findBinding(module, identifier, identifier.name);
        if (!binding || seen.has(binding)) return;
        seen.add(binding);
        if (binding.kind === 'loop' || binding.kind === 'parameter') needs.add(binding);
        if (binding.kind === 'loop') open.push(binding.of.right);
        if (binding.kind === 'value' && !binding.isTop && binding.init) open.push(binding.init);
      },
    });
  }
  return needs;
}
