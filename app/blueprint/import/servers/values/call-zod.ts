import { changeShape, type ZodArgument } from '#app/blueprint/import/servers/zod/change-shape.ts';
import { makeShape, type MakingArgument } from '#app/blueprint/import/servers/zod/make-shape.ts';
import {
  shapeToSchema,
  toObjectShape,
  plainShape,
  type ZodShape,
} from '#app/blueprint/import/servers/zod/zod-shape.ts';

import { fromJson } from './from-json.ts';
import type { Interpreter } from './interpreter.ts';
import { valueToJson } from './value-to-json.ts';
import { UNKNOWN, type RecordValue, type Value } from './value.ts';

/** Functions of `zod/mini` that `check` takes, and the method that each stands for. */
const CHECKS: Readonly<Record<string, string>> = {
  minLength: 'min',
  maxLength: 'max',
  minSize: 'min',
  maxSize: 'max',
  minimum: 'min',
  maximum: 'max',
  gte: 'gte',
  lte: 'lte',
  gt: 'gt',
  lt: 'lt',
  positive: 'positive',
  nonnegative: 'nonnegative',
  negative: 'negative',
  nonpositive: 'nonpositive',
  multipleOf: 'multipleOf',
  length: 'length',
  regex: 'regex',
  describe: 'describe',
  meta: 'meta',
};

/** Whether something of a package is Zod's. */
export function isZod({ from, path }: Extract<Value, { kind: 'foreign' }>): boolean {
  return /^(@?zod(\/|$)|@hono\/zod)/.test(from) || (from !== '' && path[0] === 'z');
}

/** The schema that a function of Zod makes. */
export function callZod(
  interpreter: Interpreter,
  path: readonly string[],
  args: readonly Value[],
): Value {
  const name = path.at(-1) ?? '';
  const [first] = args;
  if (name === 'toJSONSchema' && first?.kind === 'schema') return fromShape(first.shape);
  if (CHECKS[name] !== undefined && first?.kind !== 'schema')
    return { kind: 'foreign', from: 'check', path: [name, ...args.map(asText)] };
  const shape = makeShape(
    path,
    args.map((arg) => toMaking(interpreter, arg)),
  );
  return shape === null ? UNKNOWN : { kind: 'schema', shape };
}

/** The result of a method of a schema. */
export function callZodMethod(
  interpreter: Interpreter,
  shape: ZodShape,
  name: string,
  args: readonly Value[],
): Value | null {
  if (name === 'toJSONSchema') return fromShape(shape);
  if ((name === 'unwrap' || name === 'element') && shape.inner)
    return { kind: 'schema', shape: shape.inner };
  if (name === 'check' || name === 'with') {
    const checked = args.reduce((each, arg) => applyCheck(each, arg), shape);
    return { kind: 'schema', shape: checked };
  }
  const changed = changeShape(
    shape,
    name,
    args.map((arg) => toMaking(interpreter, arg)),
  );
  if (changed !== null) return { kind: 'schema', shape: changed };
  // A method that only newer versions have changes no more than details.
  return name === 'parse' || name === 'safeParse' ? UNKNOWN : { kind: 'schema', shape };
}

function applyCheck(shape: ZodShape, check: Value): ZodShape {
  if (check.kind !== 'foreign' || check.from !== 'check') return shape;
  const [name = '', ...given] = check.path;
  const method = CHECKS[name];
  if (method === undefined) return shape;
  const args = given.map((text): ZodArgument => {
    const json = readText(text);
    return { json, shape: null, pattern: typeof json === 'string' ? json : null };
  });
  return changeShape(shape, method, args) ?? shape;
}

/** An argument of a check as it is carried in a path. */
function asText(value: Value): string {
  if (value.kind === 'foreign' && value.from === '/') return JSON.stringify(value.path[0] ?? '');
  return JSON.stringify(valueToJson(value).json ?? null);
}

function readText(text: string): string | number | null {
  const value: unknown = JSON.parse(text);
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function toMaking(interpreter: Interpreter, value: Value): MakingArgument {
  const { json } = value.kind === 'schema' ? { json: undefined } : valueToJson(value);
  return {
    json,
    shape: toShapeOf(value),
    pattern: value.kind === 'foreign' && value.from === '/' ? (value.path[0] ?? null) : null,
    shapes: value.kind === 'list' ? value.items.map((item) => toShapeOf(item) ?? untold()) : null,
    result: () => toShapeOf(value.kind === 'function' ? interpreter.call(value, []) : UNKNOWN),
  };
}

/** A schema, or an object of them, as Zod takes it. */
export function toShapeOf(value: Value): ZodShape | null {
  if (value.kind === 'schema') return value.shape;
  return value.kind === 'record' ? recordToShape(value) : null;
}

function recordToShape({ entries, isOpen }: RecordValue): ZodShape | null {
  const properties = new Map<string, ZodShape>();
  for (const [name, value] of entries) {
    const shape = value.kind === 'schema' ? value.shape : null;
    if (shape === null && value.kind !== 'unknown' && value.kind !== 'foreign') return null;
    properties.set(name, shape ?? untold());
  }
  const gaps = isOpen ? ['there may be more arguments'] : [];
  return toObjectShape(properties, {}, gaps);
}

function untold(): ZodShape {
  return plainShape({}, ['it is only known when it runs']);
}

/** A schema as the JSON Schema that is made of it. */
export function fromShape(shape: ZodShape): Value {
  return shape.gaps.length === 0 ? fromJson(shapeToSchema(shape)) : { kind: 'schema', shape };
}
