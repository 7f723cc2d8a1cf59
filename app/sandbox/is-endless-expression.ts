import type { AnyNode, Expression, SpreadElement } from 'acorn';

import { isExponential } from './regular/is-exponential.ts';

export const ENDLESS_EXPRESSION =
  'This regular expression can take for ever: a part that repeats can read the same text in two ways, as in `(a+)+`.';

/** Whether a node is a regular expression that can take for ever: a literal, or made of a constant text. */
export function isEndlessExpression(node: AnyNode): boolean {
  if (node.type === 'Literal' && 'regex' in node && node.regex) {
    return isExponential(node.regex.pattern, node.regex.flags);
  }
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return false;
  if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return false;
  const [source, flags] = node.arguments.map(textOf);
  return typeof source === 'string' && isExponential(source, flags ?? '');
}

/** Null where it is known only when it runs; then it is checked there. */
function textOf(node: Expression | SpreadElement): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return null;
  return node.quasis[0]?.value.cooked ?? null;
}
