import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { readConstraints } from './constraints.ts';
import { joinText } from './lists.ts';
import type { Token } from './tokens.ts';

/** An argument as somebody lists it: `age (number, optional)`. */
export interface Field {
  name: string;
  patch: JsonObject;
}

/** The fields of a list, or the words that are no name of a field. */
export type FieldList = { ok: true; fields: Field[] } | { ok: false; unclear: string };

const SKIPPED = /^(?:,|and|or|&|\+|plus|a|an|the|its|their|some|also)$/;
const KINDS =
  /^(?:arguments?|parameters?|params?|inputs?|fields?|properties|property|named|called|query|string|body|header|headers)$/;
/** Words that may be a type and may be a name: "posts title and text". */
const MAY_BE_NAME = /^(?:text|string|number|list|array|object|flag|switch|query|header|body|path)$/;
const NAME = /^[A-Za-z_$][\w$.-]*(?:\[\])?$/;

/** Reads "name, age (number) and an optional page at most 50". */
export function readFields(tokens: readonly Token[]): FieldList {
  const fields: Field[] = [];
  let at = 0;
  while (at < tokens.length) {
    if (SKIPPED.test(tokens[at]?.word ?? '')) {
      at += 1;
      continue;
    }
    const found = readField(tokens, at);
    if (!found) return { ok: false, unclear: joinText(tokens.slice(at, at + 3)) };
    fields.push(found.field);
    at = found.end;
  }
  return { ok: true, fields };
}

function readField(tokens: readonly Token[], from: number): { field: Field; end: number } | null {
  const before = readAdjectives(tokens, from);
  const token = tokens[before.end];
  const isName = token?.kind === 'quote' || NAME.test(token?.text ?? '');
  if (!token || !isName || (token.kind === 'word' && token.text.length > 64)) return null;
  const after = readDetails(tokens, before.end + 1);
  const next = tokens[after.end];
  if (next && !SKIPPED.test(next.word)) return null;
  const patch = { ...before.patch, ...after.patch };
  return { field: { name: token.text, patch }, end: after.end };
}

/** "optional integer" before a name; a word that a list goes on after is the name itself. */
function readAdjectives(
  tokens: readonly Token[],
  from: number,
): { patch: JsonObject; end: number } {
  let patch: JsonObject = {};
  let end = from;
  for (;;) {
    const word = tokens[end]?.word ?? '';
    const next = tokens[end + 1];
    const isLast = !next || /^(?:,|and|or|\(|:|=)$/.test(next.word);
    if (isLast) return { patch, end };
    const isKind = KINDS.test(word);
    const found = readConstraints(tokens.slice(end, end + 1));
    const isAdjective = found.length === 1 && tokens[end]?.kind === 'word';
    if (!isKind && !isAdjective) return { patch, end };
    if (isAdjective) patch = { ...patch, ...found.patch };
    const place = /^(query|header|body)s?$/.exec(word)?.[1];
    if (place !== undefined) patch = { ...patch, in: place };
    end += 1;
  }
}

/** What follows a name: in brackets anything, without them what cannot be the next name. */
function readDetails(tokens: readonly Token[], from: number): { patch: JsonObject; end: number } {
  let patch: JsonObject = {};
  let end = from;
  for (;;) {
    const word = tokens[end]?.word ?? '';
    const isList = word === ',' || word === 'and';
    const isOpen = word === '(' || word === ':';
    const following = tokens[end + (isList ? 1 : 0)];
    if (!following || (isList && MAY_BE_NAME.test(following.word))) return { patch, end };
    if (isList && startsWithName(tokens, end + 1)) return { patch, end };
    const { patch: found, length } = readConstraints(tokens, end);
    if (length === 0) return { patch, end };
    patch = { ...patch, ...found };
    end += length;
    if (isOpen && tokens[end]?.word === ')') end += 1;
  }
}

/** Whether what comes next is a field with adjectives of its own: "and an optional page". */
function startsWithName(tokens: readonly Token[], at: number): boolean {
  const article = /^(?:a|an|the)$/.test(tokens[at]?.word ?? '') ? 1 : 0;
  const { end } = readAdjectives(tokens, at + article);
  const token = tokens[end];
  const isAfterAdjective = end > at + article;
  return isAfterAdjective && token?.kind === 'word' && readConstraints(tokens, end).length === 0;
}

/** Numbers in every API: how much of a list, and from where. */
const COUNT = /^(?:limit|offset|page|page_?(?:size|number)|per_?page)$/i;

/** The type that a field has where nobody says it: what its bounds and values are, or its name. */
export function inferType(patch: JsonObject, name = ''): string {
  const { type, minimum, maximum, default: usual, enum: choices } = patch;
  if (typeof type === 'string') return type;
  const list = Array.isArray(choices) ? choices : [];
  const values = [minimum, maximum, usual, ...list].filter((value) => value !== undefined);
  if (values.length === 0 && COUNT.test(name)) return 'integer';
  const is = (check: (value: JsonValue) => boolean) =>
    values.length > 0 && values.every((value) => check(value));
  if (is((value) => typeof value === 'number' && Number.isInteger(value))) return 'integer';
  if (is((value) => typeof value === 'number')) return 'number';
  return is((value) => typeof value === 'boolean') ? 'boolean' : 'string';
}
