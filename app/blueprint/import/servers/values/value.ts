import type { AnyNode, Class } from 'acorn';

import type { AnyFunction } from '#app/blueprint/import/servers/code/any-function.ts';
import type { Binding } from '#app/blueprint/import/servers/code/bindings.ts';
import type { CodeModule } from '#app/blueprint/import/servers/code/code-module.ts';
import type { ZodShape } from '#app/blueprint/import/servers/zod/zod-shape.ts';

/** Values of the names that are bound where a function or a loop is read. */
export interface Env {
  values: ReadonlyMap<Binding, Value>;
  /** Null: that of `parent`. */
  self: Value | null;
  parent: Env | null;
}

/** Where an expression is read. */
export interface CodeFrame {
  module: CodeModule;
  /** Null: at the top of the module. */
  env: Env | null;
}

export interface RecordValue {
  kind: 'record';
  entries: ReadonlyMap<string, Value>;
  /** There may be others. */
  isOpen: boolean;
}

export interface ListValue {
  kind: 'list';
  items: readonly Value[];
  /** There may be others. */
  isOpen: boolean;
}

export interface FunctionValue {
  kind: 'function';
  node: AnyFunction;
  frame: CodeFrame;
}

export interface ClassValue {
  kind: 'class';
  node: Class;
  frame: CodeFrame;
}

export interface InstanceValue {
  kind: 'instance';
  of: ClassValue;
  /** The arguments that it was made with; null: nobody knows. */
  args: readonly Value[] | null;
}

/** A value as far as it is known without running anything. */
export type Value =
  | { kind: 'plain'; value: string | number | boolean | null | undefined }
  /** A text of which some parts are only known when it runs, each of them written as `…`. */
  | { kind: 'partial'; text: string }
  | RecordValue
  | ListValue
  | { kind: 'schema'; shape: ZodShape }
  | FunctionValue
  | ClassValue
  | InstanceValue
  | { kind: 'module'; module: CodeModule }
  /** Something of a package, or of the language itself (`''`): `path` leads to it. */
  | { kind: 'foreign'; from: string; path: readonly string[] }
  /** Only known when it runs. */
  | { kind: 'unknown'; at: { module: CodeModule; node: AnyNode } | null };

export const UNDEFINED: Value = { kind: 'plain', value: undefined };
export const UNKNOWN: Value = { kind: 'unknown', at: null };

export function plainValue(value: string | number | boolean | null | undefined): Value {
  return { kind: 'plain', value };
}

/** Items of a list, and characters of a text, at most: code can double either with each line. */
const MAX_ITEMS = 5_000;
export const TEXT_MAX = 100_000;

export function listValue(items: readonly Value[], isOpen = false): ListValue {
  if (items.length <= MAX_ITEMS) return { kind: 'list', items, isOpen };
  return { kind: 'list', items: items.slice(0, MAX_ITEMS), isOpen: true };
}

export function recordValue(
  entries: Iterable<readonly [string, Value]>,
  isOpen = false,
): RecordValue {
  return { kind: 'record', entries: new Map(entries), isOpen };
}

/** A text of which all is known, or not. */
export function toTextValue(text: string, isWhole: boolean): Value {
  if (text.length > TEXT_MAX) return { kind: 'partial', text: text.slice(0, TEXT_MAX) };
  return isWhole ? { kind: 'plain', value: text } : { kind: 'partial', text };
}

/** The text of a value, whole or with `…`; null: it is none. */
export function knownText(value: Value): string | null {
  if (value.kind === 'partial') return value.text;
  return value.kind === 'plain' && typeof value.value === 'string' ? value.value : null;
}

/** Whether a value counts as true; null: nobody knows. */
export function truthOf(value: Value): boolean | null {
  if (value.kind === 'plain') return Boolean(value.value);
  if (value.kind === 'unknown' || value.kind === 'foreign') return null;
  return value.kind === 'partial' ? null : true;
}
