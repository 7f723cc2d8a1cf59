import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

import type { Call } from '#app/builder/built-in/turn.ts';
import { placeOf } from './work-model.ts';
import type { WorkArgument, WorkModel, WorkTool, WorkUpstream } from './work-model.ts';

/** Constraints of an argument that calls carry. */
const FACTS = [
  'type',
  'items',
  'format',
  'required',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'enum',
  'default',
  'description',
] as const;
const CLEARABLE = ['minimum', 'maximum', 'default', 'enum', 'format'] as const;

/** The calls that turn one model of the draft into the other. */
export function toCalls(before: WorkModel, after: WorkModel): Call[] {
  const ids = nameUpstreams(after);
  const known = new Map(before.tools.map((tool) => [tool.original ?? tool.name, tool]));
  const renames = after.tools
    .filter((tool) => tool.original !== null && !tool.isRemoved && tool.name !== tool.original)
    .map(({ original, name }) => ({ from: original ?? '', to: name }));
  const removed = after.tools
    .filter(({ original, isRemoved }) => isRemoved && original !== null)
    .map(({ original }) => original ?? '');
  const upstreams = after.upstreams.filter(
    (each) =>
      each.id !== null || after.tools.some((tool) => !tool.isRemoved && tool.upstream === each),
  );
  return [
    // First, since secrets are named after the server.
    ...toIdentity(before, after),
    ...upstreams.flatMap((upstream) => toUpstreamCall(before, upstream, ids)),
    ...toRemovals(removed),
    ...toRenames(renames),
    ...after.tools
      .filter(({ isRemoved }) => !isRemoved)
      .flatMap((tool) => toToolCall(known.get(tool.original ?? ''), tool)),
  ];
}

function toRemovals(names: string[]): Call[] {
  const [name] = names;
  if (name === undefined) return [];
  return [{ tool: 'remove_tool', input: names.length === 1 ? { name } : { names } }];
}

function toRenames(renames: { from: string; to: string }[]): Call[] {
  const [first] = renames;
  if (!first) return [];
  return [{ tool: 'rename_tool', input: renames.length === 1 ? { ...first } : { renames } }];
}

/** Ids of new APIs: `api` for the first, the host for others. */
function nameUpstreams({ upstreams }: WorkModel): Map<WorkUpstream, string> {
  const taken = new Set(upstreams.flatMap(({ id }) => (id === null ? [] : [id])));
  const ids = new Map<WorkUpstream, string>();
  for (const upstream of upstreams) {
    let id =
      upstream.id ?? (taken.size === 0 ? 'api' : new URL(upstream.baseUrl).hostname.slice(0, 60));
    for (let count = 2; upstream.id === null && taken.has(id); count += 1)
      id = `${new URL(upstream.baseUrl).hostname.slice(0, 56)}-${count}`;
    taken.add(id);
    ids.set(upstream, id);
  }
  return ids;
}

function toUpstreamCall(
  before: WorkModel,
  upstream: WorkUpstream,
  ids: Map<WorkUpstream, string>,
): Call[] {
  const old = before.upstreams.find(({ id }) => id !== null && id === upstream.id);
  const auth = toAuth(upstream);
  const isSameAuth = old
    ? JSON.stringify(old.auth) === JSON.stringify(upstream.auth)
    : upstream.auth === null;
  const isSameBase = old?.baseUrl === upstream.baseUrl;
  if (isSameAuth && isSameBase) return [];
  const input: JsonObject = { id: ids.get(upstream) ?? 'api' };
  if (!isSameBase) input['baseUrl'] = upstream.baseUrl;
  if (!isSameAuth && auth) input['auth'] = auth;
  return Object.keys(input).length > 1 ? [{ tool: 'set_upstream', input }] : [];
}

/** Input of `set_upstream`; null if the text does not say enough. */
function toAuth({ auth }: WorkUpstream): JsonObject | null {
  if (auth === null) return { kind: 'none' };
  switch (auth.kind) {
    case 'none':
      return { kind: 'none' };
    case 'other':
      return null;
    case 'apiKey':
      return { kind: 'apiKey', in: auth.in ?? 'header', name: auth.name ?? 'X-Api-Key' };
    case 'oauth2':
      return auth.tokenUrl === undefined
        ? null
        : { kind: 'oauth2', tokenUrl: auth.tokenUrl, scopes: auth.scopes ?? [] };
    default:
      return { kind: auth.kind };
  }
}

function toToolCall(old: WorkTool | undefined, tool: WorkTool): Call[] {
  const input: JsonObject = { name: tool.name };
  const address = `${tool.upstream?.baseUrl ?? ''}${tool.path}`;
  const wasAt = old ? `${old.upstream?.baseUrl ?? ''}${old.path}` : null;
  const hasMoved =
    old !== undefined &&
    (old.path !== tool.path || (old.upstream?.id ?? null) !== (tool.upstream?.id ?? null));
  if (!old || old.method !== tool.method || (hasMoved && wasAt !== address)) {
    input['request'] = {
      method: tool.method,
      url: address,
      ...(tool.upstream ? { base: tool.upstream.baseUrl } : {}),
    };
  }
  for (const key of ['title', 'description'] as const) {
    const text = tool[key];
    if (text !== undefined && text !== old?.[key]) input[key] = text;
  }
  if (old && old.enabled !== tool.enabled) input['enabled'] = tool.enabled;
  Object.assign(input, toArgumentChanges(old, tool), toConstants(old, tool));
  if (JSON.stringify(old?.keep ?? null) !== JSON.stringify(tool.keep))
    input['keep'] = tool.keep ?? [];
  if (old ? old.confirms !== tool.confirms : tool.confirms) input['confirm'] = tool.confirms;
  if (old ? old.reads !== tool.reads : tool.reads && tool.method !== 'GET')
    input['readOnly'] = tool.reads;
  if (!old && tool.bodyType && tool.bodyType !== 'json') input['bodyType'] = tool.bodyType;
  return Object.keys(input).length > 1 ? [{ tool: 'upsert_tool', input }] : [];
}

function toArgumentChanges(old: WorkTool | undefined, tool: WorkTool): JsonObject {
  const renamed = tool.args.filter(
    ({ original, name }) => original !== undefined && original !== name,
  );
  const kept = new Set(tool.args.map(({ original }) => original));
  const constants = new Set(tool.constants.map(({ name }) => name));
  const removed = (old?.args ?? [])
    .filter(
      ({ name, sentAs }) =>
        !kept.has(name) &&
        !tool.path.includes(`{${name}}`) &&
        !constants.has(sentAs ?? name) &&
        !(old?.path.includes(`{${name}}`) ?? false),
    )
    .map(({ name }) => name);
  const changes = tool.args.flatMap((argument) => toArgumentChange(old, tool, argument));
  return {
    ...(renamed.length > 0
      ? {
          renameArguments: renamed.map(({ original, name, sentAs, in: place }) => ({
            from: original ?? '',
            to: name,
            ...(place === 'body' && sentAs ? { sentAs } : {}),
          })),
        }
      : {}),
    ...(removed.length > 0 ? { removeArguments: removed } : {}),
    ...(changes.length > 0 ? { arguments: changes } : {}),
  };
}

function toArgumentChange(
  oldTool: WorkTool | undefined,
  tool: WorkTool,
  argument: WorkArgument,
): JsonObject[] {
  const old = oldTool?.args.find(({ name }) => name === argument.original);
  const change: JsonObject = { name: argument.name };
  const place = placeOf(tool, argument);
  if (!old || placeOf(oldTool ?? tool, old) !== place) change['in'] = place;
  for (const key of FACTS) {
    const value: JsonValue | undefined = argument[key];
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(old?.[key]))
      change[key] = value;
  }
  if (place === 'path') delete change['required'];
  if (argument.schema && !old) change['schema'] = argument.schema;
  if (
    argument.sentAs !== undefined &&
    argument.sentAs !== old?.sentAs &&
    (argument.sentAs !== argument.name || old?.sentAs !== undefined) &&
    argument.sentAs !== argument.original
  )
    change['sentAs'] = argument.sentAs;
  const cleared = CLEARABLE.filter(
    (key) => old?.[key] !== undefined && argument[key] === undefined,
  );
  if (cleared.length > 0) change['clear'] = [...cleared];
  const isOnlyPath = !old && place === 'path' && Object.keys(change).length === 2;
  return Object.keys(change).length > 1 && !isOnlyPath ? [change] : [];
}

function toConstants(old: WorkTool | undefined, tool: WorkTool): JsonObject {
  const before = old?.constants ?? [];
  const same = (one: WorkTool['constants'][number], list: WorkTool['constants']) =>
    list.some((each) => JSON.stringify(each) === JSON.stringify(one));
  const set = tool.constants.filter((each) => !same(each, before));
  const gone = before
    .filter((each) => !tool.constants.some(({ name }) => name === each.name))
    .map((each) => ({ ...each, value: null }));
  const all = [...set, ...gone];
  return all.length > 0 ? { constants: all } : {};
}

function toIdentity(before: WorkModel, after: WorkModel): Call[] {
  const input: JsonObject = {};
  for (const key of ['name', 'title', 'description', 'instructions'] as const) {
    const text = after.identity[key];
    if (text !== undefined && text !== before.identity[key]) input[key] = text;
  }
  return Object.keys(input).length > 0 ? [{ tool: 'set_identity', input }] : [];
}
