import type { Tool } from '#app/blueprint/tool.ts';
import { isJsonObject, type JsonObject } from '#app/runtime/json.ts';

/** A tool whose examples call its arguments as they are called now: those that are sent to the same place as before. */
export function followArguments(known: Tool, tool: Tool): Tool {
  const renamed = findRenamed(known, tool);
  if (renamed.size === 0 || tool.examples === undefined) return tool;
  const examples = tool.examples.map((example) => ({
    ...example,
    arguments: renameKeys(example.arguments, renamed),
  }));
  return { ...tool, examples };
}

function findRenamed({ action: before }: Tool, tool: Tool): Map<string, string> {
  const { action, inputSchema } = tool;
  if (before.kind !== 'http' || action.kind !== 'http') return new Map();
  const { properties } = inputSchema;
  const left = isJsonObject(properties) ? properties : {};
  const now = new Map(action.parameters.map((each) => [`${each.in} ${each.name}`, each.argument]));
  const pairs = before.parameters.map(
    (each) => [each.argument, now.get(`${each.in} ${each.name}`)] as const,
  );
  const renamed = pairs.flatMap(([from, to]) =>
    to === undefined || to === from || Object.hasOwn(left, from) ? [] : [[from, to] as const],
  );
  const [body, next] = [before.body?.argument, action.body?.argument];
  if (body !== undefined && next !== undefined && body !== next && !Object.hasOwn(left, body)) {
    renamed.push([body, next]);
  }
  return new Map(renamed);
}

function renameKeys(values: JsonObject, renamed: ReadonlyMap<string, string>): JsonObject {
  const entries = Object.entries(values).map(
    ([key, value]) => [renamed.get(key) ?? key, value] as const,
  );
  return Object.fromEntries(entries);
}
