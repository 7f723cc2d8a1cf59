import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { toCanonicalJson } from '#app/blueprint/diff/to-canonical-json.ts';
import { shortHash } from '#app/blueprint/import/safe-names.ts';
import { definitionOfRef, eachRef } from '#app/blueprint/schema-refs.ts';
import type { JsonSchema } from '#app/runtime/definition.ts';

/** A part's aspect: edited, and imported again, as one. */
export interface Aspect {
  value: unknown;
  /** Schemas in it: the shared definitions that they use belong to the aspect. */
  schemas?: readonly JsonSchema[];
}

/** Fingerprints of values within one blueprint; not for security. */
export class Fingerprints {
  readonly #definitions: Blueprint['definitions'];
  readonly #known = new Map<string, { print: string; uses: Set<string> }>();
  /** By the names that schemas refer to themselves: those of many tools are the same. */
  readonly #used = new Map<string, string>();

  constructor(definitions: Blueprint['definitions']) {
    this.#definitions = definitions;
  }

  of({ value, schemas = [] }: Aspect): string {
    return shortHash(toCanonicalJson(value) + this.#usedBy(schemas));
  }

  /** A line for each definition that schemas use, directly or through others. */
  #usedBy(schemas: readonly JsonSchema[]): string {
    const names = new Set(schemas.flatMap((schema) => [...refsOf(schema)]));
    if (names.size === 0) return '';
    const key = JSON.stringify([...names]);
    const known = this.#used.get(key);
    if (known !== undefined) return known;
    const lines = this.#closure([...names]).map((name) => `\n${name} ${this.#about(name).print}`);
    const text = lines.join('');
    this.#used.set(key, text);
    return text;
  }

  #closure(open: string[]): string[] {
    const used = new Set<string>();
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (used.has(name) || !Object.hasOwn(this.#definitions, name)) continue;
      used.add(name);
      open.push(...this.#about(name).uses);
    }
    return [...used].toSorted();
  }

  #about(name: string): { print: string; uses: Set<string> } {
    const known = this.#known.get(name);
    if (known) return known;
    const schema = this.#definitions[name] ?? true;
    const about = { print: shortHash(toCanonicalJson(schema)), uses: refsOf(schema) };
    this.#known.set(name, about);
    return about;
  }
}

function refsOf(schema: JsonSchema): Set<string> {
  const names = new Set<string>();
  eachRef(schema, (ref) => {
    const name = definitionOfRef(ref);
    if (name !== null) names.add(name);
  });
  return names;
}
