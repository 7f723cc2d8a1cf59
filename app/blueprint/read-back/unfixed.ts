import type { Node } from 'acorn';

import { unreadable, type ParsedModule } from './source-set.ts';

export const TOO_MANY_VALUES = 'The source makes too large a value.';
export const TOO_LONG = 'The source makes too long a text.';
const SHOWN_CHARACTERS = 40;

/** Says that an expression has no fixed value. */
export function unfixed(module: ParsedModule, node: Pick<Node, 'start' | 'end' | 'loc'>) {
  const text = module.code.slice(node.start, node.end).replaceAll(/\s+/g, ' ');
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  return unreadAt(module, node, `\`${shown}\` has no value that can be read without running it.`);
}

/** Says why an expression is not read. */
export function unreadAt(module: ParsedModule, node: Pick<Node, 'loc'>, message: string) {
  return unreadable(module.path, node.loc?.start.line ?? 1, message);
}
