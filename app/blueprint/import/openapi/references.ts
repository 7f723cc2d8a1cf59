import { isObject, own, put } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import type { Place } from '#app/blueprint/import/place.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

/** Maximum length of a chain of references. */
const MAX_HOPS = 50;

export interface FoundReference {
  found: true;
  value: JsonValue;
  place: Place;
}

export interface LostReference {
  found: false;
  /** `external` is never fetched. */
  reason: 'external' | 'broken' | 'endless';
}

/** Resolves `$ref` inside one document, on demand; nothing is ever fetched. */
export class References {
  readonly #root: JsonObject;
  readonly #ownAddresses: Set<string>;
  #identified: Map<string, FoundReference> | null = null;
  /** Cache of resolved targets: the same ones are referred to again and again. */
  readonly #known = new Map<string, FoundReference>();

  constructor(root: JsonObject, url?: string) {
    this.#root = root;
    const self = own(root, '$self');
    const addresses = [url, typeof self === 'string' ? self : undefined];
    this.#ownAddresses = new Set(addresses.flatMap((address) => spellings(address)));
  }

  /** The target of one reference. `scope` is a schema with its own definitions. */
  find(ref: string, scope: JsonObject | null = null): FoundReference | LostReference {
    const known = this.#known.get(ref);
    if (known) return known;
    const hash = ref.indexOf('#');
    const address = hash === -1 ? ref : ref.slice(0, hash);
    const fragment = hash === -1 ? '' : ref.slice(hash + 1);
    if (address !== '' && !this.#ownAddresses.has(address))
      return this.#findIdentified(ref, address, fragment);
    if (fragment !== '' && !fragment.startsWith('/')) {
      return this.#identifiers().get(`#${fragment}`) ?? { found: false, reason: 'broken' };
    }
    const found = walk({ found: true, value: this.#root, place: null }, fragment);
    if (found) this.#known.set(ref, found);
    if (found || !scope) return found ?? { found: false, reason: 'broken' };
    // Pasted JSON Schemas mean their own root by "#/$defs/…".
    return (
      walk({ found: true, value: scope, place: null }, fragment) ?? {
        found: false,
        reason: 'broken',
      }
    );
  }

  /** Follows a Reference Object to its end. Summary and description beside `$ref` take precedence. */
  follow(
    value: JsonValue | undefined,
    place: Place,
  ): FoundReference | (LostReference & { ref: string; place: Place }) {
    let current: FoundReference = { found: true, value: value ?? null, place };
    for (let hop = 0; hop < MAX_HOPS; hop += 1) {
      const { value: holder } = current;
      const ref = isObject(holder) ? own(holder, '$ref') : undefined;
      if (!isObject(holder) || typeof ref !== 'string') return current;
      const next = this.find(ref);
      if (!next.found) return { ...next, ref, place: at(current.place, '$ref') };
      current = { ...next, value: withSiblings(next.value, holder) };
    }
    return { found: false, reason: 'endless', ref: refOf(value), place: at(place, '$ref') };
  }

  #findIdentified(ref: string, address: string, fragment: string): FoundReference | LostReference {
    const known = this.#identifiers();
    const whole = known.get(ref) ?? known.get(address);
    if (!whole) return { found: false, reason: 'external' };
    if (known.has(ref) || fragment === '') return whole;
    return walk(whole, fragment) ?? { found: false, reason: 'broken' };
  }

  /** Schemas by `$id` and by `#anchor`, collected on the first such reference. */
  #identifiers(): Map<string, FoundReference> {
    if (this.#identified) return this.#identified;
    const identified = new Map<string, FoundReference>();
    const open: FoundReference[] = [{ found: true, value: this.#root, place: null }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { value, place } = next;
      if (typeof value !== 'object' || value === null) continue;
      if (!Array.isArray(value)) {
        for (const key of ['$anchor', '$dynamicAnchor']) {
          const anchor = own(value, key);
          if (typeof anchor === 'string' && !identified.has(`#${anchor}`))
            identified.set(`#${anchor}`, next);
        }
        const id = own(value, '$id');
        if (typeof id === 'string' && !identified.has(id))
          identified.set(id.replace(/#$/, ''), next);
      }
      for (const [key, child] of Object.entries(value)) {
        const segment = Array.isArray(value) ? Number(key) : key;
        if (typeof child === 'object')
          open.push({ found: true, value: child, place: at(place, segment) });
      }
    }
    this.#identified = identified;
    return identified;
  }
}

/** Explains why a reference has no target, and the consequence. */
export function explainMissing(
  failure: LostReference & { ref: string },
  consequence: string,
): string {
  const name = `"${failure.ref.slice(0, 200)}"`;
  if (failure.reason === 'external') {
    return `${name} points outside the document and is never fetched; ${consequence}.`;
  }
  if (failure.reason === 'endless') return `${name} leads back to itself; ${consequence}.`;
  return `${name} points to nothing in the document; ${consequence}.`;
}

function walk(start: FoundReference, fragment: string): FoundReference | null {
  if (fragment === '') return start;
  let { value, place } = start;
  for (const raw of fragment.slice(1).split('/')) {
    const key = decodeSegment(raw);
    const child = step(value, key) ?? step(value, raw);
    if (child === undefined) return null;
    place = at(place, Array.isArray(value) ? Number(key) : key);
    value = child;
  }
  return { found: true, value, place };
}

function step(value: JsonValue, key: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return isObject(value) ? own(value, key) : undefined;
}

function decodeSegment(segment: string): string {
  let text = segment;
  if (segment.includes('%')) {
    try {
      text = decodeURIComponent(segment);
    } catch (error) {
      // A lone percent sign: the key is taken literally.
      if (!(error instanceof URIError)) throw error;
    }
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}

function withSiblings(target: JsonValue, holder: JsonObject): JsonValue {
  if (!isObject(target) || Object.keys(holder).length === 1) return target;
  const siblings = ['summary', 'description'].filter((key) => typeof own(holder, key) === 'string');
  if (siblings.length === 0) return target;
  const merged: JsonObject = { ...target };
  for (const key of siblings) put(merged, key, holder[key] ?? '');
  return merged;
}

/** Forms in which documents write their own address: in full, and as a relative name. */
function spellings(address: string | undefined): string[] {
  if (!address) return [];
  const bare = address.replace(/[?#].*$/, '');
  const name = bare.slice(bare.lastIndexOf('/') + 1);
  return name ? [address, bare, name, `./${name}`] : [address, bare];
}

function refOf(value: JsonValue | undefined): string {
  const ref = isObject(value) ? own(value, '$ref') : undefined;
  return typeof ref === 'string' ? ref : '';
}
