import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../json.ts';
import { createRefLookup, definitionName, localRefs, lookUp } from '../schema/schema-closure.ts';
import { withKnownFormats } from './known-formats.ts';
import { relaxSchema } from './relax-schema.ts';
import type { Relaxing } from './relax-schema.ts';

type Definitions = { [name: string]: JsonSchema };

/** A schema as a list shows it, with the definitions that it refers to. */
export interface ListedSchema {
  schema: JsonObject;
  /** Characters of its JSON. */
  length: number;
  /** It accepts more than the tool's own schema, which has more to say. */
  isCut: boolean;
}

/** Ways to say less of a definition, in the order in which they are tried. */
const BRIEF = { depth: 3, descriptionLength: 120, enumLength: 1_000 };
const BARE = { depth: 1, descriptionLength: 0, enumLength: 200 };
/** Ways to say less of a tool's own schema. Its arguments are always named. */
const OWN = [
  { depth: 8, descriptionLength: 1_000, enumLength: 2_000 },
  { depth: 3, descriptionLength: 240, enumLength: 1_000 },
  { depth: 2, descriptionLength: 120, enumLength: 400 },
  { depth: 1, descriptionLength: 100, enumLength: 200 },
  { depth: 1, descriptionLength: 0, enumLength: 100 },
];
/** Part of the room that a tool's own schema may take if definitions follow. */
const OWN_SHARE = 0.6;

interface Sized {
  schema: JsonSchema;
  length: number;
  /** Names of the definitions that it refers to. */
  names: readonly string[];
}

/** Shows schemas in a list: whole where they are small, else less deep. */
export class SchemaLister {
  readonly #definitions: Definitions;
  readonly #formats: ReadonlySet<string>;
  readonly #refs: ReturnType<typeof createRefLookup>;
  readonly #whole = new Map<string, Sized>();
  readonly #brief = new Map<string, Sized>();
  readonly #bare = new Map<string, Sized>();
  #order: Map<string, number> | undefined;

  /** @param definitions that all schemas share; each is prepared once. */
  constructor(definitions: Definitions, formats: ReadonlySet<string>) {
    this.#definitions = definitions;
    this.#formats = formats;
    this.#refs = createRefLookup(definitions);
  }

  /**
   * The schema in at most so many characters. It may be longer where even the shortest form is: the names of
   * a tool's arguments are always said.
   */
  list(schema: JsonObject, maxLength: number): ListedSchema {
    const own = schema['$defs'];
    if (isJsonObject(own)) {
      // Its own definitions may reuse a name for another schema.
      const definitions = { ...this.#definitions, ...toDefinitions(own) };
      const { $defs: _, ...rest } = schema;
      return new SchemaLister(definitions, this.#formats).list(rest, maxLength);
    }
    return this.listWhole(schema, maxLength) ?? this.#toCut(schema, maxLength);
  }

  /** The schema without loss; null if that is too long, or has definitions of its own. */
  listWhole(schema: JsonObject, maxLength: number): ListedSchema | null {
    if (schema['$defs'] !== undefined) return null;
    const root = withType(withKnownFormats(schema, this.#formats));
    const json = JSON.stringify(root);
    // Clients have to repeat such an argument in a header wherever it is declared.
    const max = json.includes('"x-mcp-header"') ? Number.POSITIVE_INFINITY : maxLength;
    let { length } = json;
    const used = new Map<string, JsonSchema>();
    const open = [...localRefs(schema).names];
    for (let name = open.pop(); name !== undefined && length <= max; name = open.pop()) {
      if (used.has(name) || !Object.hasOwn(this.#definitions, name)) continue;
      const { schema: definition, length: more } = this.#wholeOf(name);
      length += more + name.length + 4;
      used.set(name, definition);
      open.push(...this.#refs(name).names);
    }
    if (length > max) return null;
    return { schema: withUsed(root, this.#inOrder([...used])), length, isCut: false };
  }

  #toCut(schema: JsonObject, maxLength: number): ListedSchema {
    const names = new Set<string>();
    const whole = { ...schema, $defs: this.#definitions };
    let root: JsonObject = {};
    let length = 0;
    for (const way of OWN) {
      names.clear();
      const relaxed = relaxSchema(schema, this.#way(way, names, whole));
      root = withType(withKnownFormats(relaxed, this.#formats));
      length = JSON.stringify(root).length;
      if (length <= maxLength * (names.size > 0 ? OWN_SHARE : 1)) break;
    }
    const chosen = this.#choose([...names], maxLength - length);
    // References that found no room are said as what they lead to.
    const kept = new Map(chosen);
    const shown = (part: JsonSchema) => withStubs(part, kept, whole);
    const used = [...kept].map(([name, part]): [string, JsonSchema] => [name, shown(part)]);
    const listed = withUsed(asObject(shown(root)), this.#inOrder(used));
    return { schema: listed, length: JSON.stringify(listed).length, isCut: true };
  }

  /** Definitions that there is room for, nearest first; those of the schema itself are never left out. */
  #choose(first: string[], room: number): [string, JsonSchema][] {
    const chosen = new Map<string, JsonSchema>();
    const seen = new Set(first);
    const open = [...first];
    let left = room;
    for (let next = 0; next < open.length; next += 1) {
      const name = open[next] ?? '';
      const brief = this.#shortOf(name, this.#brief, BRIEF);
      const isFirst = next < first.length;
      // Others of the same level need room, too.
      const allowance = isFirst ? left / (first.length - next) : left;
      const bare = brief.length <= allowance ? brief : this.#shortOf(name, this.#bare, BARE);
      if (bare.length > allowance && !isFirst) continue;
      left -= bare.length + name.length + 4;
      chosen.set(name, bare.schema);
      for (const other of bare.names) {
        if (!seen.has(other)) open.push(other);
        seen.add(other);
      }
      if (left < 100 && !isFirst) break;
    }
    return [...chosen];
  }

  #wholeOf(name: string): Sized {
    const known = this.#whole.get(name);
    if (known !== undefined) return known;
    const schema = withKnownFormats(this.#definitions[name] ?? true, this.#formats);
    const sized = { schema, length: JSON.stringify(schema).length, names: [] };
    this.#whole.set(name, sized);
    return sized;
  }

  #shortOf(name: string, known: Map<string, Sized>, way: Omit<Relaxing, 'toRef'>): Sized {
    const before = known.get(name);
    if (before !== undefined) return before;
    const names = new Set<string>();
    const whole = { $defs: this.#definitions };
    const relaxed = relaxSchema(this.#definitions[name] ?? true, this.#way(way, names, whole));
    const schema = withKnownFormats(relaxed, this.#formats);
    const sized = { schema, length: JSON.stringify(schema).length, names: [...names] };
    known.set(name, sized);
    return sized;
  }

  /** A reference to a whole definition stays; any other depends on what may be gone. */
  #way(way: Omit<Relaxing, 'toRef'>, names: Set<string>, whole: JsonObject): Relaxing {
    const toRef = (ref: string): JsonObject => {
      const name = definitionName(ref);
      if (name === null || !Object.hasOwn(this.#definitions, name)) return stubOf(ref, whole);
      if (ref.split('/').length > 3) return stubOf(ref, whole);
      names.add(name);
      return { $ref: ref };
    };
    return { ...way, toRef };
  }

  /** The blueprint's order, whatever was reached first. */
  #inOrder(used: [string, JsonSchema][]): [string, JsonSchema][] {
    if (used.length < 2) return used;
    this.#order ??= new Map(Object.keys(this.#definitions).map((name, index) => [name, index]));
    const order = this.#order;
    return used.toSorted(([a], [b]) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  }
}

/** The type of a definition that is not shown. */
function stubOf(ref: string, whole: JsonObject): JsonObject {
  const seen = new Set<string>();
  for (let next: JsonValue | undefined = ref; typeof next === 'string' && !seen.has(next);) {
    seen.add(next);
    const target = lookUp(next, whole);
    if (!isJsonObject(target)) return {};
    const { type } = target;
    if (type !== undefined) return { type };
    next = target['$ref'];
  }
  return {};
}

/** Replaces references to definitions that are not kept. Relaxed schemas have no others. */
function withStubs(
  schema: JsonSchema,
  kept: ReadonlyMap<string, JsonSchema>,
  whole: JsonObject,
): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const toRef = (ref: string) =>
    kept.has(definitionName(ref) ?? '') ? { $ref: ref } : stubOf(ref, whole);
  const all = Number.POSITIVE_INFINITY;
  return relaxSchema(schema, { depth: all, descriptionLength: all, enumLength: all, toRef });
}

function withUsed(schema: JsonObject, used: [string, JsonSchema][]): JsonObject {
  return used.length === 0 ? schema : { ...schema, $defs: Object.fromEntries(used) };
}

/** The protocol requires it at the root, where a schema may only have a `$ref`. */
function withType(schema: JsonSchema): JsonObject {
  return { ...asObject(schema), type: 'object' };
}

function asObject(schema: JsonSchema): JsonObject {
  return isJsonObject(schema) ? schema : {};
}

function toDefinitions(own: JsonObject): Definitions {
  const entries = Object.entries(own).filter(
    (entry): entry is [string, JsonSchema] =>
      isJsonObject(entry[1]) || typeof entry[1] === 'boolean',
  );
  return Object.fromEntries(entries);
}
