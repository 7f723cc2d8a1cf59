import { dereference, validate } from '@cfworker/json-schema';

import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/definition.ts';

import { isObject, own } from './json-object.ts';

const PREFIX = '#/$defs/';

/** Tells whether examples keep to their schemas. Works on copies: the validator marks what it reads. */
export class SchemaChecker {
  readonly #definitions: { [name: string]: JsonSchema };
  readonly #known = new Set<string>();
  readonly #lookup: { [uri: string]: JsonObject | boolean } = Object.create(null);
  #count = 0;

  constructor(definitions: { [name: string]: JsonSchema }) {
    this.#definitions = definitions;
  }

  accepts(schema: JsonObject, value: JsonValue): boolean {
    const copy = structuredClone(schema);
    this.#count += 1;
    dereference(copy, this.#lookup, undefined, `/checked/${this.#count}`);
    this.#addReferred(schema);
    return validate(value, copy, '2020-12', this.#lookup, true).valid;
  }

  #addReferred(schema: JsonSchema): void {
    const open: JsonSchema[] = [schema];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const name of referredNames(next)) {
        if (this.#known.has(name)) continue;
        this.#known.add(name);
        const definition = this.#definitions[name];
        if (definition === undefined) continue;
        dereference(structuredClone(definition), this.#lookup, undefined, `/$defs/${name}`);
        open.push(definition);
      }
    }
  }
}

function referredNames(schema: JsonSchema): Set<string> {
  const names = new Set<string>();
  const open: JsonValue[] = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) {
      for (const item of next) open.push(item);
    } else if (isObject(next)) {
      const ref = own(next, '$ref');
      if (typeof ref === 'string' && ref.startsWith(PREFIX)) names.add(ref.slice(PREFIX.length));
      for (const [key, child] of Object.entries(next)) {
        if (key !== 'examples' && key !== 'enum' && key !== 'default' && key !== 'const')
          open.push(child);
      }
    }
  }
  return names;
}
