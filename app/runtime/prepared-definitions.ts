import { dereference, encodePointer } from '@cfworker/json-schema';

import type { JsonObject, JsonSchema } from './json.ts';
import { prepareSchema } from './prepare-schema.ts';
import { createRefLookup, reachedDefinitions } from './schema-closure.ts';

type Definitions = { [name: string]: JsonSchema };

/** What the validator finds by its address. */
export type SchemaLookup = { [uri: string]: JsonObject | boolean };

/**
 * The definitions that the tools of a server share, each prepared for the validator once, when the
 * first tool reaches it: a document may have thousands, and one tool hundreds.
 */
export class PreparedDefinitions {
  /** By name, those that were reached so far. */
  readonly prepared: Definitions = {};
  readonly #root: JsonObject;
  readonly #definitions: Definitions;
  readonly #refs: ReturnType<typeof createRefLookup>;
  readonly #lookup: SchemaLookup = Object.create(null);
  readonly #found = new Set<string>();

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
    this.#root = { $defs: definitions };
    this.#refs = createRefLookup(definitions);
  }

  /**
   * Prepares what a schema reaches, and gives the names; null where a definition among them points
   * to its surroundings, so that it is not the same for every schema.
   */
  prepareFor(schema: JsonObject): ReadonlySet<string> | null {
    const reached = reachedDefinitions(schema, this.#definitions, this.#refs);
    for (const name of reached) {
      if (this.#refs(name).isBound) return null;
      if (Object.hasOwn(this.prepared, name)) continue;
      const value = this.#prepare(this.#definitions[name] ?? true);
      // An assignment of `__proto__` would not make a property.
      const property = { value, enumerable: true, configurable: true, writable: true };
      Object.defineProperty(this.prepared, name, property);
    }
    return reached;
  }

  #prepare(definition: JsonSchema): JsonSchema {
    return typeof definition === 'boolean' ? definition : prepareSchema(definition, this.#root);
  }

  /** Where the validator finds these definitions. @throws where one has no address. */
  lookupOf(names: ReadonlySet<string>): SchemaLookup {
    for (const name of names) {
      if (this.#found.has(name)) continue;
      const definition = this.prepared[name] ?? true;
      dereference(definition, this.#lookup, undefined, `/$defs/${encodePointer(name)}`);
      this.#found.add(name);
    }
    return this.#lookup;
  }
}
