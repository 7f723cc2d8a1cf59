import { liveTools } from '#app/builder/built-in/plan/work-model.ts';
import { escapePattern } from '#app/extraction/reading/escape-pattern.ts';

import { doneWith, type Effect } from './effect.ts';
import { IDENTIFIER } from './rename-argument.ts';
import type { Scope } from './scope.ts';

/** Reads "INV-2024-0117 is just an example, the number has to be an argument called invoice_number". */
export function openSegment(text: string, scope: Scope): Effect | null {
  const { model, lx } = scope;
  if (!lx.rx('<argument>').test(text)) return null;
  const name = lx
    .rx(String.raw`(?:<named>|<argument>)\s+(?:<filler>\s+|<named>\s+)*${IDENTIFIER}`)
    .exec(text)?.[1];
  for (const tool of liveTools(model)) {
    const segment = tool.path
      .split('/')
      .find(
        (part) =>
          part !== '' &&
          !part.startsWith('{') &&
          /\d|^[A-Z]{2,}$/.test(part) &&
          new RegExp(`(?<![\\w-])${escapePattern(part)}(?![\\w-])`).test(text),
      );
    if (segment === undefined) continue;
    const wanted = name !== undefined && name !== segment ? name : 'id';
    tool.path = tool.path
      .split('/')
      .map((part) => (part === segment ? `{${wanted}}` : part))
      .join('/');
    tool.args.push({ name: wanted, in: 'path', required: true });
    return doneWith([tool]);
  }
  return null;
}
