import { nameOperation } from '#app/blueprint/operation-name.ts';
import { toWords } from '#app/blueprint/words.ts';
import type { Base, EndpointSketch, PlacedEndpoint } from '#app/extraction/reading/sketch.ts';

import { liveTools, type WorkModel, type WorkTool, type WorkUpstream } from './work-model.ts';

export interface AddedEndpoints {
  /** New tools, in order. */
  added: WorkTool[];
  /** Existing tools that the message names by address, with its description of them. */
  named: { tool: WorkTool; sketch: EndpointSketch }[];
  /** Endpoints without a host. */
  homeless: EndpointSketch[];
}

const ROOT_SEGMENT = /^(?:api|apis|rest|v\d+(?:[.-]\d+)*|\d+\.\d+)$/i;

/** Adds the endpoints of a message to the model; known addresses are only recorded. */
export function addEndpoints(
  model: WorkModel,
  endpoints: readonly PlacedEndpoint[],
  bases: readonly Base[],
): AddedEndpoints {
  const result: AddedEndpoints = { added: [], named: [], homeless: [] };
  const upstreams = new Map<string, WorkUpstream>();
  for (const { sketch, start } of endpoints) {
    const target = findTarget(model, sketch, basesOf(bases, start), upstreams, endpoints);
    if (!target) {
      result.homeless.push(sketch);
      continue;
    }
    const method = sketch.method ?? 'GET';
    const known = liveTools(model).find(
      (tool) => tool.method === method && isSameAddress(tool, target.upstream.baseUrl, target.path),
    );
    if (known) {
      if (result.added.includes(known)) mergeInto(known, sketch);
      else result.named.push({ tool: known, sketch });
      continue;
    }
    const tool = toTool(model, sketch, method, target);
    if (!model.upstreams.includes(target.upstream)) model.upstreams.push(target.upstream);
    if (sketch.auth && target.upstream.auth === null) target.upstream.auth = sketch.auth;
    model.tools.push(tool);
    result.added.push(tool);
  }
  return result;
}

/** Whether an address names a host that can be called. */
function isAddress(url: string): boolean {
  const plain = url.replace(/[{}]/g, '');
  return URL.canParse(plain) && /^https?:\/\/[^\s/]*[\p{L}\p{N}]/iu.test(plain);
}

/** The base URL of an endpoint: the nearest before it, else the first after it. */
function basesOf(bases: readonly Base[], start: number): string | null {
  return bases.findLast((base) => base.start <= start)?.url ?? bases[0]?.url ?? null;
}

interface Target {
  upstream: WorkUpstream;
  path: string;
}

function findTarget(
  model: WorkModel,
  { url }: EndpointSketch,
  base: string | null,
  upstreams: Map<string, WorkUpstream>,
  all: readonly PlacedEndpoint[],
): Target | null {
  if (/^https?:\/\//i.test(url)) {
    if (!isAddress(url)) return null;
    const known =
      longestBase(model, url) ??
      (base !== null && isBelow(url, base) ? upstreamFor(model, base, upstreams) : null);
    if (known) return { upstream: known, path: url.slice(known.baseUrl.length) || '/' };
    const root = rootOf(url);
    return { upstream: upstreamFor(model, root, upstreams), path: url.slice(root.length) || '/' };
  }
  const path = url.startsWith('/') ? url : `/${url}`;
  if (base !== null && isAddress(base)) {
    const repeated = pathOf(base);
    // "https://host/api" with "/api/users": the paths are already complete.
    const isWhole =
      repeated !== '' &&
      all
        .filter(({ sketch }) => sketch.url.startsWith('/'))
        .every(({ sketch }) => sketch.url === repeated || sketch.url.startsWith(`${repeated}/`));
    const upstream = upstreamFor(model, base, upstreams);
    return { upstream, path: isWhole ? path.slice(repeated.length) || '/' : path };
  }
  const [only] = model.upstreams;
  if (!only) return null;
  const prefix = pathOf(only.baseUrl);
  return {
    upstream: only,
    path: prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path,
  };
}

function isBelow(url: string, base: string): boolean {
  return url === base || url.startsWith(`${base}/`);
}

function longestBase(model: WorkModel, url: string): WorkUpstream | null {
  const fitting = model.upstreams.filter(({ baseUrl }) => isBelow(url, baseUrl));
  return fitting.toSorted((a, b) => b.baseUrl.length - a.baseUrl.length)[0] ?? null;
}

function upstreamFor(
  model: WorkModel,
  base: string,
  upstreams: Map<string, WorkUpstream>,
): WorkUpstream {
  const baseUrl = base
    .replace(/\/+$/, '')
    .replace(/^(https?:\/\/[^/]*)/i, (origin) => origin.toLowerCase());
  const known = model.upstreams.find((each) => each.baseUrl === baseUrl) ?? upstreams.get(baseUrl);
  const upstream = known ?? { id: null, baseUrl, auth: null };
  upstreams.set(baseUrl, upstream);
  return upstream;
}

function pathOf(base: string): string {
  return new URL(base).pathname.replace(/\/+$/, '');
}

/** The origin with segments such as `api` and `v1`. */
function rootOf(url: string): string {
  const [, origin = '', rest = ''] = /^(https?:\/\/[^/]+)(.*)$/i.exec(url) ?? [];
  const segments = rest.split('/').slice(1);
  const end = segments.findIndex((segment) => !ROOT_SEGMENT.test(segment));
  const root = segments.slice(
    0,
    Math.min(end === -1 ? segments.length : end, Math.max(segments.length - 1, 0)),
  );
  return [origin, ...root].join('/');
}

function isSameAddress(tool: WorkTool, baseUrl: string, path: string): boolean {
  const normal = (text: string) => text.replace(/\{[^}]*\}/g, '{}').replace(/\/+$/, '');
  return normal(`${tool.upstream?.baseUrl ?? ''}${tool.path}`) === normal(`${baseUrl}${path}`);
}

function toTool(
  model: WorkModel,
  sketch: EndpointSketch,
  method: string,
  { upstream, path }: Target,
): WorkTool {
  const reads = sketch.readOnly === true || method === 'GET' || method === 'HEAD';
  const fixed = sketch.parameters.filter((each) => each.fixed !== undefined);
  return {
    original: null,
    name: freeName(model, sketch.name ?? nameOperation(method, path)),
    isRemoved: false,
    kind: 'http',
    method,
    path,
    upstream,
    ...(sketch.title ? { title: sketch.title } : {}),
    ...(sketch.description ? { description: sketch.description } : {}),
    args: sketch.parameters.filter((each) => each.fixed === undefined).map((each) => ({ ...each })),
    constants: fixed.map((each) => ({
      in: each.in ?? 'query',
      name: each.sentAs ?? each.name,
      value: each.fixed ?? null,
    })),
    keep: sketch.keep && sketch.keep.length > 0 ? sketch.keep : null,
    reads,
    confirms: sketch.confirm ?? false,
    enabled: true,
    ...(sketch.body ? { bodyType: sketch.body } : {}),
    aliases: [...(sketch.aliases ?? []), ...(sketch.description ? [sketch.description] : [])],
    returns: [],
  };
}

/** Merges descriptions of an endpoint that is named twice. */
function mergeInto(tool: WorkTool, sketch: EndpointSketch): void {
  for (const parameter of sketch.parameters) {
    const known = tool.args.find(({ name }) => name === parameter.name);
    if (known) Object.assign(known, { ...known, ...parameter });
    else tool.args.push({ ...parameter });
  }
  if (sketch.description && !tool.description) tool.description = sketch.description;
  if (sketch.keep && sketch.keep.length > 0) tool.keep = sketch.keep;
  if (sketch.confirm) tool.confirms = true;
}

/** An unused tool name: letters, digits, `_ . -`, at most 64 characters. */
export function freeName(model: WorkModel, wanted: string): string {
  const clean = wanted
    .replace(/[^A-Za-z0-9_.-]+/g, '_')
    .replace(/^[_.-]+|[_.-]+$/g, '')
    .slice(0, 60);
  const base = clean || toWords(wanted).join('_').slice(0, 60) || 'tool';
  const taken = new Set(liveTools(model).map(({ name }) => name));
  if (!taken.has(base)) return base;
  for (let count = 2; ; count += 1) {
    if (!taken.has(`${base}_${count}`)) return `${base}_${count}`;
  }
}
