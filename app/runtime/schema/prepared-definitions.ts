import type { JsonObject, JsonSchema } from '../json.ts';
import { prepareSchema } from './prepare-schema.ts';
import { createRefLookup, lookUp, reachedDefinitions } from './schema-closure.ts';

type Definitions = { [name: string]: JsonSchema };

/** The schema that each `$ref` means. */
export type SchemaLookup = { [ref: string]: JsonSchema };

/**
 * Adds what `$ref`s mean. One that leads to a part that was not prepared, such as below a keyword
 * that nobody knows, accepts anything: the validator throws on one that means nothing.
 */
export function addTargets(
  lookup: SchemaLookup,
  refs: Iterable<string>,
  root: JsonObject,
): SchemaLookup {
  for (const ref of refs) lookup[ref] = lookUp(ref, root) ?? true;
  return lookup;
}

/**
 * The definitions that the tools of a server share, each prepared for the validator once, when the
 * first tool reaches it: a document may have thousands, and one tool hundreds.
 */
export class PreparedDefinitions {
  /** By name, those that were reached so far. */
  readonly prepared: Definitions = {};
  /** What the `$ref`s of those mean. */
  readonly lookup: SchemaLookup = Object.create(null);
  readonly #root: JsonObject;
  readonly #definitions: Definitions;
  readonly #refs: ReturnType<typeof createRefLookup>;

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
    const names = [...reached].filter((name) => !Object.hasOwn(this.prepared, name));
    if (names.some((name) => this.#refs(name).isBound)) return null;
    const refs = new Set<string>();
    for (const name of names) {
      const source = this.#definitions[name] ?? true;
      const value = typeof source === 'boolean' ? source : prepareSchema(source, this.#root, refs);
      // An assignment of `__proto__` would not make a property.
      const property = { value, enumerable: true, configurable: true, writable: true };
      Object.defineProperty(this.prepared, name, property);
    }
    addTargets(this.lookup, refs, { $defs: this.prepared });
    return reached;
  }
}
