import * as z from 'zod';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { ArgumentFacts, DraftFacts, ToolFacts } from '#app/builder/built-in/turn.ts';
import { templates } from '#app/builder/templates/templates.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { defineTool } from './builder-tool.ts';

type Tool = Blueprint['tools'][number];

/** Tools that are told one by one. */
const MAX_TOOLS = 300;

export const readBlueprint = defineTool({
  name: 'read_blueprint',
  description:
    'Tells what the server consists of now: identity, APIs, every tool with its arguments, resources, prompts.',
  input: z.strictObject({}),
  isUntrusted: true,
  async run(_input, { workspace }) {
    return toDraftFacts(workspace.blueprint);
  },
});

/** What a model is told of a draft. */
export function toDraftFacts(blueprint: Blueprint): DraftFacts {
  const { name, title, description } = blueprint.identity;
  return {
    identity: {
      name,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
    },
    upstreams: blueprint.upstreams.map(({ id, baseUrl, auth }) => ({
      id,
      baseUrl,
      auth: auth.map(({ kind }) => kind),
    })),
    tools: blueprint.tools.slice(0, MAX_TOOLS).map((tool) => toToolFacts(tool, blueprint)),
    resources: blueprint.resources.map(({ uri }) => uri),
    prompts: blueprint.prompts.map((prompt) => prompt.name),
    templates: templates.map(({ id, title: about, summary }) => ({ id, title: about, summary })),
  };
}

/** What a model is told of a tool. */
export function toToolFacts(tool: Tool, { policies }: Pick<Blueprint, 'policies'>): ToolFacts {
  const { name, title, enabled, annotations, action } = tool;
  const returns = propertiesOf(tool.outputSchema);
  const isDestructive =
    annotations?.readOnlyHint !== true && annotations?.destructiveHint !== false;
  const http = action.kind === 'http' ? action : null;
  return {
    name,
    ...(title === undefined ? {} : { title }),
    enabled,
    kind: action.kind,
    ...(http ? { method: http.method, path: http.path, upstream: http.upstream } : {}),
    reads: annotations?.readOnlyHint === true,
    destructive: isDestructive,
    confirms: isDestructive && policies.confirmDestructive !== false,
    ...(http?.response.keep ? { keep: http.response.keep } : {}),
    arguments: toArguments(tool),
    ...(returns.length > 0 ? { returns: returns.map(([key]) => key) } : {}),
  };
}

function toArguments({ inputSchema, action }: Tool): ArgumentFacts[] {
  const required = Array.isArray(inputSchema['required']) ? inputSchema['required'] : [];
  return propertiesOf(inputSchema).map(([name, schema]) => {
    const parameter =
      action.kind === 'http'
        ? action.parameters.find(({ argument }) => argument === name)
        : undefined;
    const isBody = action.kind === 'http' && action.body?.argument === name;
    const place = parameter?.in ?? (isBody ? 'body' : undefined);
    const { type, minimum, maximum } = isJsonObject(schema) ? schema : {};
    return {
      name,
      ...(place === undefined ? {} : { in: place }),
      ...(typeof type === 'string' ? { type } : {}),
      required: required.includes(name),
      ...(typeof minimum === 'number' ? { minimum } : {}),
      ...(typeof maximum === 'number' ? { maximum } : {}),
    };
  });
}

function propertiesOf(schema: Tool['outputSchema']): [string, unknown][] {
  const properties = schema?.['properties'];
  return isJsonObject(properties) ? Object.entries(properties) : [];
}
