import { objectAt, put } from '#app/blueprint/import/json-object.ts';
import { breakEndlessReferences } from '#app/blueprint/import/openapi/cycles.ts';
import type { Dialect } from '#app/blueprint/import/openapi/dialect.ts';
import type { References } from '#app/blueprint/import/openapi/references.ts';
import { keysOf } from '#app/blueprint/import/place.ts';
import type { Place } from '#app/blueprint/import/place.ts';
import { NameRegister, toSafeName, withHash } from '#app/blueprint/import/safe-names.ts';
import type { Warnings } from '#app/blueprint/import/warnings.ts';
import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/definition.ts';

import { convertSchema } from './convert-schema.ts';
import type { SchemaFrame } from './convert-schema.ts';
import { ReadWriteMarks } from './read-write-marks.ts';

/** Inputs leave out `readOnly` properties, outputs `writeOnly` ones. */
export type Direction = 'input' | 'output';

interface Pending {
  name: string;
  target: JsonValue;
  place: Place;
  direction: Direction;
}

/** Path segments that do not describe a schema. */
const STRUCTURE = new Set([
  'paths',
  'components',
  'schemas',
  'definitions',
  '$defs',
  'responses',
  'parameters',
  'requestBodies',
  'requestBody',
  'content',
  'schema',
  'properties',
  'items',
  'headers',
  'allOf',
  'anyOf',
  'oneOf',
  'application/json',
]);

/**
 * Translates the schemas of one document to JSON Schema 2020-12. Referenced schemas are translated once, on
 * first use, and shared.
 */
export class SchemaImporter {
  /** Shared definitions, referenced as `#/$defs/<name>`. Complete after {@link finish}. */
  readonly definitions: { [name: string]: JsonSchema } = {};
  readonly dialect: Dialect;
  readonly references: References;
  readonly warnings: Warnings;
  readonly marks: ReadWriteMarks;
  readonly #register = new NameRegister();
  readonly #componentNames: Set<string>;
  readonly #names = new Map<JsonObject, { [direction in Direction]?: string }>();
  readonly #shared = new Map<string, string>();
  readonly #places = new Map<string, Place>();
  readonly #pending: Pending[] = [];

  constructor(options: {
    root: JsonObject;
    dialect: Dialect;
    references: References;
    warnings: Warnings;
    /** Whether the document marks anything as read-only or write-only. */
    hasMarks: boolean;
    /** Names of definitions that are already in use. */
    reserved: Iterable<string>;
  }) {
    this.dialect = options.dialect;
    this.references = options.references;
    this.warnings = options.warnings;
    this.marks = new ReadWriteMarks(options.references, options.hasMarks);
    this.#componentNames = componentNames(options.root);
    for (const name of options.reserved) this.#register.reserve(name);
  }

  /** One schema, with shared ones as references. */
  convert(schema: JsonValue | undefined, place: Place, frame: SchemaFrame): JsonSchema {
    const result = convertSchema(this, schema, place, frame);
    this.#drain();
    return result;
  }

  /** One schema inside another one; its references are translated later. */
  translate(schema: JsonValue | undefined, place: Place, frame: SchemaFrame): JsonSchema {
    return convertSchema(this, schema, place, frame);
  }

  /** The name under which a referenced schema is shared. */
  nameOf(target: JsonObject, place: Place, direction: Direction): string {
    const names = this.#names.get(target) ?? {};
    const known = names[direction];
    if (known !== undefined) return known;
    const isSplit = this.marks.differs(target);
    const name = this.#freshName(place, isSplit && direction === 'input');
    if (isSplit) names[direction] = name;
    else names.input = names.output = name;
    this.#names.set(target, names);
    this.#places.set(name, place);
    this.#pending.push({ name, target, place, direction });
    return name;
  }

  /** A reference to a definition of our own, which is not in the document. */
  shared(wanted: string, schema: JsonObject): JsonObject {
    let name = this.#shared.get(wanted);
    if (name === undefined) {
      name = this.#register.take(this.#componentNames.has(wanted) ? `${wanted}_` : wanted, 'own');
      this.#shared.set(wanted, name);
      put(this.definitions, name, schema);
    }
    return { $ref: `#/$defs/${name}` };
  }

  /** Call last: cuts references that would make a validator loop. */
  finish(): void {
    this.#drain();
    breakEndlessReferences(this.definitions, (name) =>
      this.warnings.add(
        'endless reference',
        this.#places.get(name) ?? null,
        `"${name}" contains itself at the same level, which no value can satisfy; the circle was cut.`,
      ),
    );
  }

  #drain(): void {
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      const frame: SchemaFrame = {
        direction: next.direction,
        hidden: new Set(),
        scope: null,
        depth: 0,
      };
      put(this.definitions, next.name, convertSchema(this, next.target, next.place, frame));
    }
  }

  #freshName(place: Place, isInput: boolean): string {
    const segments = keysOf(place);
    const last = String(segments.at(-1) ?? 'Document');
    const isComponent = /^(?:schemas|definitions|\$defs)$/.test(String(segments.at(-2)));
    const text = isComponent
      ? last
      : segments.filter((key) => !STRUCTURE.has(String(key))).join('_') || last;
    const { name, isLossy } = toSafeName(text);
    const key = segments.join('/');
    const base = name === '' || isLossy ? withHash(name || 'Schema', key) : name;
    if (isInput) {
      const wanted = `${base}Input`;
      return this.#register.take(
        this.#componentNames.has(wanted) ? withHash(wanted, key) : wanted,
        key,
      );
    }
    return this.#register.take(base === '__proto__' ? 'proto' : base, key);
  }
}

function componentNames(root: JsonObject): Set<string> {
  const components = objectAt(root, 'components');
  const holders = [objectAt(root, 'definitions'), components && objectAt(components, 'schemas')];
  return new Set(holders.flatMap((holder) => Object.keys(holder ?? {})));
}
