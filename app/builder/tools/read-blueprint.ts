import * as z from 'zod';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { AuthFacts, DraftFacts, ToolFacts } from '#app/builder/built-in/turn.ts';
import type { AuthScheme } from '#app/runtime/definition.ts';
import { templates } from '#app/templates/templates.ts';

import { cutText, toArgumentFacts } from './requests/argument-facts.ts';
import { defineTool } from './builder-tool.ts';
import { propertiesOf } from './requests/object-schema.ts';

type Tool = Blueprint['tools'][number];

/** Tools that are told one by one. */
const MAX_TOOLS = 300;

export const readBlueprint = defineTool({
  name: 'read_blueprint',
  effect: 'reads',
  words: { now: 'Reading the server', done: 'Read the server' },
  subject: [],
  description:
    'Tells what the server consists of now: identity, APIs, every tool with its arguments (properties of a body one by one), resources, prompts.',
  input: z.strictObject({}),
  async run(_input, { workspace }) {
    return toDraftFacts(workspace.blueprint);
  },
});

/** Facts about a draft for a model. */
export function toDraftFacts(blueprint: Blueprint): DraftFacts {
  const { name, title, description, instructions } = blueprint.identity;
  return {
    identity: {
      name,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(instructions === undefined ? {} : { instructions }),
    },
    upstreams: blueprint.upstreams.map(({ id, baseUrl, auth }) => ({
      id,
      baseUrl,
      auth: auth.map(toAuthFacts),
    })),
    tools: blueprint.tools.slice(0, MAX_TOOLS).map((tool) => toToolFacts(tool, blueprint)),
    resources: blueprint.resources.map(({ uri }) => uri),
    prompts: blueprint.prompts.map((prompt) => prompt.name),
    templates: templates.map(({ id, title: about, summary }) => ({ id, title: about, summary })),
  };
}

function toAuthFacts(scheme: AuthScheme): AuthFacts {
  switch (scheme.kind) {
    case 'apiKey':
      return { kind: scheme.kind, in: scheme.in, name: scheme.name };
    case 'oauth2ClientCredentials':
      return { kind: scheme.kind, tokenUrl: scheme.tokenUrl, scopes: scheme.scopes };
    case 'basic':
    case 'bearer':
      return { kind: scheme.kind };
  }
}

/** Facts about a tool for a model. */
export function toToolFacts(
  tool: Tool,
  blueprint: Pick<Blueprint, 'policies' | 'definitions'>,
): ToolFacts {
  const { name, title, enabled, annotations, action } = tool;
  const returns = Object.keys(propertiesOf(tool.outputSchema ?? {}));
  const isDestructive =
    annotations?.readOnlyHint !== true && annotations?.destructiveHint !== false;
  const http = action.kind === 'http' ? action : null;
  const description = cutText(tool.description);
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    enabled,
    kind: action.kind,
    ...(http ? { method: http.method, path: http.path, upstream: http.upstream } : {}),
    reads: annotations?.readOnlyHint === true,
    destructive: isDestructive,
    confirms: isDestructive && blueprint.policies.confirmDestructive !== false,
    ...(http?.response.keep ? { keep: http.response.keep } : {}),
    ...(http?.pagination ? { pagination: http.pagination } : {}),
    ...(http?.constants ? { constants: http.constants } : {}),
    arguments: toArgumentFacts(tool, blueprint),
    ...(returns.length > 0 ? { returns } : {}),
  };
}
