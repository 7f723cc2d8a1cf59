import { FAILSAFE_SCHEMA, load, Type, YAMLException } from 'js-yaml';

import type { JsonValue } from '#app/runtime/definition.ts';

const NULL = /^(?:|~|null|Null|NULL)$/;
const BOOLEAN = /^(?:true|True|TRUE|false|False|FALSE)$/;
const INTEGER = /^(?:[-+]?\d+|0o[0-7]+|0x[\da-fA-F]+)$/;
const FLOAT =
  /^(?:[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/**
 * The core schema of YAML 1.2 (10.3.2), and merge keys, which documents use although 1.2 has none.
 * js-yaml's own core schema also takes `0b11` for a number, and `-.5` for a text.
 */
const SCHEMA = FAILSAFE_SCHEMA.extend({
  implicit: [
    toType('null', NULL, () => null),
    toType('bool', BOOLEAN, (text) => /^t/i.test(text)),
    toType('int', INTEGER, readInteger),
    toType('float', FLOAT, readFloat),
    toType('merge', /^<<$/, (text) => text),
  ],
});

/**
 * Reads one YAML document, many times faster than the reader that knows what is wrong with it.
 *
 * @returns undefined for everything that is more than plain, such as mistakes, keys that stand twice,
 *   tags of its own or a hundred levels: `readYaml` then says what it is. Aliases are shared objects, and
 *   may hold themselves.
 */
export function loadYaml(source: string): JsonValue | undefined {
  try {
    return load(source, { schema: SCHEMA }) as JsonValue | undefined;
  } catch (error) {
    // A key that is a list becomes a text, for which that of its aliases may be too long.
    if (error instanceof YAMLException || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A type of scalars that are written without quotes; js-yaml has null for one that is not written. */
function toType(name: string, form: RegExp, read: (text: string) => JsonValue): Type {
  return new Type(`tag:yaml.org,2002:${name}`, {
    kind: 'scalar',
    resolve: (text: unknown) => form.test(typeof text === 'string' ? text : ''),
    construct: (text: unknown) => read(typeof text === 'string' ? text : ''),
  });
}

function readInteger(text: string): number {
  return /^0[ox]/.test(text) ? Number(text) : Number.parseInt(text, 10);
}

function readFloat(text: string): number {
  if (/nan$/i.test(text)) return Number.NaN;
  if (!/inf$/i.test(text)) return Number(text);
  return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}
