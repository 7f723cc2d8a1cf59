import { dropHidden } from '#app/blueprint/import/text/visible-text.ts';
import { parseJson } from '#app/runtime/json.ts';

import { toCompactText } from './to-compact-text.ts';

/** Maximum length of one untrusted text for a model. */
export const MAX_TEXT = 30_000;
/** Maximum depth of a value for a model. */
const MAX_DEPTH = 40;

/** Colours, cursor moves and titles of terminals (ECMA-48). */
// eslint-disable-next-line no-control-regex
const TERMINAL = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\^_])/g;

/** A text as a model gets it, without characters that users do not see. */
export function toModelText(text: string): string {
  return dropHidden(text.replace(TERMINAL, '')).replace(/\uFE0F{2,}/g, '\uFE0F');
}

/** A value as text for a model: visible characters only, truncated to the limit. */
export function describeValue(value: unknown, limit: number = MAX_TEXT): string {
  if (typeof value === 'string') return cut(value, limit);
  const room = { left: limit * 2 };
  const json = JSON.stringify(toVisibleValue(value, room, 0)) ?? 'null';
  return cut(toCompactText(parseJson(json)), limit);
}

function cut(text: string, limit: number): string {
  const visible = toModelText(text.slice(0, limit * 2));
  if (text.length <= limit * 2 && visible.length <= limit) return visible;
  return `${visible.slice(0, limit)}\n(cut: only the first ${limit} characters are here)`;
}

/** JSON writes hidden characters as escapes, so they are removed first. */
function toVisibleValue(value: unknown, room: { left: number }, depth: number): unknown {
  if (typeof value === 'string') {
    const taken = value.slice(0, Math.max(0, room.left));
    room.left -= taken.length;
    const rest = value.length - taken.length;
    return toModelText(taken) + (rest > 0 ? `(${rest} more characters)` : '');
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '(deeper)';
  if (Array.isArray(value)) {
    const shown: unknown[] = [];
    for (const [index, item] of value.entries()) {
      if (room.left <= 0) return [...shown, `(${value.length - index} more)`];
      room.left -= 1;
      shown.push(toVisibleValue(item, room, depth + 1));
    }
    return shown;
  }
  const shown: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    if (room.left <= 0) return Object.fromEntries([...shown, ['(cut)', true]]);
    room.left -= key.length;
    shown.push([toModelText(key), toVisibleValue(item, room, depth + 1)]);
  }
  return Object.fromEntries(shown);
}
