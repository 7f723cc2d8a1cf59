import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { findOrders } from '#app/blueprint/readiness/find-orders.ts';
import type { DraftEnvironment } from '#app/drafts/draft-environment.ts';
import { toSecretOrigins } from '#app/drafts/secrets/secret-origins.ts';
import type { Upstream } from '#app/runtime/definition.ts';
import { signInUrls } from '#app/runtime/upstream/sign-in-urls.ts';

import { findBareHosts } from './find-bare-hosts.ts';
import { findComfortInInstructions, findFalseComfort } from './find-false-comfort.ts';
import { findShownKeys } from './find-shown-keys.ts';
import { keyOf, type Unit } from './units.ts';

/** Facts that an exit is judged by, besides the change itself. */
export interface ExitContext {
  environment: DraftEnvironment;
  /** Whether a secret of this name has a value. */
  isSet: (secret: string) => boolean;
  /** Whose text names a host: the person's own words, a text that they handed over, or neither. */
  namedBy: (host: string) => NamedBy | null;
  /** Whether the texts of a tool are those of a document that the person handed over. */
  isDocumented: (tool: Tool) => boolean;
}

/** Whose text names a host. */
export type NamedBy = 'person' | 'document';

type Tool = Blueprint['tools'][number];

/** Characters of an address that are shown. */
const MAX_SHOWN = 120;

/**
 * Finds what a change would let out of the draft, as sentences by the part that it stands in: a host
 * that nobody named, a secret's destination, code and calls against the real API, orders to the models
 * of clients. Everything else can be undone, and waits for nobody.
 *
 * @param context with the earlier names of tools that were renamed, by their new ones.
 */
export function findExits(
  before: Blueprint,
  after: Blueprint,
  units: readonly Unit[],
  context: ExitContext & { earlier: ReadonlyMap<string, string> },
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (kind: string, name: string, risk: string) => {
    const key = keyOf({ kind, name });
    found.set(key, [...new Set([...(found.get(key) ?? []), risk])]);
  };
  const changed = new Set(units.map(keyOf));
  const known = new Map(before.upstreams.map((each) => [each.id, each]));
  for (const upstream of after.upstreams) {
    if (!changed.has(keyOf({ kind: 'upstreams', name: upstream.id }))) continue;
    for (const risk of findHosts(before, known.get(upstream.id), upstream, context)) {
      add('upstreams', upstream.id, risk);
    }
  }
  const isReal = context.environment !== 'mock';
  const old = new Map(before.tools.map((tool) => [tool.name, tool]));
  for (const tool of after.tools) {
    if (!changed.has(keyOf({ kind: 'tools', name: tool.name }))) continue;
    const known = old.get(context.earlier.get(tool.name) ?? tool.name);
    const comfort = context.isDocumented(tool) ? null : findFalseComfort(known, tool);
    if (comfort !== null) add('tools', tool.name, comfort);
    for (const risk of isReal ? findRealCalls(known, tool) : []) add('tools', tool.name, risk);
  }
  for (const risk of findComfortInInstructions(before.identity, after)) {
    add('identity', 'identity', risk);
  }
  if (isReal && mayAsk(before) && !mayAsk(after)) {
    add('policies', 'policies', 'Lets destructive tools run on the real API without asking first.');
  }
  for (const origin of after.policies.allowedOrigins) {
    if (before.policies.allowedOrigins.includes(origin) || isNamed(origin, context)) continue;
    add('policies', 'policies', `Lets pages of ${origin} call the server.`);
  }
  const isKnown = toKnownPlaces(before, context);
  for (const { kind, name, before: was, after: is } of units) {
    if (!READ_BY_MODELS.has(kind)) continue;
    for (const risk of findRiskyTexts(was, is, isKnown)) add(kind, name, risk);
  }
  return found;
}

/** Hosts of an upstream that nobody named, and secrets that it would send somewhere else. */
function findHosts(
  before: Blueprint,
  known: Upstream | undefined,
  upstream: Upstream,
  { environment, isSet, namedBy }: ExitContext,
): string[] {
  const reached = new Set(before.upstreams.flatMap(hostsOf));
  const own = new Set(known === undefined ? [] : hostsOf(known));
  // A text may say where an API is; calls that leave go where the person wants them.
  const isReal = environment !== 'mock';
  const risks = hostsOf(upstream).flatMap((host) => {
    if (own.has(host) || (known === undefined && reached.has(host))) return [];
    const by = namedBy(host);
    if (by === 'person' || (by === 'document' && !isReal)) return [];
    return [`Sends requests to ${host}.`];
  });
  const old = toSecretOrigins(before.upstreams);
  for (const [secret, origins] of toSecretOrigins([upstream])) {
    const others = origins.filter((origin) => !old.get(secret)?.includes(origin));
    if (!isSet(secret) || others.length === 0) continue;
    risks.push(`Sends the value of ${secret} to ${others.join(' and ')}.`);
  }
  for (const secret of findShownKeys(known, upstream).filter(isSet)) {
    risks.push(`Sends the value of ${secret} itself, which has only signed requests.`);
  }
  if (upstream.baseUrl.startsWith('http:') && known?.baseUrl.startsWith('https:') === true) {
    risks.push(`Sends requests to ${upstream.baseUrl} without encryption.`);
  }
  return risks;
}

/** Every host that calls of an upstream may reach. */
export function hostsOf({ baseUrl, allowedHosts, auth }: Upstream): string[] {
  const hosts = [baseUrl, ...auth.flatMap(signInUrls)].map((url) => new URL(url).host);
  return [...new Set([...hosts, ...allowedHosts])];
}

/** Changes of a tool that its next real call would make. */
function findRealCalls(before: Tool | undefined, after: Tool): string[] {
  const risks: string[] = [];
  const code = after.action.kind === 'code' ? after.action.source : null;
  const old = before?.action.kind === 'code' ? before.action.source : null;
  if (code !== null && code !== old) risks.push(`Runs new code of ${after.name} on the real API.`);
  const wasAllowed =
    before === undefined
      ? !isMisdeclared(after)
      : writesUnasked(before) && sendsSame(before, after);
  if (!wasAllowed && writesUnasked(after)) {
    risks.push(`Lets ${after.name} change data on the real API without asking first.`);
  }
  return risks;
}

/** Whether the person named the host of an origin in their own words. */
function isNamed(origin: string, { namedBy }: ExitContext): boolean {
  return URL.canParse(origin) && namedBy(new URL(origin).host) === 'person';
}

function mayAsk({ policies }: Blueprint): boolean {
  return policies.confirmDestructive !== false;
}

/** Whether calls write, although nobody is asked before them as before a destructive tool. */
function writesUnasked({ action, annotations }: Tool): boolean {
  if (action.kind !== 'http' || action.method === 'GET' || action.method === 'HEAD') return false;
  return annotations?.readOnlyHint === true || annotations?.destructiveHint === false;
}

/** Whether the requests of two tools go to the same place, in the same way. */
function sendsSame({ action: old }: Tool, { action }: Tool): boolean {
  if (old.kind !== 'http' || action.kind !== 'http') return false;
  const { upstream, method, path } = action;
  return old.upstream === upstream && old.method === method && old.path === path;
}

/** Whether the hints of a new tool promise less than its request does. */
function isMisdeclared({ action, annotations }: Tool): boolean {
  if (action.kind !== 'http') return false;
  return annotations?.readOnlyHint === true || action.method === 'DELETE';
}

/** Parts whose texts models of clients read, or that calls send. */
const READ_BY_MODELS = new Set(['identity', 'definitions', 'tools', 'resources', 'prompts']);

const ADDRESS =
  /\b(?:(?:https?|wss?|ftp):\/\/(?:\[[\da-f:.]+\][^\s"'`<>)\]}]*|[^\s"'`<>)\]}]+)|(?:data:[a-z]+\/[\w.+-]+|javascript:)[^\s"'`<>)]{2,})/gi;
/** Hosts that nobody can own (RFC 2606), and the one that names dialects of JSON Schema. */
const NOBODYS = /^(?:(?:.+\.)?example\.(?:com|net|org)|json-schema\.org)$/;

/** Orders to models, and addresses that nobody named: both act on whoever reads them. */
function findRiskyTexts(
  before: unknown,
  after: unknown,
  isKnown: (address: string) => boolean,
): string[] {
  const old = textOf(before);
  const now = textOf(after);
  const told = new Set(findOrders(old));
  const orders = findOrders(now).flatMap((order) =>
    told.has(order) ? [] : [`Tells models “${order}”.`],
  );
  const addresses = [...now.matchAll(ADDRESS)].flatMap(([address]) =>
    old.includes(address) || isKnown(address) ? [] : [describeAddress(address)],
  );
  const known = findBareHosts(before);
  const bare = [...findBareHosts(after)].flatMap((host) =>
    known.has(host) || isKnown(`https://${host}`) ? [] : [`Names addresses of ${host}.`],
  );
  return [...orders, ...new Set([...addresses, ...bare])];
}

function describeAddress(address: string): string {
  const host = URL.canParse(address) ? new URL(address).host : '';
  return host === '' ? `Holds ${address.slice(0, MAX_SHOWN)}.` : `Names addresses of ${host}.`;
}

/** Tells addresses that are named, and those below the server's APIs or below what the person named. */
function toKnownPlaces(before: Blueprint, { namedBy }: ExitContext): (address: string) => boolean {
  const hosts = new Set(before.upstreams.flatMap(hostsOf));
  const told = listHosts(before);
  return (address) => {
    if (!/^(?:https?|wss?):/i.test(address) || !URL.canParse(address)) return false;
    const { host } = new URL(address);
    if (NOBODYS.test(host) || told.has(host) || namedBy(host) !== null) return true;
    return listParents(host).some((parent) => hosts.has(parent) || namedBy(parent) === 'person');
  };
}

/** Hosts that a host belongs to, without the last label alone. */
function listParents(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'));
}

/** Hosts that a server names anywhere: of its APIs, and of the addresses in its texts. */
export function listHosts(blueprint: Blueprint): Set<string> {
  const { identity, definitions, tools, resources, prompts, upstreams } = blueprint;
  const named = listAddressed([identity, definitions, tools, resources, prompts]);
  return new Set([...named, ...upstreams.flatMap(hostsOf)]);
}

/** Hosts of the addresses in all texts of a value, and those that its values name without a scheme. */
export function listAddressed(value: unknown): Set<string> {
  const found = [...textOf(value).matchAll(ADDRESS)].flatMap(([address]) =>
    URL.canParse(address) ? [new URL(address).host] : [],
  );
  return new Set([...found, ...findBareHosts(value)]);
}

/** All texts of a value, names of properties too: of a schema models read both. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  return Object.entries(value)
    .map(([name, item]) => `${name}\n${textOf(item)}`)
    .join('\n');
}
