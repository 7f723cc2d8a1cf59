import type { Interpreter } from '#app/blueprint/import/servers/values/interpreter.ts';
import {
  knownText,
  recordValue,
  UNDEFINED,
  UNKNOWN,
  type Value,
} from '#app/blueprint/import/servers/values/value.ts';

import type { DescribedTool } from './read-tool.ts';

const HINTS = new Set([
  'title',
  'readOnlyHint',
  'destructiveHint',
  'idempotentHint',
  'openWorldHint',
]);

/** The tool that a call registers; null: the call is about something else. */
export function describeRegistration(
  interpreter: Interpreter,
  method: string,
  given: readonly Value[],
): DescribedTool | null {
  // The server comes first where a function registers the tool.
  const args = method === 'registerAppTool' ? given.slice(1) : given;
  const [first, second] = args;
  if (first === undefined) return null;
  if (args.length === 1 || !isName(first)) {
    if (first.kind === 'record' || first.kind === 'instance') {
      const name = interpreter.get(first, 'name');
      const isTool = name.kind !== 'plain' || typeof name.value === 'string';
      return isTool ? { name, config: first } : null;
    }
    if (args.length === 1)
      return first.kind === 'unknown' ? { name: UNKNOWN, config: UNKNOWN } : null;
  }
  if (method === 'tool' || method === 'paidTool')
    return { name: first, config: toConfig(args.slice(1)) };
  return { name: first, config: second ?? UNKNOWN };
}

function isName(value: Value): boolean {
  return knownText(value) !== null || value.kind === 'unknown';
}

/** The arguments of `tool(name, description?, schema?, hints?, callback)`. */
function toConfig(args: readonly Value[]): Value {
  const entries = new Map<string, Value>();
  for (const [index, arg] of args.entries()) {
    if (arg.kind === 'function') break;
    const isLast = index === args.length - 1;
    if (knownText(arg) !== null) entries.set('description', arg);
    else if (arg.kind === 'schema') entries.set('inputSchema', arg);
    else if (arg.kind === 'record') takeRecord(arg, entries);
    else if (index === 0 && args.length > 2) entries.set('description', arg);
    else if (!isLast && !entries.has('inputSchema')) entries.set('inputSchema', arg);
  }
  return recordValue([
    ...entries,
    ...(entries.has('annotations') ? [] : [['annotations', UNDEFINED] as const]),
  ]);
}

function takeRecord(record: Extract<Value, { kind: 'record' }>, entries: Map<string, Value>): void {
  const names = [...record.entries.keys()];
  if (names.length > 0 && names.every((name) => HINTS.has(name)) && isPlain(record)) {
    entries.set('annotations', record);
  } else if (!entries.has('inputSchema')) entries.set('inputSchema', record);
}

function isPlain({ entries }: Extract<Value, { kind: 'record' }>): boolean {
  return [...entries.values()].every(({ kind }) => kind === 'plain');
}
