import { nameOperation } from '#app/blueprint/operation-name.ts';
import { isSecretName } from '#app/blueprint/import/curl/credentials.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { toText } from '#app/runtime/json.ts';

import { perform, say } from '#app/builder/built-in/outcome.ts';
import type { Outcome } from '#app/builder/built-in/outcome.ts';
import type { Scope } from '#app/builder/built-in/scope.ts';
import type { Call, DraftFacts, ToolFacts } from '#app/builder/built-in/turn.ts';
import { inferType } from '#app/builder/built-in/words/fields.ts';
import type { Field } from '#app/builder/built-in/words/fields.ts';
import { readAddress } from './address.ts';
import type { Address } from './address.ts';

/** A tool to be, as somebody described it. */
export interface Endpoint {
  method: string;
  /** An address, or a path below a base URL. */
  address: string;
  name?: string;
  description?: string;
  fields: Field[];
  keep?: string[];
  confirm?: boolean;
}

/** The calls that make a tool of an endpoint, or the question that has to be answered first. */
export function addEndpoint(endpoint: Endpoint, scope: Scope): Outcome {
  return withBase([endpoint], scope.facts, (base) => {
    const made = toCalls(endpoint, scope.facts, base);
    if (!made) return say(`"${endpoint.address.slice(0, 100)}" is no address that can be called.`);
    const taken = scope.facts.tools.find(({ name }) => name === made.name);
    if (!taken || isSameCall(taken, made.method, made.url, scope.facts)) return toOutcome(made);
    return askName(endpoint, scope, made.name, taken);
  });
}

/** As `addEndpoint`, for a list of them: names that are taken get a number. */
export function addEndpoints(
  endpoints: readonly Endpoint[],
  scope: Scope,
  givenBase: string | null,
): Outcome {
  const add = (base: string | null): Outcome => {
    const names = new Set(scope.facts.tools.map(({ name }) => name));
    const calls: Call[] = [];
    const added: string[] = [];
    const steps: string[] = [];
    for (const endpoint of endpoints) {
      const made = toCalls(endpoint, scope.facts, base);
      if (!made)
        return say(`"${endpoint.address.slice(0, 100)}" is no address that can be called.`);
      const known = scope.facts.tools.find(({ name }) => name === made.name);
      const isSame = known && isSameCall(known, made.method, made.url, scope.facts);
      const name = isSame && !added.includes(made.name) ? made.name : freeName(made.name, names);
      names.add(name);
      added.push(name);
      steps.push(`Add ${name}: ${made.method} ${made.url}`);
      calls.push(...withName(made, name).calls);
    }
    const plan = `Add ${added.length} tools`;
    return { kind: 'calls', calls, plan, steps, subject: added };
  };
  return givenBase === null ? withBase(endpoints, scope.facts, add) : add(givenBase);
}

/** Asks for the base URL where there are only paths, and the draft knows none or several. */
function withBase(
  endpoints: readonly Endpoint[],
  { upstreams }: DraftFacts,
  next: (base: string | null) => Outcome,
): Outcome {
  const open = endpoints.find(({ address }) => address.startsWith('/'));
  if (!open || upstreams.length === 1) return next(null);
  return {
    kind: 'question',
    question:
      upstreams.length === 0
        ? `Which base URL does \`${open.address.slice(0, 100)}\` belong to? For example https://api.example.com/v1.`
        : `Which API does \`${open.address.slice(0, 100)}\` belong to?`,
    choices: upstreams.slice(0, 8).map(({ baseUrl }) => baseUrl),
    answered: (answer) => {
      const said = answer.trim().replace(/[.,;]$/, '');
      const host = /^[a-z\d-]+(?:\.[a-z\d-]+)+(?:[:/]\S*)?$/i.test(said) ? `https://${said}` : said;
      return /^https?:\/\/\S+$/i.test(host) && readAddress(host) ? next(host) : null;
    },
  };
}

interface MadeTool {
  name: string;
  method: string;
  url: string;
  calls: Call[];
}

function toCalls(endpoint: Endpoint, facts: DraftFacts, base: string | null): MadeTool | null {
  const isPath = endpoint.address.startsWith('/');
  const whole = isPath && base !== null ? joinAddress(base, endpoint.address) : endpoint.address;
  const address = readAddress(whole);
  if (!address) return null;
  const { method } = endpoint;
  const url = `${address.origin ?? ''}${address.template}`;
  const known = facts.tools.find((tool) => isSameCall(tool, method, url, facts));
  const name = endpoint.name ?? known?.name ?? nameOperation(method, ownPath(address, base));
  const secret = address.query.find((each) => isSecretName(each.name));
  const input: JsonObject = {
    name,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    request: { method, url },
  };
  const list = toArguments(endpoint, address);
  if (list.length > 0) input['arguments'] = list;
  if (endpoint.keep) input['keep'] = endpoint.keep;
  if (endpoint.confirm === true) input['confirm'] = true;
  const auth: JsonObject = { kind: 'apiKey', in: 'query', name: secret?.name ?? '' };
  const calls: Call[] = [{ tool: 'upsert_tool', input }, ...toExample(name, address, list)];
  if (secret && facts.upstreams.length <= 1) calls.push({ tool: 'set_upstream', input: { auth } });
  return { name, method, url, calls };
}

/** The path that names the tool: what the base URL says of itself is no part of it. */
function ownPath(address: Address, base: string | null): string {
  const before = base === null ? '' : (readAddress(base)?.template.replace(/\/$/, '') ?? '');
  const { template } = address;
  return before !== '' && template.startsWith(`${before}/`)
    ? template.slice(before.length)
    : template;
}

function toArguments({ method, fields }: Endpoint, address: Address): JsonObject[] {
  const place = /^(?:GET|HEAD|DELETE)$/.test(method) ? 'query' : 'body';
  const inPath = address.path.map(({ name, example }) => {
    const patch = fields.find((field) => field.name === name)?.patch ?? {};
    const type =
      example === undefined ? inferType(patch) : inferType({ default: example, ...patch });
    return { ...patch, name, in: 'path', type, required: true };
  });
  const inQuery = address.query
    .filter(({ name }) => !isSecretName(name) && !fields.some((field) => field.name === name))
    .map(({ name, value }) => {
      const patch: JsonObject = value === undefined ? {} : { default: value };
      // A place to be filled has to be filled.
      return {
        name,
        in: 'query',
        type: inferType(patch, name),
        required: value === undefined,
        ...patch,
      };
    });
  const named = fields
    .filter(({ name }) => !address.path.some((each) => each.name === name))
    .map(({ name, patch }) => {
      const isInQuery = address.query.some((each) => each.name === name);
      const where = patch['in'] ?? (isInQuery ? 'query' : place);
      return {
        name,
        in: where,
        type: inferType(patch, name),
        required: where === 'body',
        ...patch,
      };
    });
  return [...inPath, ...inQuery, ...named];
}

/** What stood in the address is a call that works, where nothing else is needed. */
function toExample(tool: string, address: Address, list: readonly JsonObject[]): Call[] {
  const given = new Map<string, JsonValue>();
  for (const { name, example } of address.path) if (example !== undefined) given.set(name, example);
  const isWhole = list.every(
    ({ name, required }) => required !== true || given.has(toText(name ?? null)),
  );
  if (given.size === 0 || !isWhole) return [];
  return [{ tool: 'add_example', input: { tool, arguments: Object.fromEntries(given) } }];
}

function toOutcome({ name, method, url, calls }: MadeTool): Outcome {
  return perform(`Add ${name}: ${method} ${url}`, calls, [name]);
}

function withName(made: MadeTool, name: string): MadeTool {
  const calls = made.calls.map(({ tool, input }): Call => {
    if (tool === 'upsert_tool') return { tool, input: { ...input, name } };
    return tool === 'add_example' ? { tool, input: { ...input, tool: name } } : { tool, input };
  });
  return { ...made, name, calls };
}

function askName(endpoint: Endpoint, scope: Scope, name: string, taken: ToolFacts): Outcome {
  const free = freeName(name, new Set(scope.facts.tools.map((tool) => tool.name)));
  const address = [taken.method, taken.path].filter((part) => part !== undefined).join(' ');
  const replace = `Replace ${name}`;
  return {
    kind: 'question',
    question: `There is a tool \`${name}\` already${address === '' ? '' : ` (${address})`}. What should become of it?`,
    choices: [`Name the new one ${free}`, replace],
    default: `Name the new one ${free}`,
    answered: (answer) => {
      const said = answer.trim().replace(/\.$/, '');
      const own = /^(?:name the new one )?([A-Za-z0-9_.-]{1,64})$/i.exec(said)?.[1];
      const chosen = said.toLowerCase().startsWith('replace') ? name : own;
      if (chosen === undefined) return null;
      return withBase([endpoint], scope.facts, (base) => {
        const made = toCalls(endpoint, scope.facts, base);
        return made ? toOutcome(withName(made, chosen)) : say('That address cannot be called.');
      });
    },
  };
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let round = 2; taken.has(free); round += 1) free = `${name.slice(0, 60)}_${round}`;
  return free;
}

function joinAddress(base: string, path: string): string {
  return `${base.replace(/[?#].*$/, '').replace(/\/+$/, '')}${path}`;
}

function isSameCall(
  tool: ToolFacts,
  method: string,
  url: string,
  { upstreams }: DraftFacts,
): boolean {
  if (tool.method !== method || tool.path === undefined) return false;
  if (url.startsWith('/')) return tool.path === url;
  const base = upstreams.find(({ id }) => id === tool.upstream) ?? upstreams[0];
  return base !== undefined && joinAddress(base.baseUrl, tool.path) === url;
}
