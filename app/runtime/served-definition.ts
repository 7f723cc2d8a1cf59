import type { ServerDefinition, ToolDefinition } from './definition.ts';
import { isJsonObject } from './json.ts';
import { servedOutput } from './tools/served-output.ts';

/** A tool as clients see it. */
export type ServedTool = Omit<ToolDefinition, 'action'>;

/** The part of a server definition that the protocol half needs, without the tools' actions. Plain JSON. */
export interface ServedDefinition extends Pick<
  ServerDefinition,
  'identity' | 'definitions' | 'resources' | 'prompts' | 'policies'
> {
  tools: ServedTool[];
  /** Some tool may log to the client, so the capability is declared. */
  logs?: boolean;
  /** Some tool may send its user to an address. */
  links?: boolean;
}

/** Tells a served definition by its parts; what is in them is as {@link toServedDefinition} left it. */
export function isServedDefinition(value: unknown): value is ServedDefinition {
  if (!isJsonObject(value)) return false;
  const { identity, definitions, policies, tools, resources, prompts } = value;
  return (
    [identity, definitions, policies].every(isJsonObject) &&
    [tools, resources, prompts].every(Array.isArray)
  );
}

/** Drops from a definition what only the tool half needs. */
export function toServedDefinition(definition: ServerDefinition): ServedDefinition {
  const { identity, definitions, resources, prompts, policies } = definition;
  const tools = definition.tools.map((tool) => toServedTool(tool, definitions));
  const logs = definition.tools.some((tool) => tool.action.kind === 'code');
  return { identity, definitions, tools, resources, prompts, policies, logs };
}

function toServedTool(
  tool: ToolDefinition,
  definitions: ServerDefinition['definitions'],
): ServedTool {
  const served: ServedTool & { action?: unknown } = { ...tool };
  delete served.action;
  const outputSchema = servedOutput(tool, definitions);
  if (outputSchema !== undefined) served.outputSchema = outputSchema;
  return served;
}
