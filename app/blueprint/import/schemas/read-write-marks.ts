import { isObject, listAt, objectAt, own } from '#app/blueprint/import/json-object.ts';
import type { References } from '#app/blueprint/import/openapi/references.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import type { Direction } from './schemas.ts';

/** Keywords whose value is data: a `$ref` or mark in there is only text. */
const DATA = new Set([
  'example',
  'examples',
  'default',
  'enum',
  'const',
  'xml',
  'externalDocs',
  'discriminator',
]);

/** Keywords whose value maps names to schemas: the names are not keywords. */
const MAPS = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);

const NONE: ReadonlySet<string> = new Set();

/**
 * Determines what `readOnly` and `writeOnly` leave out, and which schemas differ between input and output.
 */
export class ReadWriteMarks {
  readonly #references: References;
  readonly #hasMarks: boolean;
  readonly #differs = new Map<JsonObject, boolean>();
  readonly #hidden = new Map<
    JsonObject,
    { input: ReadonlySet<string>; output: ReadonlySet<string> }
  >();

  constructor(references: References, hasMarks: boolean) {
    this.#references = references;
    this.#hasMarks = hasMarks;
  }

  /** Whether a schema differs between input and output, at any depth. */
  differs(target: JsonObject): boolean {
    if (!this.#hasMarks) return false;
    const known = this.#differs.get(target);
    if (known !== undefined) return known;
    const users = new Map<JsonObject, JsonObject[]>();
    const marked: JsonObject[] = [];
    const open = [target];
    users.set(target, []);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { refs, isMarked } = this.#scan(next);
      if (isMarked) marked.push(next);
      for (const used of refs) {
        const usedBy = users.get(used);
        if (usedBy) {
          usedBy.push(next);
          continue;
        }
        users.set(used, [next]);
        if (this.#differs.get(used) === true) marked.push(used);
        if (!this.#differs.has(used)) open.push(used);
      }
    }
    const result = new Set<JsonObject>();
    for (let next = marked.pop(); next !== undefined; next = marked.pop()) {
      if (result.has(next)) continue;
      result.add(next);
      for (const user of users.get(next) ?? []) marked.push(user);
    }
    for (const schema of users.keys()) this.#differs.set(schema, result.has(schema));
    return result.has(target);
  }

  /** Names of properties that a schema, or a schema it is composed of, leaves out. */
  hiddenNames(schema: JsonObject, direction: Direction): ReadonlySet<string> {
    if (!this.#hasMarks) return NONE;
    const properties = objectAt(schema, 'properties');
    if (properties === null && own(schema, 'allOf') === undefined) return NONE;
    const known = this.#hidden.get(schema);
    if (known) return known[direction];
    // Set first: a schema composed of itself adds nothing to itself.
    this.#hidden.set(schema, { input: NONE, output: NONE });
    const names = { input: new Set<string>(), output: new Set<string>() };
    for (const name of Object.keys(properties ?? {})) {
      if (this.isHidden(properties?.[name], 'input')) names.input.add(name);
      if (this.isHidden(properties?.[name], 'output')) names.output.add(name);
    }
    for (const member of listAt(schema, 'allOf')) {
      const { value } = this.#resolve(member);
      if (!isObject(value)) continue;
      for (const name of this.hiddenNames(value, 'input')) names.input.add(name);
      for (const name of this.hiddenNames(value, 'output')) names.output.add(name);
    }
    this.#hidden.set(schema, names);
    return names[direction];
  }

  /** Whether a property is left out; a mark on the schema it refers to counts. */
  isHidden(property: JsonValue | undefined, direction: Direction): boolean {
    if (!this.#hasMarks) return false;
    const mark = direction === 'input' ? 'readOnly' : 'writeOnly';
    if (!isObject(property)) return false;
    if (own(property, mark) === true) return true;
    if (own(property, '$ref') === undefined) return false;
    const { value } = this.#resolve(property);
    return isObject(value) && own(value, mark) === true;
  }

  #resolve(value: JsonValue | undefined): { value: JsonValue | undefined } {
    const followed = this.#references.follow(value, null);
    return followed.found ? followed : { value: undefined };
  }

  #scan(schema: JsonObject): { refs: JsonObject[]; isMarked: boolean } {
    const refs: JsonObject[] = [];
    let isMarked = false;
    const open: JsonValue[] = [schema];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (Array.isArray(next)) {
        for (const item of next) open.push(item);
        continue;
      }
      if (!isObject(next)) continue;
      for (const key of Object.keys(next)) {
        const child = next[key];
        if (typeof child === 'object') {
          if (child === null || DATA.has(key) || key.startsWith('x-')) continue;
          open.push(MAPS.has(key) && isObject(child) ? Object.values(child) : child);
        } else if (child === true) {
          if (key === 'readOnly' || key === 'writeOnly') isMarked = true;
        } else if (key === '$ref' && typeof child === 'string') {
          const found = this.#references.find(child);
          if (found.found && isObject(found.value)) refs.push(found.value);
        }
      }
    }
    return { refs, isMarked };
  }
}
