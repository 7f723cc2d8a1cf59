import { toNamedValue } from '#app/blueprint/import/calls/command-call.ts';
import type { CallBody, NamedValue } from '#app/blueprint/import/calls/command-call.ts';
import { looksSecret } from '#app/blueprint/import/calls/credentials.ts';
import { readJsonExample } from '#app/blueprint/import/calls/json-example.ts';
import { hasPlaceholder } from '#app/blueprint/import/calls/placeholders.ts';
import { objectAt, own, stringAt } from '#app/blueprint/import/json-object.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import { pairsAt, toPlainText } from './pairs.ts';
import type { TableLine } from './pairs.ts';
import type { Variables } from './variables.ts';

/** Media types of the languages that Postman's editor offers. */
const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['html', 'text/html'],
  ['javascript', 'application/javascript'],
  ['text', 'text/plain'],
]);

/** A body; a sentence where it cannot be sent by a tool; null where there is none. */
export function readBody(
  request: JsonObject,
  contentType: string | null,
  variables: Variables,
): CallBody | string | null {
  const body = objectAt(request, 'body');
  if (body === null || own(body, 'disabled') === true) return null;
  const stated = contentType?.split(';')[0]?.trim().toLowerCase() ?? null;
  switch (stringAt(body, 'mode')) {
    case 'raw':
      return readRaw(body, stated, variables);
    case 'urlencoded':
      return { kind: 'form', fields: toNamedValues(pairsAt(body, 'urlencoded'), variables) };
    case 'formdata':
      return readFormData(body, variables);
    case 'file':
      return { kind: 'file', mediaType: stated ?? 'application/octet-stream' };
    case 'graphql':
      return 'its body is a GraphQL query';
    default:
      return null;
  }
}

function readRaw(body: JsonObject, stated: string | null, variables: Variables): CallBody | null {
  const text = toPlainText(own(body, 'raw')).trim();
  if (text === '') return null;
  const options = objectAt(body, 'options');
  const raw = options === null ? null : objectAt(options, 'raw');
  const language = raw === null ? null : stringAt(raw, 'language');
  const known = stated ?? LANGUAGES.get(language ?? '') ?? null;
  // Without a chosen language Postman sends JSON as text, although JSON is meant.
  const isJson = known === null ? /^[{[]/.test(text) : /[/+]json$/.test(known);
  if (!isJson) return { kind: 'text', mediaType: known ?? 'text/plain' };
  const value =
    readJsonExample(variables.fill(text)) ?? readJsonExample(variables.fill(withoutComments(text)));
  const mediaType = known ?? 'application/json';
  return { kind: 'json', mediaType, ...(value === undefined ? {} : { value }) };
}

/** Postman's editor lets lines of comments stand in JSON. */
function withoutComments(text: string): string {
  return text.replace(/^[ \t]*\/\/[^\n]*$/gm, '');
}

function readFormData(body: JsonObject, variables: Variables): CallBody {
  const pairs = pairsAt(body, 'formdata').filter(isKnown);
  const fields = pairs.map((pair) => {
    const isFile = own(pair.line, 'type') === 'file';
    const { description, isDisabled } = pair;
    const mediaType = stringAt(pair.line, 'contentType') || null;
    if (!isFile) return { ...toNamed(pair, variables), mediaType, isFile };
    return {
      name: pair.name,
      ...(description === '' ? {} : { description }),
      ...(isDisabled ? { isUnused: true } : {}),
      mediaType,
      isFile,
    };
  });
  return { kind: 'multipart', fields };
}

/** The lines of a table as arguments; one whose name is open, or looks like a secret, is left out. */
export function toNamedValues(pairs: readonly TableLine[], variables: Variables): NamedValue[] {
  return pairs.filter(isKnown).map((pair) => toNamed(pair, variables));
}

function isKnown({ name }: TableLine): boolean {
  return !name.includes('{{') && !hasPlaceholder(name) && !looksSecret(name);
}

function toNamed(
  { name, value, description, isDisabled }: TableLine,
  variables: Variables,
): NamedValue {
  const filled = variables.fill(value);
  return {
    ...(filled === '' ? { name } : toNamedValue({ name, value: filled })),
    ...(description === '' ? {} : { description }),
    ...(isDisabled ? { isUnused: true } : {}),
  };
}
