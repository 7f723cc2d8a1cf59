import { isJsonObject, type JsonObject, type JsonValue } from '#app/runtime/json.ts';

import { TEXT_FORMATS } from './text-formats.ts';
import { shapeToSchema, plainShape, type ZodShape } from './zod-shape.ts';

/** An argument of a method of Zod, as far as it is known. */
export interface ZodArgument {
  /** undefined: there is none, or it is no JSON. */
  json: JsonValue | undefined;
  /** It is a schema, or an object of schemas. */
  shape: ZodShape | null;
  /** Source of a regular expression. */
  pattern: string | null;
}

/** Says nothing about what is given. */
const SILENT = new Set([
  'refine',
  'superRefine',
  'transform',
  'pipe',
  'brand',
  'readonly',
  'catch',
  'trim',
  'toLowerCase',
  'toUpperCase',
  'normalize',
  'safe',
  'finite',
  'strip',
  'check',
  'overwrite',
  'slugify',
  'register',
  'clone',
  'lowercase',
  'uppercase',
  'toJSONSchema',
  'openapi',
  'prefault',
  'nonoptional',
  'superrefine',
]);

/** A schema after a call of one of its methods; null: the method is not known. */
export function changeShape(
  shape: ZodShape,
  method: string,
  args: readonly ZodArgument[],
): ZodShape | null {
  const [first] = args;
  const json = first?.json;
  switch (method) {
    case 'describe':
      return typeof json === 'string'
        ? withKeywords(shape, { description: json })
        : { ...shape, gaps: [...shape.gaps, 'its description is only known when it runs'] };
    case 'meta':
      return isJsonObject(json) ? withKeywords(shape, json) : shape;
    case 'optional':
    case 'exactOptional':
      return { ...shape, isOptional: true };
    case 'nullish':
      return { ...toNullable(shape), isOptional: true };
    case 'nullable':
      return toNullable(shape);
    case 'default':
      return {
        ...withKeywords(shape, json === undefined ? {} : { default: json }),
        isOptional: true,
      };
    case 'unwrap':
    case 'removeDefault':
    case 'innerType':
      return { ...shape, isOptional: false };
    case 'array':
      return toArray(shape);
    case 'or':
      return toUnion([shape, first?.shape ?? plainShape({})]);
    case 'and':
      return toIntersection([shape, first?.shape ?? plainShape({})]);
    case 'parse':
    case 'safeParse':
      return null;
    default:
      if (SILENT.has(method)) return method === 'prefault' ? { ...shape, isOptional: true } : shape;
      return changeObject(shape, method, first) ?? changeBounds(shape, method, first);
  }
}

function changeObject(
  shape: ZodShape,
  method: string,
  first: ZodArgument | undefined,
): ZodShape | null {
  const { properties } = shape;
  if (properties === null) return null;
  const names = isJsonObject(first?.json) ? Object.keys(first.json) : null;
  const given = first?.shape?.properties ?? null;
  switch (method) {
    case 'extend':
    case 'safeExtend':
    case 'merge':
    case 'augment': {
      const gaps =
        given === null ? ['more arguments, only known when it runs'] : (first?.shape?.gaps ?? []);
      return {
        ...shape,
        properties: new Map([...properties, ...(given ?? [])]),
        gaps: [...shape.gaps, ...gaps],
      };
    }
    case 'pick':
      return {
        ...shape,
        properties: new Map([...properties].filter(([name]) => names?.includes(name))),
      };
    case 'omit':
      return {
        ...shape,
        properties: new Map([...properties].filter(([name]) => !names?.includes(name))),
      };
    case 'partial':
    case 'deepPartial':
    case 'required': {
      const isOptional = method !== 'required';
      const next = [...properties].map(([name, property]): [string, ZodShape] =>
        names === null || names.includes(name)
          ? [name, { ...property, isOptional }]
          : [name, property],
      );
      return { ...shape, properties: new Map(next) };
    }
    case 'strict':
      return withKeywords(shape, { additionalProperties: false });
    case 'passthrough':
    case 'loose':
      return withKeywords(shape, { additionalProperties: true });
    case 'catchall':
      return withKeywords(shape, {
        additionalProperties: shapeToSchema(first?.shape ?? plainShape({})),
      });
    case 'keyof':
      return plainShape({ type: 'string', enum: [...properties.keys()] });
    default:
      return null;
  }
}

function changeBounds(
  shape: ZodShape,
  method: string,
  first: ZodArgument | undefined,
): ZodShape | null {
  const { type } = shape.schema;
  const json = first?.json;
  const isList = type === 'array';
  const isText = type === 'string';
  const lower = isList ? 'minItems' : isText ? 'minLength' : 'minimum';
  const upper = isList ? 'maxItems' : isText ? 'maxLength' : 'maximum';
  const bound = (keywords: JsonObject, value = json) =>
    withKeywords(shape, typeof value === 'number' ? keywords : {});
  switch (method) {
    case 'min':
    case 'gte':
      return bound({ [lower]: json ?? 0 });
    case 'max':
    case 'lte':
      return bound({ [upper]: json ?? 0 });
    case 'length':
    case 'size':
      return bound({ [lower]: json ?? 0, [upper]: json ?? 0 });
    case 'nonempty':
      return withKeywords(shape, { [lower]: 1 });
    case 'gt':
      return bound({ exclusiveMinimum: json ?? 0 });
    case 'lt':
      return bound({ exclusiveMaximum: json ?? 0 });
    case 'positive':
      return withKeywords(shape, { exclusiveMinimum: 0 });
    case 'nonnegative':
      return withKeywords(shape, { minimum: 0 });
    case 'negative':
      return withKeywords(shape, { exclusiveMaximum: 0 });
    case 'nonpositive':
      return withKeywords(shape, { maximum: 0 });
    case 'int':
      return withKeywords(shape, { type: 'integer' });
    case 'multipleOf':
    case 'step':
      return bound({ multipleOf: json ?? 1 });
    default:
      return changeText(shape, method, first);
  }
}

function changeText(
  shape: ZodShape,
  method: string,
  first: ZodArgument | undefined,
): ZodShape | null {
  switch (method) {
    case 'regex':
      return withKeywords(shape, first?.pattern ? { pattern: first.pattern } : {});
    case 'startsWith':
    case 'endsWith':
    case 'includes':
      return shape.schema['type'] === 'string' ? shape : null;
    case 'exclude':
    case 'extract':
      return chooseValues(shape, first?.json, method === 'extract');
    default: {
      const format = TEXT_FORMATS[method];
      return format === undefined ? null : withKeywords(shape, format);
    }
  }
}

function chooseValues(
  shape: ZodShape,
  names: JsonValue | undefined,
  isIn: boolean,
): ZodShape | null {
  const { enum: values } = shape.schema;
  if (!Array.isArray(values) || !Array.isArray(names)) return null;
  return withKeywords(shape, { enum: values.filter((value) => names.includes(value) === isIn) });
}

function withKeywords(shape: ZodShape, keywords: JsonObject): ZodShape {
  return { ...shape, schema: { ...shape.schema, ...keywords } };
}

function toNullable(shape: ZodShape): ZodShape {
  const schema = shapeToSchema(shape);
  const { type, enum: values, description, ...rest } = schema;
  const said: JsonObject = description === undefined ? {} : { description };
  if (typeof type === 'string' && values === undefined) {
    return {
      ...shape,
      schema: { type: [type, 'null'], ...rest, ...said },
      properties: null,
      inner: shape,
    };
  }
  const inner = description === undefined ? schema : omitDescription(schema);
  return {
    ...shape,
    schema: { anyOf: [inner, { type: 'null' }], ...said },
    properties: null,
    inner: shape,
  };
}

function omitDescription({ description: _description, ...rest }: JsonObject): JsonObject {
  return rest;
}

export function toArray(items: ZodShape): ZodShape {
  return {
    schema: { type: 'array', items: shapeToSchema(items) },
    isOptional: false,
    properties: null,
    inner: items,
    gaps: items.gaps,
  };
}

export function toUnion(options: readonly ZodShape[]): ZodShape {
  const schemas = options.map(shapeToSchema);
  const gaps = options.flatMap((option) => option.gaps);
  const isOptional = options.some((option) => option.isOptional);
  const values = schemas.map((schema) =>
    Object.hasOwn(schema, 'const') ? schema['const'] : undefined,
  );
  const known = values.filter((value) => value !== undefined);
  const schema: JsonObject = known.length === values.length ? { enum: known } : { anyOf: schemas };
  return { ...plainShape(schema, gaps), isOptional };
}

export function toIntersection(parts: readonly ZodShape[]): ZodShape {
  const gaps = parts.flatMap((part) => part.gaps);
  if (parts.every(({ properties }) => properties !== null)) {
    const properties = new Map(parts.flatMap((part) => [...(part.properties ?? [])]));
    return { schema: { type: 'object' }, isOptional: false, properties, inner: null, gaps };
  }
  return plainShape({ allOf: parts.map(shapeToSchema) }, gaps);
}
