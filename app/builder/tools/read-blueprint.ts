import * as z from 'zod';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { defineTool } from './builder-tool.ts';

type Tool = Blueprint['tools'][number];

/** Tools that are told one by one. */
const MAX_TOOLS = 300;

/** What is known of an argument. */
export interface ArgumentFacts {
  name: string;
  in?: string;
  type?: string;
  required: boolean;
  minimum?: number;
  maximum?: number;
}

export interface ToolFacts {
  name: string;
  title?: string;
  enabled: boolean;
  kind: Tool['action']['kind'];
  method?: string;
  path?: string;
  upstream?: string;
  reads: boolean;
  destructive: boolean;
  /** Names of the answer's properties that are kept. */
  keep?: string[];
  arguments: ArgumentFacts[];
  /** Names of the answer's properties, where they are known. */
  returns?: string[];
}

/** A draft in few words. */
export interface DraftFacts {
  identity: { name: string; title?: string; description?: string };
  upstreams: { id: string; baseUrl: string; auth: string[] }[];
  tools: ToolFacts[];
  /** Tools that are not told one by one. */
  moreTools: number;
  resources: string[];
  prompts: string[];
}

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
    tools: blueprint.tools.slice(0, MAX_TOOLS).map((tool) => toToolFacts(tool)),
    moreTools: Math.max(0, blueprint.tools.length - MAX_TOOLS),
    resources: blueprint.resources.map(({ uri }) => uri),
    prompts: blueprint.prompts.map((prompt) => prompt.name),
  };
}

function toToolFacts(tool: Tool): ToolFacts {
  const { name, title, enabled, annotations, action } = tool;
  const returns = propertiesOf(tool.outputSchema);
  const http = action.kind === 'http' ? action : null;
  return {
    name,
    ...(title === undefined ? {} : { title }),
    enabled,
    kind: action.kind,
    ...(http ? { method: http.method, path: http.path, upstream: http.upstream } : {}),
    reads: annotations?.readOnlyHint === true,
    destructive: annotations?.readOnlyHint !== true && annotations?.destructiveHint !== false,
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
