import type { ServerDefinition, ToolDefinition } from './definition.ts';

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
}

/** Drops from a definition what only the tool half needs. */
export function toServedDefinition(definition: ServerDefinition): ServedDefinition {
  const { identity, definitions, resources, prompts, policies } = definition;
  const tools = definition.tools.map(withoutAction);
  const logs = definition.tools.some((tool) => tool.action.kind === 'code');
  return { identity, definitions, tools, resources, prompts, policies, logs };
}

function withoutAction(tool: ToolDefinition): ServedTool {
  const served: ServedTool & { action?: unknown } = { ...tool };
  delete served.action;
  return served;
}
