import type {
  ArgumentFacts,
  DraftFacts,
  ToolFacts,
  UpstreamFacts,
} from '#app/builder/built-in/turn.ts';
import type {
  AuthSketch,
  JsonType,
  ParameterSketch,
  ParameterPlace,
} from '#app/extraction/reading/sketch.ts';
import type { JsonValue } from '#app/runtime/json.ts';

/** An argument while a message is applied. */
export interface WorkArgument extends ParameterSketch {
  /** Its name in the draft; absent if it is new. */
  original?: string;
}

/** A tool while a message is applied. */
export interface WorkTool {
  /** Its name in the draft; null if it is new. */
  original: string | null;
  name: string;
  isRemoved: boolean;
  kind: ToolFacts['kind'];
  method: string;
  /** Below the base URL, with `{name}` for arguments. */
  path: string;
  upstream: WorkUpstream | null;
  title?: string;
  description?: string;
  args: WorkArgument[];
  constants: { in: string; name: string; value: JsonValue }[];
  /** Null: the whole response. */
  keep: string[] | null;
  reads: boolean;
  confirms: boolean;
  enabled: boolean;
  bodyType?: 'json' | 'form' | 'multipart';
  /** Other names that texts use for it. */
  aliases: string[];
  returns: string[];
}

export interface WorkUpstream {
  /** Null if it is new. */
  id: string | null;
  baseUrl: string;
  /** Null: none. */
  auth: AuthSketch | null;
}

/** The draft while a message changes it: the differences at the end become calls of builder tools. */
export interface WorkModel {
  tools: WorkTool[];
  upstreams: WorkUpstream[];
  identity: { name: string; title?: string; description?: string; instructions?: string };
}

const AUTH_KINDS: Record<string, AuthSketch['kind']> = {
  bearer: 'bearer',
  basic: 'basic',
  apiKey: 'apiKey',
  oauth2ClientCredentials: 'oauth2',
  oauth2: 'oauth2',
};

/** Creates the model from the result of `read_blueprint`. */
export function toWorkModel(facts: DraftFacts): WorkModel {
  const upstreams = facts.upstreams.map(toUpstream);
  return {
    tools: facts.tools.map((tool) => toTool(tool, facts.upstreams, upstreams)),
    upstreams,
    identity: { ...facts.identity },
  };
}

function toUpstream({ id, baseUrl, auth }: UpstreamFacts): WorkUpstream {
  const [scheme] = auth;
  if (!scheme) return { id, baseUrl, auth: null };
  const kind = AUTH_KINDS[scheme.kind] ?? 'other';
  const { in: place, name, tokenUrl, scopes } = scheme;
  return {
    id,
    baseUrl,
    auth: {
      kind,
      ...(place === 'header' || place === 'query' || place === 'cookie' ? { in: place } : {}),
      ...(name ? { name } : {}),
      ...(tokenUrl ? { tokenUrl } : {}),
      ...(scopes ? { scopes } : {}),
    },
  };
}

function toTool(
  tool: ToolFacts,
  known: readonly UpstreamFacts[],
  upstreams: readonly WorkUpstream[],
): WorkTool {
  const { arguments: args, constants = [], destructive, upstream, ...same } = tool;
  return {
    method: '',
    path: '',
    keep: null,
    returns: [],
    ...same,
    original: tool.name,
    isRemoved: false,
    upstream: upstreams[known.findIndex(({ id }) => id === upstream)] ?? null,
    args: args.map(toArgument),
    constants: constants.map((each) => ({ ...each })),
    confirms: destructive,
    aliases: [],
  };
}

function toArgument({ type, items, in: place, ...facts }: ArgumentFacts): WorkArgument {
  return {
    ...facts,
    original: facts.name,
    ...(place ? { in: place satisfies ParameterPlace } : {}),
    ...(isType(type) ? { type } : {}),
    ...(isType(items) ? { items } : {}),
  };
}

function isType(type: string | undefined): type is JsonType {
  return ['string', 'integer', 'number', 'boolean', 'array', 'object'].includes(type ?? '');
}

/** Tools that are not removed, in order. */
export function liveTools({ tools }: WorkModel): WorkTool[] {
  return tools.filter(({ isRemoved }) => !isRemoved);
}

/** Default location of an argument. */
export function placeOf(
  tool: Pick<WorkTool, 'method' | 'path'>,
  { name, in: place }: ParameterSketch,
): ParameterPlace {
  if (tool.path.includes(`{${name}}`)) return 'path';
  return place ?? (['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(tool.method) ? 'query' : 'body');
}
