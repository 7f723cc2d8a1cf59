import { Tool } from '#app/blueprint/tool.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { WrittenTool } from './find-written-tools.ts';
import type { ReadBackProblem } from './read-back-problem.ts';
import type { Constant } from './source-set.ts';
import type { StaticReader } from './static-reader.ts';
import { ImportedCode, isStaticObject, type StaticValue, type Unreadable } from './static-value.ts';
import { toPlain } from './to-plain.ts';

/** The fields of a tool that its source holds; everything else about it is in `blueprint.json` only. */
const FIELDS = [
  'name',
  'title',
  'description',
  'annotations',
  'inputSchema',
  'outputSchema',
  'requires',
  'action',
] as const;

/** Reads the code of a tool from its module, as a blueprint holds it. */
export type ActionOf = (path: string, known: Tool | undefined) => Result<string, Unreadable>;

/** A tool as its source has it. */
export interface ReadTool {
  place: WrittenTool['place'];
  line: number;
  /** Fields that were read; one that is not in the source is missing. */
  fields: Map<string, StaticValue>;
  /** Fields that could not be read: they stay as they were. */
  unread: Set<string>;
  problems: ReadBackProblem[];
}

/** Reads the fields of a tool one by one, so that one that is not fixed costs no other. */
export function readToolBack(
  reader: StaticReader,
  place: WrittenTool['place'],
  constant: Constant,
): ReadTool {
  const line = constant.node.loc?.start.line ?? 1;
  const read: ReadTool = { place, line, fields: new Map(), unread: new Set(), problems: [] };
  const properties = reader.properties(constant);
  if (!properties.ok) {
    for (const field of FIELDS) read.unread.add(field);
    const { file, message } = properties;
    read.problems.push({ file, line: properties.line, reason: message });
    return read;
  }
  for (const [field, value] of properties.value) {
    if (!isField(field)) {
      const reason = `A tool has no field ${field}.`;
      read.problems.push({ file: value.module.path, line: lineOf(value), reason });
      continue;
    }
    const found = reader.readField(value);
    if (found.ok) {
      if (found.value !== undefined) read.fields.set(field, found.value);
      continue;
    }
    read.unread.add(field);
    const reason = field === 'action' && hasFunction(reader, value) ? OWN_FILE : found.message;
    read.problems.push({ file: found.file, line: found.line, reason: `${field}: ${reason}` });
  }
  return read;
}

/** The tool with what its source says, or why it is none. */
export function toTool(
  read: ReadTool,
  known: Tool | undefined,
  actionOf: ActionOf,
): { tool: Tool | null; problems: ReadBackProblem[] } {
  const { place, line, fields, unread } = read;
  const problem = (reason: string) => ({ file: place.path, line, reason });
  const problems = [...read.problems];
  const candidate = new Map<string, unknown>(Object.entries(known ?? {}));
  candidate.set('enabled', true);
  for (const field of FIELDS) {
    if (unread.has(field)) continue;
    const value = fields.get(field);
    if (value === undefined) {
      candidate.delete(field);
      continue;
    }
    const plain = field === 'action' ? toAction(value, known, actionOf) : toJson(value);
    if (plain.ok) candidate.set(field, plain.value);
    else problems.push({ ...placeOf(plain, place, line), reason: `${field}: ${plain.message}` });
  }
  const parsed = Tool.safeParse(Object.fromEntries(candidate));
  if (parsed.success) return { tool: parsed.data, problems };
  // A new tool lacks what could not be read.
  if (known === undefined && problems.length > 0) return { tool: null, problems };
  const [issue] = parsed.error.issues;
  const at = issue?.path.join('.') ?? '';
  problems.push(problem(`${at === '' ? 'The tool' : at}: ${issue?.message ?? 'not valid'}.`));
  return { tool: null, problems };
}

const OWN_FILE =
  'the code of a tool is read where it is the default export of a file of its own, such as src/tools/my-tool.action.ts.';

type NotJson = Unreadable | { reason: 'notJson'; message: string };

function toJson(value: StaticValue): Result<unknown, NotJson> {
  const plain = toPlain(value);
  return plain === undefined ? fail({ reason: 'notJson', message: OWN_FILE }) : succeed(plain);
}

function toAction(
  value: StaticValue,
  known: Tool | undefined,
  actionOf: ActionOf,
): Result<unknown, NotJson> {
  if (!isStaticObject(value) || value['kind'] !== 'code') return toJson(value);
  const { run } = value;
  if (!(run instanceof ImportedCode)) return fail({ reason: 'notJson', message: OWN_FILE });
  const source = actionOf(run.path, known);
  return source.ok ? succeed({ kind: 'code', source: source.value }) : source;
}

function placeOf(at: NotJson, { path }: WrittenTool['place'], line: number) {
  return at.reason === 'unreadable' ? { file: at.file, line: at.line } : { file: path, line };
}

function hasFunction(reader: StaticReader, action: Constant): boolean {
  const properties = reader.properties(action);
  return properties.ok && properties.value.has('run');
}

function isField(name: string): boolean {
  return FIELDS.some((field) => field === name);
}

function lineOf({ node }: Constant): number {
  return node.loc?.start.line ?? 1;
}
