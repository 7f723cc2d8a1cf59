import { LEVELS } from './log.ts';
import type { Level } from './log.ts';
import type { ServerDefinition } from './runtime/definition.ts';

/** Configuration of this process. */
export interface Environment {
  /** Replaces the first upstream's address. */
  baseUrl: string | undefined;
  /** Names under which the HTTP server may be called, besides localhost. */
  hosts: string[];
  /** Accepts every host name. */
  anyHost?: boolean;
  /** Origins of web pages that may call it, besides its own. */
  origins: string[];
  /** Token that HTTP callers have to send. */
  token: string | undefined;
  /** Whether `/metrics` is served; it requires the same token. */
  metrics: boolean;
  /** Less important messages are not logged. */
  logLevel: Level;
  /** Key that seals state sent through clients; absent: one of this process. */
  stateKey: string | undefined;
  /** Value of a secret. */
  secret: (name: string) => string | undefined;
  /** Keeps a value that the API has replaced, if it can; absent: it is in memory only. */
  keepSecret?: (name: string, value: string) => boolean;
  /** One sentence for each part that will not fully work. */
  warnings: string[];
  /** One sentence for each error that keeps the server from starting. */
  problems: string[];
}

/** Minimum length of the key that seals state. */
const STATE_KEY_CHARACTERS = 32;

/** Reads and checks the variables that README.md lists. An empty one counts as not set. */
export function readEnvironment(
  { secrets, upstreams }: ServerDefinition,
  variables: Record<string, string | undefined>,
): Environment {
  const read = (name: string): string | undefined => variables[name]?.trim() || undefined;
  const baseUrl = read('UPSTREAM_BASE_URL');
  const missing = secrets.map(({ name }) => name).filter((name) => read(name) === undefined);
  const problems: string[] = [];
  if (baseUrl !== undefined && !isHttpUrl(baseUrl)) {
    problems.push('UPSTREAM_BASE_URL must be an absolute http or https URL without query.');
  }
  if (baseUrl !== undefined && upstreams.length === 0) {
    problems.push('UPSTREAM_BASE_URL is set, but this server calls no API.');
  }
  const stateKey = read('MCP_STATE_KEY');
  if (stateKey !== undefined && stateKey.length < STATE_KEY_CHARACTERS) {
    problems.push(`MCP_STATE_KEY must have ${STATE_KEY_CHARACTERS} or more characters.`);
  }
  const wanted = read('LOG_LEVEL') ?? 'info';
  const logLevel = LEVELS.find((level) => level === wanted);
  if (logLevel === undefined) problems.push(`LOG_LEVEL must be one of ${LEVELS.join(', ')}.`);
  return {
    baseUrl,
    hosts: toList(read('ALLOWED_HOSTS')),
    origins: toList(read('ALLOWED_ORIGINS')),
    token: read('MCP_TOKEN'),
    metrics: read('METRICS') === 'on',
    logLevel: logLevel ?? 'info',
    stateKey,
    secret: read,
    warnings: missing.map(
      (name) => `${name} is not set: calls that need this credential will fail.`,
    ),
    problems,
  };
}

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && search === '' && hash === '';
}

function toList(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
