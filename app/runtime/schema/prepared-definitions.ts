import type { JsonObject, JsonSchema } from '../json.ts';
import { prepareSchema } from './prepare-schema.ts';
import { createRefLookup, lookUp, reachedDefinitions } from './schema-closure.ts';

type DefinitionMap = { [name: string]: JsonSchema };

/** Target schema of each `$ref`. */
export type SchemaLookup = { [ref: string]: JsonSchema };

/** A lookup without names of its own, such as `constructor`; it finds what the one above has, too. */
export function createLookup(above: SchemaLookup | null = null): SchemaLookup {
  return Object.create(above) as SchemaLookup;
}

/**
 * Adds the targets of `$ref`s. One whose target was not prepared, such as below an unknown keyword, accepts
 * anything: the validator throws on a `$ref` without a target.
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
 * Shared definitions of a server's tools, each prepared for the validator once, when the first tool reaches
 * it: a document may have thousands, and one tool hundreds.
 */
export class PreparedDefinitions {
  /** Prepared definitions by name. */
  readonly prepared: DefinitionMap = {};
  /** Targets of their `$ref`s. */
  readonly lookup = createLookup();
  readonly #root: JsonObject;
  readonly #definitions: DefinitionMap;
  readonly #refs: ReturnType<typeof createRefLookup>;

  constructor(definitions: DefinitionMap) {
    this.#definitions = definitions;
    this.#root = { $defs: definitions };
    this.#refs = createRefLookup(definitions);
  }

  /**
   * Prepares the definitions that a schema reaches, and returns their names; null if one of them refers to
   * its surroundings, so that it differs between schemas.
   */
  prepareFor(schema: JsonObject): ReadonlySet<string> | null {
    const reached = reachedDefinitions(schema, this.#definitions, this.#refs);
    const names = [...reached].filter((name) => !Object.hasOwn(this.prepared, name));
    if (names.some((name) => this.#refs(name).isBound)) return null;
    const refs = new Set<string>();
    for (const name of names) {
      const source = this.#definitions[name] ?? true;
      const value = typeof source === 'boolean' ? source : prepareSchema(source, this.#root, refs);
      // An assignment of `__proto__` would not create a property.
      const property = { value, enumerable: true, configurable: true, writable: true };
      Object.defineProperty(this.prepared, name, property);
    }
    addTargets(this.lookup, refs, { $defs: this.prepared });
    return reached;
  }
}
