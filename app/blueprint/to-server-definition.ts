import type { ServerDefinition, ToolDefinition, ToolFunction } from '#app/runtime/definition.ts';

import type { Blueprint } from './blueprint.ts';
import type { Tool } from './tool.ts';

/**
 * The part of a blueprint that the runtime serves: enabled tools only, in the blueprint's order.
 *
 * @param codeActions the loaded function of each tool whose action is `code`, by tool name.
 * @throws Error if a code action was not loaded: a bug of the caller, never of the blueprint.
 */
export function toServerDefinition(
  blueprint: Blueprint,
  codeActions: ReadonlyMap<string, ToolFunction>,
): ServerDefinition {
  const { identity, upstreams, secrets, definitions, resources, prompts, policies } = blueprint;
  const tools = enabledTools(blueprint).map((tool) => toToolDefinition(tool, codeActions));
  return { identity, upstreams, secrets, definitions, tools, resources, prompts, policies };
}

/** The tools that clients see. */
export function enabledTools(blueprint: Blueprint): Tool[] {
  return blueprint.tools.filter((tool) => tool.enabled);
}

function toToolDefinition(
  tool: Tool,
  codeActions: ReadonlyMap<string, ToolFunction>,
): ToolDefinition {
  const { name, title, description, annotations, inputSchema, outputSchema, requires } = tool;
  const served = { name, title, description, annotations, inputSchema, outputSchema, requires };
  const { action } = tool;
  if (action.kind !== 'code') return { ...served, action };
  const run = codeActions.get(name);
  if (run === undefined) throw new Error(`The code of tool ${name} is not loaded.`);
  return { ...served, action: { kind: 'code', run } };
}
