import { hasHidden } from '#app/blueprint/import/text/visible-text.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';

/** A tool as a server lists it, whatever of it keeps to the protocol. */
export interface ServerTool {
  /** Its place in the list: names may repeat. */
  key: string;
  name: string;
  title: string | null;
  description: string | null;
  /** Null where the server sent none. */
  inputSchema: JsonObject | null;
  outputSchema: JsonObject | null;
  hints: readonly ToolHint[];
  /** Things to know before one trusts or calls it. */
  warnings: readonly string[];
  /** As the server sent it. */
  definition: JsonObject;
}

export interface ToolHint {
  label: string;
  tone: 'plain' | 'warn';
}

const NAME = /^[A-Za-z0-9_.-]{1,128}$/;

/** Reads `tools/list`; nothing is left out. */
export function readTools(items: readonly JsonObject[]): readonly ServerTool[] {
  const names = new Map<string, number>();
  for (const item of items) {
    const name = textOf(item['name']) ?? '';
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  return items.map((item, index) => readTool(item, index, names));
}

function readTool(item: JsonObject, index: number, names: ReadonlyMap<string, number>): ServerTool {
  const { inputSchema, outputSchema } = item;
  const annotations = isJsonObject(item['annotations']) ? item['annotations'] : {};
  const name = textOf(item['name']) ?? '';
  const tool = {
    key: `${index}`,
    name,
    title: textOf(item['title']) ?? textOf(annotations['title']),
    description: textOf(item['description']),
    inputSchema: isJsonObject(inputSchema) ? inputSchema : null,
    outputSchema: isJsonObject(outputSchema) ? outputSchema : null,
    hints: readHints(annotations, item),
    definition: item,
  };
  return { ...tool, warnings: findWarnings(tool, names.get(name) ?? 1) };
}

function readHints(annotations: JsonObject, item: JsonObject): readonly ToolHint[] {
  const hints: ToolHint[] = [];
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  if (readOnlyHint === true) hints.push({ label: 'read-only', tone: 'plain' });
  // The default of the protocol is that a tool that writes may destroy.
  if (destructiveHint === true) hints.push({ label: 'destructive', tone: 'warn' });
  if (destructiveHint === false && readOnlyHint !== true) {
    hints.push({ label: 'not destructive', tone: 'plain' });
  }
  if (idempotentHint === true) hints.push({ label: 'idempotent', tone: 'plain' });
  if (openWorldHint === true) hints.push({ label: 'open world', tone: 'plain' });
  if (openWorldHint === false) hints.push({ label: 'closed world', tone: 'plain' });
  const execution = isJsonObject(item['execution']) ? item['execution'] : {};
  const { taskSupport } = execution;
  if (taskSupport === 'optional' || taskSupport === 'required') {
    hints.push({ label: `task ${taskSupport}`, tone: 'plain' });
  }
  return hints;
}

function findWarnings(
  { name, title, description, definition }: Omit<ServerTool, 'warnings'>,
  count: number,
): string[] {
  const warnings: string[] = [];
  if (name === '') warnings.push('The tool has no name.');
  else if (!NAME.test(name)) {
    warnings.push(
      'The name is not 1 to 128 characters of A–Z, a–z, 0–9, “_”, “.” and “-”: some clients refuse the tool.',
    );
  }
  if (count > 1) {
    warnings.push(
      `${count} tools of the list have this name: the server decides which of them is called.`,
    );
  }
  if ([name, title, description].some((text) => text !== null && hasHidden(text))) {
    warnings.push(
      'Name, title or description contain hidden characters. A model reads them; they are marked here.',
    );
  } else if (hasHiddenText(definition)) {
    warnings.push('The schema contains hidden characters, which a model reads.');
  }
  if (!isJsonObject(definition['inputSchema'])) {
    warnings.push('The tool has no input schema: its arguments are edited as JSON.');
  }
  return warnings;
}

const MOST_VALUES = 2_000;

/** Looks at the names and texts inside a definition, as far as is quick. */
function hasHiddenText(definition: JsonObject): boolean {
  const open: JsonValue[] = [definition];
  for (let count = 0; count < MOST_VALUES; count += 1) {
    const next = open.pop();
    if (next === undefined) return false;
    if (typeof next === 'string' && hasHidden(next)) return true;
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next) && Object.keys(next).some(hasHidden)) return true;
    open.push(...Object.values(next).slice(0, MOST_VALUES));
  }
  return false;
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
