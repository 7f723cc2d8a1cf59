import type { MemberExpression } from 'acorn';

import type { Interpreter } from './interpreter.ts';
import type { CodeFrame } from './value.ts';

/** The name of a member that is read; null: it is only known when it runs. */
export function memberName(
  interpreter: Interpreter,
  node: MemberExpression,
  frame: CodeFrame,
): string | null {
  if (!node.computed && node.property.type === 'Identifier') return node.property.name;
  if (node.property.type === 'PrivateIdentifier') return `#${node.property.name}`;
  const key = interpreter.evaluate(node.property, frame);
  return key.kind === 'plain' ? String(key.value) : null;
}
