import { LEVELS } from './log.ts';
import type { Level } from './log.ts';
import type { ServerDefinition } from './runtime/definition.ts';

/** What this process was told from outside. */
export interface Environment {
  /** Instead of the first upstream's address. */
  baseUrl: string | undefined;
  /** Names under which the HTTP server may be called, besides localhost. */
  hosts: string[];
  /** Whatever name it is called by is one of its own. */
  anyHost?: boolean;
  /** Origins of web pages that may call it, besides its own. */
  origins: string[];
  /** What HTTP callers have to present. */
  token: string | undefined;
  /** Whether `/metrics` is there; it wants the same token. */
  metrics: boolean;
  /** What matters less is not logged. */
  logLevel: Level;
  /** Seals what travels through clients; absent: a key of this process. */
  stateKey: string | undefined;
  /** Value of a secret. */
  secret: (name: string) => string | undefined;
  /** A sentence for each thing that works only in part. */
  warnings: string[];
  /** A sentence for each thing that must be put right before the server can start. */
  problems: string[];
}

/** What the seal needs. */
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
    problems.push(`MCP_STATE_KEY must have ${STATE_KEY_CHARACTERS} characters at least.`);
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
