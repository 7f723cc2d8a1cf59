import { definitionOfRef } from '#app/blueprint/schema-refs.ts';
import { propertiesOf } from '#app/builder/tools/requests/object-schema.ts';
import {
  isJsonObject,
  toText,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '#app/runtime/json.ts';

/** Fields that are listed at once; of what lies deeper the names are there to ask for. */
const MAX_PATHS = 150;
/** References that are followed one after the other. */
const MAX_HOPS = 16;

type Definitions = Readonly<Record<string, JsonSchema>>;

/** A place in an answer. */
interface Place {
  path: string;
  schema: JsonObject;
  /** Name of the shared definition that it is. */
  definition: string | null;
}

/**
 * The fields of an answer by path and type, the outer ones first: `articles[].title string`. A line that
 * ends with … has fields of its own, which are listed with its path as `below`.
 *
 * @returns null where there is no field of that path.
 */
export function listOutputPaths(
  schema: JsonObject,
  definitions: Definitions,
  below = '',
): string[] | null {
  const start = findPlace(toPlace('', schema, definitions), below, definitions);
  if (start === null) return null;
  const lines = new Set<string>();
  const opened = new Set<string>();
  const open = [start];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { path, definition } = next;
    const inner = innerOf(next, definitions);
    const isKnown = definition !== null && opened.has(definition);
    const isRoom = next === start || lines.size + open.length + inner.length <= MAX_PATHS;
    if (inner.length > 0 && isRoom && !isKnown) {
      if (definition !== null) opened.add(definition);
      open.push(...inner);
    } else lines.add(`${path} ${typeOf(next)}${inner.length > 0 ? ' …' : ''}`.trim());
  }
  return [...lines];
}

/** The place of a path, found from the outside inwards; null where it is nowhere. */
function findPlace(root: Place, wanted: string, definitions: Definitions): Place | null {
  let open = [root];
  const seen = new Set<string>();
  while (open.length > 0) {
    const found = open.find(({ path }) => path === wanted);
    if (found) return found;
    const towards = open.filter(({ path }) => wanted.startsWith(path));
    open = towards
      .flatMap((place) => innerOf(place, definitions))
      .filter(({ path, definition }) => {
        const key = `${path} ${definition ?? ''}`;
        return definition === null || (!seen.has(key) && seen.add(key));
      });
  }
  return null;
}

/** The places directly in one; none in a plain value. */
function innerOf({ path, schema }: Place, definitions: Definitions): Place[] {
  const { items, additionalProperties, anyOf, oneOf, allOf } = schema;
  const branches = [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? list : []));
  const isOpen = (branch: JsonValue) => isJsonObject(branch) && branch['type'] !== 'null';
  const inner: [string, JsonValue][] = [
    ...Object.entries(propertiesOf(schema)).map(([name, value]): [string, JsonValue] => [
      path === '' ? name : `${path}.${name}`,
      value,
    ]),
    ...(isJsonObject(items) ? [[`${path}[]`, items] satisfies [string, JsonValue]] : []),
    ...(isJsonObject(additionalProperties)
      ? [[path === '' ? '*' : `${path}.*`, additionalProperties] satisfies [string, JsonValue]]
      : []),
    ...branches.filter(isOpen).map((branch): [string, JsonValue] => [path, branch]),
  ];
  return inner.map(([at, value]) => toPlace(at, value, definitions));
}

function toPlace(path: string, value: JsonValue, definitions: Definitions): Place {
  let schema = isJsonObject(value) ? value : {};
  let definition: string | null = null;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const { $ref: ref, ...beside } = schema;
    const name = typeof ref === 'string' ? definitionOfRef(ref) : null;
    const target = name !== null && Object.hasOwn(definitions, name) ? definitions[name] : null;
    if (name === null || !isJsonObject(target)) break;
    definition = name;
    schema = { ...target, ...beside };
  }
  return { path, schema, definition };
}

function typeOf({ schema, definition }: Place): string {
  const { type, format, enum: choices, const: only } = schema;
  if (definition !== null && choices === undefined) return definition;
  const types = (Array.isArray(type) ? type : [type ?? 'any']).map((each) => toText(each));
  const name = types.join(' or ') + (typeof format === 'string' ? ` (${format})` : '');
  if (only !== undefined) return `${name}: ${toText(only)}`;
  return Array.isArray(choices) ? `${name}: ${choices.map(toText).join(' | ')}` : name;
}
