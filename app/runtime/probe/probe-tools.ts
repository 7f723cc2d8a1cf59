import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { sampleArguments } from '../mock/sample-arguments.ts';
import type { ProbeRequest } from './probe-exchange.ts';
import { legacyRequest } from './probe-messages.ts';
import type { ProbeAddress } from './probe-messages.ts';
import { request } from './probe-requests.ts';
import { checkShape } from './probe-shape.ts';
import type { Exchange, ProbedTools, ProbeName, ServerEvidence } from './server-evidence.ts';

/** Lists are read up to this many pages and bytes. */
const MAX_PAGES = 200;
const MAX_LIST_BYTES = 24 * 1024 * 1024;
/** Number of tools tried: making arguments from a large schema takes time. */
const MAX_TRIED = 8;

/** Calls known to work, by tool. */
export type ProbeCalls = readonly { name: string; arguments: JsonObject }[];

/** Means of asking the server, once its eras are known. */
export interface ProbeContext {
  address: ProbeAddress;
  session: string | null;
  /** Supports 2026-07-28. */
  isModern: boolean;
  /** Supports 2025-11-25. */
  isLegacy: boolean;
  send: (request: ProbeRequest) => Promise<Exchange>;
  /** Sends a request and records the exchange as evidence. */
  record: (name: ProbeName, request: ProbeRequest) => Promise<Exchange>;
}

/** Lists all tools, and the first page again: the order must not change. */
export async function listAll(ask: ProbeContext): Promise<ProbedTools | null> {
  const first = await ask.record('list', request(ask, 'tools/list'));
  let page = pageOf(first);
  if (page === null) return null;
  const listed: ProbedTools = { tools: page.tools, pageBytes: [page.bytes], isComplete: true };
  let bytes = page.bytes;
  const seen = new Set<string>();
  while (page?.next !== undefined) {
    const cursor: string = page.next;
    // A repeated cursor means a loop.
    const isEnough = listed.pageBytes.length >= MAX_PAGES || bytes > MAX_LIST_BYTES;
    if (isEnough || seen.has(cursor)) return { ...listed, isComplete: false };
    seen.add(cursor);
    const next = checkShape('list', await ask.send(request(ask, 'tools/list', { cursor })));
    page = pageOf(next);
    if (page === null) return { ...listed, isComplete: false };
    if (next.schemaProblems?.length) first.schemaProblems?.push(...next.schemaProblems);
    listed.tools.push(...page.tools);
    listed.pageBytes.push(page.bytes);
    bytes += page.bytes;
  }
  await ask.record('listAgain', request(ask, 'tools/list'));
  if (ask.isModern && ask.isLegacy) {
    const legacy = legacyRequest(ask.address, 'tools/list', {}, ask.session);
    await ask.record('listLegacy', legacy);
  }
  return listed;
}

function pageOf({ got }: Exchange): { tools: JsonObject[]; bytes: number; next?: string } | null {
  const result = got?.message?.['result'];
  if (!isJsonObject(result) || !Array.isArray(result['tools'])) return null;
  const next = result['nextCursor'];
  return {
    tools: result['tools'].filter(isJsonObject),
    bytes: new TextEncoder().encode(JSON.stringify(got?.message)).length,
    ...(typeof next === 'string' && next !== '' ? { next } : {}),
  };
}

/** Calls one tool with arguments that its schema rejects, and one with valid arguments. */
export async function chooseCalls(
  ask: ProbeContext,
  evidence: ServerEvidence,
  {
    mayCallAny = false,
    calls = [],
    readOnlyCalls,
  }: { mayCallAny?: boolean; calls?: ProbeCalls; readOnlyCalls?: readonly string[] },
): Promise<void> {
  const tools = evidence.tools?.tools ?? [];
  const others = mayCallAny ? tools.filter((tool) => !isReadOnly(tool)) : [];
  const readOnly = tools.filter(isReadOnly).filter(({ name }) => isAmong(readOnlyCalls, name));
  const callable = [...readOnly, ...others];
  const wrong = findWrong(callable);
  if (wrong !== null) {
    evidence.wrongTool = wrong.name;
    evidence.wrongArgument = wrong.argument;
    const params = { name: wrong.name, arguments: wrong.arguments };
    await ask.record('argumentsWrong', request(ask, 'tools/call', params));
  }
  const names = new Set(callable.map(({ name }) => name));
  const right = calls.find(({ name }) => names.has(name)) ?? findRight(callable);
  if (right === undefined) return;
  evidence.calledTool = right.name;
  await ask.record('callRight', request(ask, 'tools/call', { ...right }));
}

function isAmong(names: readonly string[] | undefined, name: JsonValue | undefined): boolean {
  return names === undefined || (typeof name === 'string' && names.includes(name));
}

function isReadOnly({ annotations }: JsonObject): boolean {
  return isJsonObject(annotations) && annotations['readOnlyHint'] === true;
}

/** Omits a required argument; if there is none, a simple one gets an object. */
function findWrong(
  tools: JsonObject[],
): { name: string; argument: string; arguments: JsonObject } | null {
  for (const { name, inputSchema } of tools) {
    if (typeof name !== 'string' || !isJsonObject(inputSchema)) continue;
    const { required } = inputSchema;
    const [first] = Array.isArray(required) ? required : [];
    if (typeof first === 'string') return { name, argument: first, arguments: {} };
  }
  for (const { name, inputSchema } of tools) {
    if (typeof name !== 'string' || !isJsonObject(inputSchema)) continue;
    const properties = isJsonObject(inputSchema['properties']) ? inputSchema['properties'] : {};
    for (const [argument, schema] of Object.entries(properties)) {
      if (!isJsonObject(schema) || !isSimple(schema['type'])) continue;
      return { name, argument, arguments: { [argument]: { wrong: true } } };
    }
  }
  return null;
}

function isSimple(type: unknown): boolean {
  return typeof type === 'string' && ['string', 'integer', 'number', 'boolean'].includes(type);
}

/** The first call that can be made from a schema; tools with an output schema are preferred. */
function findRight(tools: JsonObject[]): { name: string; arguments: JsonObject } | undefined {
  const typed = tools.filter(({ outputSchema }) => outputSchema !== undefined);
  const rest = tools.filter(({ outputSchema }) => outputSchema === undefined);
  for (const { name, inputSchema } of [...typed, ...rest].slice(0, MAX_TRIED)) {
    if (typeof name !== 'string' || !isJsonObject(inputSchema)) continue;
    const args = sampleArguments({ name, inputSchema }, {});
    if (args !== null) return { name, arguments: args };
  }
  return undefined;
}
