import type { JsonObject } from '#app/runtime/json.ts';

import { changeShape, toArray, toIntersection, toUnion, type ZodArgument } from './change-shape.ts';
import { TEXT_FORMATS } from './text-formats.ts';
import { shapeToSchema, toObjectShape, plainShape, type ZodShape } from './zod-shape.ts';

/** An argument with what a list of schemas has in it. */
export interface MakingArgument extends ZodArgument {
  /** Of a list: its items. */
  shapes: readonly ZodShape[] | null;
  /** The result of a function without arguments, for `z.lazy`. */
  result: () => ZodShape | null;
}

const SIMPLE: Readonly<Record<string, JsonObject>> = {
  string: { type: 'string' },
  stringbool: { type: 'string' },
  templateLiteral: { type: 'string' },
  number: { type: 'number' },
  float32: { type: 'number' },
  float64: { type: 'number' },
  int: { type: 'integer' },
  int32: { type: 'integer' },
  uint32: { type: 'integer', minimum: 0 },
  bigint: { type: 'integer' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date-time' },
  null: { type: 'null' },
  any: {},
  unknown: {},
  json: {},
  custom: {},
  instanceof: {},
  function: {},
  promise: {},
};

/** Functions of `zod/mini` that stand for a method. */
const WRAPPERS: Readonly<Record<string, string>> = {
  optional: 'optional',
  exactOptional: 'exactOptional',
  nullable: 'nullable',
  nullish: 'nullish',
  _default: 'default',
  default: 'default',
  prefault: 'prefault',
  extend: 'extend',
  safeExtend: 'safeExtend',
  merge: 'merge',
  pick: 'pick',
  omit: 'omit',
  partial: 'partial',
  required: 'required',
  catchall: 'catchall',
  readonly: 'readonly',
  pipe: 'pipe',
  catch: 'catch',
  transform: 'transform',
  nonoptional: 'unwrap',
  keyof: 'keyof',
};

/** The schema that a function of Zod makes; null: the function is not known. */
export function makeShape(
  path: readonly string[],
  args: readonly MakingArgument[],
): ZodShape | null {
  const [first, second] = args;
  const names = path.filter((name) => !['z', 'coerce', 'iso', 'default'].includes(name));
  const name = names.at(-1) ?? (path.at(-1) === 'default' ? 'default' : '');
  const wrapper = WRAPPERS[name];
  if (wrapper !== undefined && first?.shape)
    return changeShape(first.shape, wrapper, args.slice(1));
  const iso = path.includes('iso') ? TEXT_FORMATS[name] : undefined;
  const simple = iso ?? SIMPLE[name] ?? TEXT_FORMATS[name];
  if (simple !== undefined) return plainShape(simple);
  switch (name) {
    case 'undefined':
    case 'void':
      return { ...plainShape({}), isOptional: true };
    case 'never':
      return plainShape({ not: {} });
    case 'object':
    case 'looseObject':
      return toObjectShape(first?.shape?.properties ?? new Map(), {}, objectGaps(first));
    case 'strictObject':
    case 'interface':
      return toObjectShape(
        first?.shape?.properties ?? new Map(),
        { additionalProperties: false },
        objectGaps(first),
      );
    case 'array':
    case 'set':
      return toArray(first?.shape ?? toUntold('its items are'));
    case 'lazy':
      return first?.result() ?? toUntold('it is');
    case 'preprocess':
      return second?.shape ?? toUntold('it is');
    case 'effect':
    case 'pipeline':
      return first?.shape ?? null;
    default:
      return makeChoice(name, first, second) ?? null;
  }
}

function makeChoice(
  name: string,
  first: MakingArgument | undefined,
  second: MakingArgument | undefined,
): ZodShape | null {
  switch (name) {
    case 'enum':
    case 'nativeEnum': {
      const json = first?.json;
      const values = Array.isArray(json)
        ? json
        : json && typeof json === 'object'
          ? Object.values(json)
          : null;
      if (values === null)
        return plainShape({ type: 'string' }, ['its values are only known when it runs']);
      const isText = values.every((value) => typeof value === 'string');
      return plainShape({ ...(isText ? { type: 'string' } : {}), enum: values });
    }
    case 'literal': {
      const json = first?.json;
      if (json === undefined) return toUntold('its value is');
      if (Array.isArray(json)) return plainShape({ enum: json });
      const type = typeof json;
      return plainShape({ ...(json !== null && type !== 'object' ? { type } : {}), const: json });
    }
    case 'union':
    case 'xor':
      return first?.shapes ? toUnion(first.shapes) : toUntold('its choices are');
    case 'discriminatedUnion':
      return second?.shapes ? toUnion(second.shapes) : toUntold('its choices are');
    case 'intersection':
      return toIntersection([first?.shape ?? plainShape({}), second?.shape ?? plainShape({})]);
    case 'record':
    case 'partialRecord':
    case 'looseRecord':
    case 'map': {
      const values = second?.shape ?? first?.shape ?? toUntold('its values are');
      return plainShape(
        { type: 'object', additionalProperties: shapeToSchema(values) },
        values.gaps,
      );
    }
    case 'tuple':
      return plainShape({ type: 'array', prefixItems: (first?.shapes ?? []).map(shapeToSchema) });
    default:
      return null;
  }
}

function objectGaps(first: MakingArgument | undefined): readonly string[] {
  if (first === undefined) return [];
  return first.shape?.properties ? first.shape.gaps : ['its arguments are only known when it runs'];
}

function toUntold(subject: string): ZodShape {
  return plainShape({}, [`${subject} only known when it runs`]);
}
