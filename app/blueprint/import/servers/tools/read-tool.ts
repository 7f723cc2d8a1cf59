import { dropHidden } from '#app/blueprint/import/text/visible-text.ts';
import { dropHiddenIn } from '#app/blueprint/import/text/drop-hidden-in.ts';
import { toShapeOf } from '#app/blueprint/import/servers/values/call-zod.ts';
import { valueToJson } from '#app/blueprint/import/servers/values/value-to-json.ts';
import { knownText, type Value } from '#app/blueprint/import/servers/values/value.ts';
import type { Interpreter } from '#app/blueprint/import/servers/values/interpreter.ts';
import { listGaps, shapeToSchema } from '#app/blueprint/import/servers/zod/zod-shape.ts';
import { isJsonObject, type JsonObject } from '#app/runtime/json.ts';

import type { FoundTool } from './found-server.ts';
import { toInputRows } from './to-input-rows.ts';

/** A tool as a call registers it, or a list has it. */
export interface DescribedTool {
  name: Value;
  /** A record, or an instance of a class. */
  config: Value;
}

const INPUT_KEYS = [
  'inputSchema',
  'parameters',
  'schema',
  'inputs',
  'input_schema',
  'paramsSchema',
  'input',
  'args',
];
const OUTPUT_KEYS = ['outputSchema', 'output_schema'];
const MAX_GAPS = 20;

/** Reads a tool; null: its name is only known when it runs. */
export function readTool(
  interpreter: Interpreter,
  { name, config }: DescribedTool,
  place: { file: string; line: number },
): FoundTool | null {
  if (name.kind !== 'plain' || typeof name.value !== 'string' || name.value === '') return null;
  const gaps: string[] = [];
  const get = (key: string) => interpreter.get(config, key);
  const annotationValue = get('annotations');
  const annotations = readRecord(annotationValue, gaps, 'its hints');
  const description = readText(get('description'), gaps, 'its description');
  const title = readText(get('title'), gaps, 'its title') ?? textAt(annotations, 'title');
  const input = readSchema(
    interpreter,
    firstOf(interpreter, config, INPUT_KEYS),
    gaps,
    'its arguments',
  );
  const output = readSchema(
    interpreter,
    firstOf(interpreter, config, OUTPUT_KEYS),
    gaps,
    'its result',
  );
  if (config.kind === 'unknown' || config.kind === 'foreign')
    gaps.push('Its description and arguments are only known when it runs.');
  if (config.kind === 'record' && config.isOpen)
    gaps.push('Something of it is only known when it runs.');
  return {
    name: dropHidden(name.value),
    title,
    description,
    inputSchema: input ?? { type: 'object', properties: {} },
    outputSchema: output,
    annotations,
    ...place,
    gaps: [...new Set(gaps)].slice(0, MAX_GAPS),
  };
}

function firstOf(interpreter: Interpreter, config: Value, keys: readonly string[]): Value | null {
  for (const key of keys) {
    const value = interpreter.get(config, key);
    const isMissing = value.kind === 'plain' || (value.kind === 'unknown' && value.at === null);
    if (!isMissing) return value;
  }
  return null;
}

function readText(value: Value, gaps: string[], subject: string): string | null {
  const text = knownText(value);
  if (value.kind === 'partial') gaps.push(`Part of ${subject} is only known when it runs.`);
  if (text === null) {
    const isMissing = value.kind === 'plain' || (value.kind === 'unknown' && value.at === null);
    if (!isMissing) gaps.push(`${toSentence(subject)} is only known when it runs.`);
    return null;
  }
  return dropHidden(text).trim() || null;
}

function readSchema(
  interpreter: Interpreter,
  value: Value | null,
  gaps: string[],
  subject: string,
): JsonObject | null {
  if (value === null) return null;
  const rows = toInputRows(interpreter, value);
  const shape = rows === null ? toShapeOf(value) : toShapeOf(rows);
  if (shape !== null && !isLiteral(value)) {
    gaps.push(...listGaps(shape).map((gap) => `${toSentence(subject)}: ${gap}.`));
    const schema = dropHiddenIn(shapeToSchema(shape));
    return isJsonObject(schema) ? schema : null;
  }
  const { json, gaps: places } = valueToJson(value);
  gaps.push(
    ...places.map((each) =>
      each === ''
        ? `${toSentence(subject)} are only known when it runs.`
        : `${toSentence(subject)}: ${each} is only known when it runs.`,
    ),
  );
  const schema = json === undefined ? null : dropHiddenIn(json);
  return isJsonObject(schema) ? { type: 'object', ...schema } : null;
}

/** JSON Schema that is written as such. */
function isLiteral(value: Value): boolean {
  return value.kind === 'record' && value.entries.get('type')?.kind === 'plain';
}

function readRecord(value: Value, gaps: string[], subject: string): JsonObject {
  if (value.kind !== 'record') return {};
  const { json, gaps: open } = valueToJson(value);
  if (open.length > 0) gaps.push(`Part of ${subject} is only known when it runs.`);
  const shown = json === undefined ? null : dropHiddenIn(json);
  return isJsonObject(shown) ? shown : {};
}

function textAt(holder: JsonObject, key: string): string | null {
  const { [key]: value } = holder;
  return typeof value === 'string' ? value : null;
}

function toSentence(subject: string): string {
  return subject.slice(0, 1).toUpperCase() + subject.slice(1);
}
