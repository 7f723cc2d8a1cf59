/** A value that a server offers to models or sends by itself. */
export interface OfferedValue {
  /** Name of the argument, property, header or field that it is for; empty where it has none. */
  name: string;
  value: string;
}

/** Keywords of schemas whose values models take over. */
const KEYWORDS: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'example', 'examples']);

/**
 * Lists the values of schemas, examples and constants in a part of a blueprint: models put them into calls, or
 * every call has them.
 */
export function listOfferedValues(part: unknown): OfferedValue[] {
  const found: OfferedValue[] = [];
  walk(part, '', (name, value) => found.push({ name, value }));
  return found;
}

type Report = (name: string, value: string) => void;

/** @param name of the property that a schema is for. */
function walk(node: unknown, name: string, report: Report): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const item of node) walk(item, name, report);
    return;
  }
  for (const [key, item] of Object.entries(node)) {
    if (key === 'properties' && isObject(item)) {
      for (const [property, schema] of Object.entries(item)) walk(schema, property, report);
    } else if (key === 'constants' && Array.isArray(item)) {
      for (const constant of item) collectConstant(constant, report);
    } else if (KEYWORDS.has(key)) {
      collect(item, name, report);
    } else {
      walk(item, name, report);
    }
  }
}

function collectConstant(constant: unknown, report: Report): void {
  if (!isObject(constant)) return;
  const { name, value } = constant;
  collect(value, typeof name === 'string' ? name : '', report);
}

function collect(value: unknown, name: string, report: Report): void {
  if (typeof value === 'string') report(name, value);
  else if (Array.isArray(value)) for (const item of value) collect(item, name, report);
  else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) collect(item, key, report);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
