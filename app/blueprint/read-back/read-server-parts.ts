import { Blueprint } from '#app/blueprint/blueprint.ts';
import { JsonSchemaSchema } from '#app/blueprint/json.ts';
import type { Result } from '#app/platform/result.ts';
import type { JsonSchema } from '#app/runtime/definition.ts';

import type { ReadBackProblem } from './read-back-problem.ts';
import type { Constant } from './source-set.ts';
import type { StaticReader } from './static-reader.ts';
import type { Unreadable } from './static-value.ts';
import { toPlain } from './to-plain.ts';

/** The parts of a server that are read from its definition, each as a whole. */
const PARTS = ['identity', 'upstreams', 'secrets', 'resources', 'prompts', 'policies'] as const;

type Part = (typeof PARTS)[number];

/** Reads the parts of a server other than its tools and schemas; one that cannot be read stays as it was. */
export function readServerParts(
  reader: StaticReader,
  properties: ReadonlyMap<string, Constant>,
  before: Blueprint,
  problems: ReadBackProblem[],
): Pick<Blueprint, Part> {
  const read = new Map<string, unknown>(PARTS.map((part) => [part, before[part]]));
  for (const part of PARTS) {
    const constant = properties.get(part);
    if (constant === undefined) continue;
    const value = reader.readField(constant);
    if (!value.ok) {
      problems.push({ file: value.file, line: value.line, reason: `${part}: ${value.message}` });
      continue;
    }
    const parsed = Blueprint.shape[part].safeParse(toPlain(value.value));
    if (parsed.success) {
      read.set(part, parsed.data);
      continue;
    }
    const [issue] = parsed.error.issues;
    const at = [part, ...(issue?.path ?? [])].join('.');
    const reason = `${at}: ${issue?.message ?? 'not valid'}.`;
    problems.push({ file: constant.module.path, line: lineOf(constant), reason });
  }
  return { ...before, ...Object.fromEntries(read) };
}

/** Reads the schemas that tools share, one by one. */
export function readDefinitions(
  reader: StaticReader,
  constant: Result<Constant, Unreadable>,
  known: Blueprint['definitions'],
  problems: ReadBackProblem[],
): Blueprint['definitions'] {
  const found = constant.ok ? reader.properties(constant.value) : constant;
  if (!found.ok) {
    problems.push({ file: found.file, line: found.line, reason: found.message });
    return known;
  }
  const schemas: [string, JsonSchema][] = [];
  for (const [name, schema] of found.value) {
    const value = reader.readField(schema);
    const parsed = value.ok ? JsonSchemaSchema.safeParse(toPlain(value.value)) : null;
    if (parsed?.success) {
      schemas.push([name, parsed.data]);
      continue;
    }
    const reason = `${name}: ${value.ok ? 'It is no JSON Schema.' : value.message}`;
    problems.push({ file: schema.module.path, line: lineOf(schema), reason });
    const before = Object.hasOwn(known, name) ? known[name] : undefined;
    if (before !== undefined) schemas.push([name, before]);
  }
  return Object.fromEntries(schemas);
}

function lineOf({ node }: Constant): number {
  return node.loc?.start.line ?? 1;
}
