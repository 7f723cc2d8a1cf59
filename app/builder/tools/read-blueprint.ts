import * as z from 'zod';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { OPERATION_FIELDS } from '#app/blueprint/operation-selector.ts';
import type {
  AuthFacts,
  DraftFacts,
  TemplateFacts,
  ToolFacts,
} from '#app/builder/built-in/turn.ts';
import type { AuthScheme } from '#app/runtime/definition.ts';
import { UNTOLD_FIELD } from '#app/builder/models/to-model-schema.ts';
import { templates } from '#app/templates/templates.ts';

import { defineTool } from './builder-tool.ts';
import { findParts, SERVER_PARTS, type FoundPart } from './reading/server-parts.ts';
import {
  isLongerThanPage,
  PAGE_CHARACTERS,
  takePage,
  toPages,
  toPieces,
} from './reading/to-pages.ts';
import { cutText, toArgumentFacts } from './requests/argument-facts.ts';
import { propertiesOf } from './requests/object-schema.ts';

type Tool = Blueprint['tools'][number];

/** Tools that the built-in builder is told one by one. */
const MAX_TOOLS = 300;

export const readBlueprint = defineTool({
  name: 'read_blueprint',
  effect: 'reads',
  words: { now: 'Reading the server', done: 'Read the server' },
  subject: [{ count: 'names', of: 'tool' }, 'find'],
  description:
    'Reads what the server consists of now, page by page: all, some parts, tools chosen as in search_operations, or what holds words. Where an output field ends with …, below reads those inside.',
  input: z.strictObject({
    ...OPERATION_FIELDS,
    parts: z.array(z.enum(SERVER_PARTS)).min(1).optional(),
    find: z.string().max(200).optional().describe('Words.'),
    detail: z
      .enum(['list', 'full'])
      .optional()
      .describe('list: a line each; full: all of it; absent: full where that is one page.'),
    facts: z.literal(true).optional().meta(UNTOLD_FIELD),
    below: z.string().max(500).optional().describe('Path of an output field.'),
    templates: z.literal(true).optional().describe('The ready templates, too.'),
    page: z.int().min(1).optional(),
  }),
  // The built-in builder looks at the whole server each time.
  mayRepeat: ({ facts }) => facts === true,
  async run({ detail, facts, templates: withTemplates, ...input }, { workspace }) {
    const { blueprint } = workspace;
    if (facts) return toDraftFacts(blueprint);
    const { parts, find, below, page = 1, ...choice } = input;
    const { warnings } = workspace;
    const found = findParts(blueprint, { parts, choice, find, below, warnings });
    if (!found.ok) return { problems: found.problems };
    const read = readPage(found.value, detail, page);
    return withTemplates && page === 1 ? { ...read, templates: listTemplates() } : read;
  },
});

/** One page of what was found: in full where that was asked for, or where all of it is one page. */
function readPage(
  found: readonly FoundPart[],
  detail: 'list' | 'full' | undefined,
  number: number,
): object {
  const told = detail === 'list' ? null : toFull(found, detail === 'full' ? Infinity : 1);
  const items = told ?? found.map((one) => ({ part: one.part, value: one.list() }));
  const taken = takePage(items, number);
  if (!taken.ok) return { problems: taken.problems };
  const { shown, page } = taken.value;
  const of = (part: string) => shown.flatMap((each) => (each.part === part ? [each.value] : []));
  const [server] = of('server');
  const groups = ['resources', 'prompts', 'warnings', 'pieces'].map(
    (part) => [part, of(part)] as const,
  );
  return {
    detail: told ? 'full' : 'list',
    ...(server ? { server } : {}),
    tools: of('tools'),
    ...Object.fromEntries(groups.filter(([, values]) => values.length > 0)),
    page: { ...page, total: found.length },
  };
}

/** Everything in full, what is longer than a page in pieces; null where it is more than so many pages. */
function toFull(
  found: readonly FoundPart[],
  pages: number,
): { part: string; value: object }[] | null {
  const items: { part: string; value: object }[] = [];
  let room = pages * PAGE_CHARACTERS;
  for (const { part, name, full } of found) {
    const value = full();
    room -= JSON.stringify(value).length + part.length;
    if (room < 0) return null;
    const pieces = isLongerThanPage({ part, value }) ? toPieces(name, value) : null;
    if (pieces) items.push(...pieces.map((piece) => ({ part: 'pieces', value: piece })));
    else items.push({ part, value });
  }
  return pages === 1 && toPages(items).length > 1 ? null : items;
}

/** Facts about a draft for the built-in builder, in one piece. */
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
    templates: listTemplates(),
  };
}

function listTemplates(): TemplateFacts[] {
  return templates.map(({ id, title, summary }) => ({ id, title, summary }));
}

function toAuthFacts(scheme: AuthScheme): AuthFacts {
  switch (scheme.kind) {
    case 'apiKey':
      return { kind: scheme.kind, in: scheme.in, name: scheme.name };
    case 'oauth2AuthorizationCode': {
      const { kind, authorizationUrl, tokenUrl, scopes, clientSecretSecret } = scheme;
      const client = clientSecretSecret === undefined ? { isPublicClient: true } : {};
      return { kind, authorizationUrl, tokenUrl, scopes, ...client };
    }
    case 'oauth2ClientCredentials':
      return { kind: scheme.kind, tokenUrl: scheme.tokenUrl, scopes: scheme.scopes };
    case 'basic':
    case 'bearer':
    case 'signature':
    case 'awsSignature':
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
