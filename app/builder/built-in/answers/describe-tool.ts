import type {
  ArgumentFacts,
  AuthFacts,
  DraftFacts,
  ToolFacts,
  UpstreamFacts,
} from '#app/builder/built-in/turn.ts';

/** An argument and its constraints: "`stars` (integer, 1 to 5, required)". */
function describeArgument(argument: ArgumentFacts): string {
  const { name, type, items, format, minimum, maximum, required } = argument;
  const kind = type === 'array' && items ? `list of ${items}` : type;
  const notes = [
    format && type === 'string' ? format : kind,
    toRange(minimum, maximum),
    argument.enum ? `one of ${argument.enum.map(String).join(', ')}` : undefined,
    argument.default === undefined ? undefined : `default ${toPlain(argument.default)}`,
    required ? 'required' : 'optional',
  ];
  return `\`${name}\` (${notes.filter((note) => note !== undefined && note !== '').join(', ')})`;
}

function toRange(minimum: number | undefined, maximum: number | undefined): string | undefined {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `at least ${minimum}`;
  return maximum === undefined ? undefined : `at most ${maximum}`;
}

function toPlain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** "takes `a` (string, required) and `b` (integer, optional)", or that it takes none. */
export function describeArguments({ arguments: all, constants = [] }: ToolFacts): string {
  const fixed = constants.map(({ name, value }) => `\`${name}\` = ${toPlain(value)}`);
  const always = fixed.length === 0 ? '' : `; it always sends ${joinWords(fixed)}`;
  if (all.length === 0) return `takes no arguments${always}`;
  return `takes ${joinWords(all.map(describeArgument))}${always}`;
}

/** The request of a tool: "GET https://api…/stops". */
function describeRequest(tool: ToolFacts, draft: DraftFacts): string {
  const base = draft.upstreams.find(({ id }) => id === tool.upstream) ?? draft.upstreams[0];
  if (tool.kind !== 'http') return tool.kind === 'code' ? 'runs code' : 'calls another MCP server';
  return `calls ${tool.method ?? 'GET'} ${(base?.baseUrl ?? '').replace(/\/+$/, '')}${tool.path ?? ''}`;
}

/** Purpose and behaviour of a tool, in sentences. */
export function describeTool(tool: ToolFacts, draft: DraftFacts): string {
  const effect = tool.reads
    ? 'It only reads'
    : tool.destructive
      ? 'It changes or deletes data'
      : 'It changes data';
  const asks = tool.confirms ? ' and asks before it runs' : '';
  const off = tool.enabled ? '' : ' It is switched off.';
  return `\`${tool.name}\` ${describeRequest(tool, draft)} and ${describeArguments(tool)}. ${effect}${asks}.${describeKept(tool)}${off}`;
}

function describeKept({ keep, returns }: ToolFacts): string {
  if (keep && keep.length > 0) return ` Of the response it keeps ${joinWords(keep.map(toCode))}.`;
  return returns && returns.length > 0 ? ` It returns ${joinWords(returns.map(toCode))}.` : '';
}

/** The result of a tool. */
export function describeReturn(tool: ToolFacts): string {
  return `\`${tool.name}\`:${describeKept(tool) || ' It returns the whole response; nothing is cut.'}`;
}

/** The authentication of requests to an upstream. */
export function describeUpstreamAuth({ auth }: UpstreamFacts): string {
  return auth.length === 0 ? 'without authentication' : joinWords(auth.map(describeScheme));
}

function describeScheme({ kind, in: place, name, tokenUrl, scopes }: AuthFacts): string {
  switch (kind) {
    case 'none':
      return 'without authentication';
    case 'bearer':
      return 'with a Bearer token';
    case 'basic':
      return 'with Basic authentication (user name and password)';
    case 'apiKey':
      return `with an API key in the ${place ?? 'header'}${name ? ` \`${name}\`` : ''}`;
    case 'signature':
      return 'with a signature of each request';
    case 'awsSignature':
      return 'with AWS Signature Version 4';
    case 'oauth2AuthorizationCode':
      return `with OAuth, once you have connected it (setup, Connect)${scopes?.length ? ` (${scopes.join(' ')})` : ''}`;
    default: {
      const from = tokenUrl ? ` from ${tokenUrl}` : '';
      return `with OAuth client credentials${from}${scopes?.length ? ` (${scopes.join(' ')})` : ''}`;
    }
  }
}

/** Joins words: "a, b and c". */
export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Formats a name as code. */
export function toCode(name: string): string {
  return `\`${name}\``;
}
