import type { JsonValue } from '#app/runtime/definition.ts';

import type { OracleQuestion } from './ask-oracle.ts';
import type { Difference } from './compare-requests.ts';
import { isObject, textOf } from './document-operations.ts';
import { plain, valuesOf } from './written-values.ts';

/** What stands between the items of a list, by Swagger's collectionFormat; "multi" repeats the name. */
const BETWEEN = new Map([
  ['', ','],
  ['csv', ','],
  ['ssv', ' '],
  ['tsv', '\t'],
  ['pipes', '|'],
]);

/** The default of a parameter of Swagger 2.0 that the call left out, and nothing but it. */
export function isDefault(
  { part, name, ours, theirs }: Difference,
  question: OracleQuestion,
): boolean {
  const isPlace = part === 'query' || part === 'header' || part === 'form';
  if (!isPlace || ours !== null || given(question, part, name).length > 0) return false;
  const place = part === 'form' ? 'formData' : part;
  const sent = valuesOf(part, theirs);
  return question.operation.parameters.some((parameter) => {
    const { default: value } = parameter;
    if (value === undefined || parameter['in'] !== place) return false;
    if (!isSameName(textOf(parameter['name']), name)) return false;
    const items = (Array.isArray(value) ? value : [value]).map(textOf);
    const between = BETWEEN.get(textOf(parameter['collectionFormat']));
    const expected = between === undefined ? items : [items.join(between)];
    return JSON.stringify(sent) === JSON.stringify(expected);
  });
}

/** A list or object without members is all that the call gives under a name, and theirs is one empty text. */
export function isEmptyList(
  { part, name, ours, theirs }: Difference,
  question: OracleQuestion,
): boolean {
  if (part !== 'query' && part !== 'form' && part !== 'multipart') return false;
  const values = given(question, part, name);
  const isEmpty = values.every(
    (value) => typeof value === 'object' && value !== null && Object.keys(value).length === 0,
  );
  const isPair = part === 'multipart' || theirs === `${name}=`;
  return (
    ours === null &&
    values.length > 0 &&
    isEmpty &&
    isPair &&
    JSON.stringify(valuesOf(part, theirs)) === '[""]'
  );
}

/** Members of exploded objects share a name: each of them is written, theirs is the last one only. */
export function isSharedMember(
  { part, name, ours, theirs }: Difference,
  question: OracleQuestion,
): boolean {
  if (part !== 'query') return false;
  const isExploded = question.action.parameters.some(
    ({ in: place, style, explode, argument }) =>
      place === 'query' && style === 'form' && explode && isObject(question.args[argument]),
  );
  const values = given(question, part, name).flat().map(textOf);
  const sent = valuesOf(part, theirs);
  return (
    isExploded &&
    values.length > 1 &&
    JSON.stringify(valuesOf(part, ours)) === JSON.stringify(values) &&
    JSON.stringify(sent) === JSON.stringify(values.slice(-1))
  );
}

/** Values of a call that are written under a name; those of exploded objects under their members' names. */
function given(
  { action, args }: OracleQuestion,
  part: Difference['part'],
  name: string,
): JsonValue[] {
  const find = (key: string, value: JsonValue | undefined, isSpread: boolean): JsonValue[] => {
    if (value === undefined) return [];
    const members: [string, JsonValue][] =
      isSpread && isObject(value) ? Object.entries(value) : [[key, value]];
    return members.filter(([member]) => isSameName(member, name)).map(([, item]) => item);
  };
  if (part === 'query' || part === 'header')
    return action.parameters
      .filter((parameter) => parameter.in === part)
      .flatMap(({ name: key, argument, style, explode }) =>
        find(key, args[argument], style === 'form' && explode),
      );
  const { body } = args;
  if (!isObject(body)) return [];
  const fields = Object.assign({}, ...(action.body?.contents ?? []).map(({ parts }) => parts));
  return Object.entries(body).flatMap(([key, value]) =>
    find(key, value, fields[key]?.style === 'form' && fields[key]?.explode === true),
  );
}

function isSameName(first: string, second: string): boolean {
  return plain(first).toLowerCase() === plain(second).toLowerCase();
}
