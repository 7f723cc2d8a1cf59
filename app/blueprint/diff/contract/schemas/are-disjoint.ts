import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import { isJsonObject, valueOf, type JsonObject } from '#app/runtime/json.ts';

import {
  allowedValues,
  areApart,
  namedProperties,
  requiredNames,
  typesOf,
} from './schema-types.ts';

/** Alternatives that are held against each other. */
const MAX_ALTERNATIVES = 30;

/** Whether it is certain that no value fits two of these schemas. */
export function areDisjoint(schemas: readonly JsonObject[]): boolean {
  if (schemas.length > MAX_ALTERNATIVES) return false;
  return schemas.every((one, index) =>
    schemas.slice(index + 1).every((other) => isDisjoint(one, other)),
  );
}

function isDisjoint(one: JsonObject, other: JsonObject): boolean {
  if (areApart(typesOf(one), typesOf(other)) || haveOtherValues(one, other)) return true;
  const types = [typesOf(one), typesOf(other)];
  if (!types.every((each) => each.size === 1 && each.has('object'))) return false;
  const required = requiredNames(other);
  return [...requiredNames(one)].some((name) => {
    if (!required.has(name)) return false;
    const [left, right] = [one, other].map((each) => valueOf(namedProperties(each), name));
    return isJsonObject(left) && isJsonObject(right) && haveOtherValues(left, right);
  });
}

function haveOtherValues(one: JsonObject, other: JsonObject): boolean {
  const [left, right] = [allowedValues(one), allowedValues(other)];
  if (left === null || right === null) return false;
  return !left.some((value) => right.some((each) => isSameJson(value, each)));
}
