import { fail, succeed, type Result } from '#app/platform/result.ts';
import { isJsonObject, parseJson, valueOf, type JsonObject } from '#app/runtime/json.ts';

import { splitTokens, type TextToken } from './split-text.ts';
import { toTypedValue, allowedTypes, type WrittenValue } from './typed-value.ts';

type Read = Result<JsonObject, { reason: 'unread'; message: string }>;

/**
 * Reads arguments out of words: a JSON object, `a=2, b=3`, `a 2 and b 3`, or values alone, which belong to the
 * required arguments in the order of the schema, then to the others.
 */
export function readWrittenArguments(text: string, schema: JsonObject): Read {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  if (text.startsWith('{')) return readObject(text);
  const { named, alone } = sortValues(splitTokens(text), Object.keys(properties));
  const order = toOrder(properties, schema['required']).filter((name) => !named.has(name));
  const given = [...named, ...placeValues(alone, order, properties, text, named.size)];
  const input: JsonObject = {};
  for (const [name, value] of given) {
    if (name === null) {
      return refuse(`I do not know which argument "${value.text}" is.`);
    }
    const property = valueOf(properties, name);
    const typed = toTypedValue(value, isJsonObject(property) ? property : undefined);
    if (typed === undefined) {
      const types = allowedTypes(isJsonObject(property) ? property : undefined).join(' or ');
      return refuse(`"${value.text}" cannot be ${name}, which is of type ${types}.`);
    }
    input[name] = typed;
  }
  return succeed(input);
}

/** The names of the arguments: those that are required, then the others. */
export function toOrder(properties: JsonObject, required: unknown): string[] {
  const names = Object.keys(properties);
  const needed = Array.isArray(required) ? required : [];
  return [
    ...names.filter((name) => needed.includes(name)),
    ...names.filter((name) => !needed.includes(name)),
  ];
}

function readObject(text: string): Read {
  try {
    const read = parseJson(text);
    return isJsonObject(read) ? succeed(read) : refuse('The arguments have to be a JSON object.');
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    return refuse(`The arguments are not valid JSON: ${why}`);
  }
}

interface SortedValues {
  named: Map<string, WrittenValue>;
  alone: WrittenValue[];
}

/** Tells values with a name from those without. */
function sortValues(tokens: readonly TextToken[], names: readonly string[]): SortedValues {
  const named = new Map<string, WrittenValue>();
  const alone: WrittenValue[] = [];
  let name: string | null = null;
  let value: WrittenValue | null = null;
  const close = () => {
    if (value !== null && name !== null) named.set(name, value);
    else if (value !== null) alone.push(value);
    [name, value] = [null, null];
  };
  for (const token of tokens.flatMap((each) => splitName(each, names))) {
    const known = token.kind === 'word' ? findName(token.text, names) : null;
    if (isBetween(token)) close();
    else if (known !== null && !named.has(known) && !isValueOf(name, value)) {
      close();
      name = known;
    } else if (name !== null && value === null && isLink(token)) continue;
    else value = extend(value, token);
  }
  close();
  return { named, alone };
}

/** A word that is also a name is the value of the argument before it, while that has none. */
function isValueOf(name: string | null, value: WrittenValue | null): boolean {
  return name !== null && value === null;
}

function isBetween({ kind, text }: TextToken): boolean {
  return (kind === 'sign' && text !== '=') || (kind === 'word' && /^and$/i.test(text));
}

function isLink({ kind, text }: TextToken): boolean {
  return (
    (kind === 'sign' && text === '=') || (kind === 'word' && /^(?:is|as|to|of|:)$/i.test(text))
  );
}

function extend(value: WrittenValue | null, { kind, text }: TextToken): WrittenValue {
  if (value === null) return { text, isQuoted: kind === 'quoted' };
  return { text: `${value.text} ${text}`, isQuoted: value.isQuoted };
}

/** `a:2` and `a:` are a name and what follows. */
function splitName(token: TextToken, names: readonly string[]): TextToken[] {
  const colon = token.kind === 'word' ? token.text.indexOf(':') : -1;
  if (colon < 1) return [token];
  const name = findName(token.text.slice(0, colon), names);
  if (name === null) return [token];
  const rest = token.text.slice(colon + 1);
  const value: TextToken[] = rest === '' ? [] : [{ kind: 'word', text: rest }];
  return [{ kind: 'word', text: name }, { kind: 'sign', text: '=' }, ...value];
}

function findName(word: string, names: readonly string[]): string | null {
  const exact = names.find((name) => name === word);
  return exact ?? names.find((name) => name.toLowerCase() === word.toLowerCase()) ?? null;
}

/** Gives values without a name to the arguments that are left. */
function placeValues(
  alone: readonly WrittenValue[],
  order: readonly string[],
  properties: JsonObject,
  text: string,
  namedCount: number,
): [string | null, WrittenValue][] {
  const [first] = order;
  // All words are the one text that the tool takes.
  if (first !== undefined && order.length === 1 && alone.length > 1 && namedCount === 0) {
    if (isText(properties, first)) return [[first, { text, isQuoted: true }]];
  }
  const values = alone.flatMap((value, index) => {
    const name = order[index];
    const isSplit = name !== undefined && !isText(properties, name) && !value.isQuoted;
    const words = isSplit && !/^[[{]/.test(value.text) ? value.text.split(' ') : [];
    return words.length > 1 ? words.map((word) => ({ text: word, isQuoted: false })) : [value];
  });
  return values.map((value, index) => [order[index] ?? null, value]);
}

function isText(properties: JsonObject, name: string): boolean {
  const property = valueOf(properties, name);
  return allowedTypes(isJsonObject(property) ? property : undefined).includes('string');
}

function refuse(message: string) {
  return fail({ reason: 'unread' as const, message });
}
