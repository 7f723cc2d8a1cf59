import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { findHostVariable } from '#app/blueprint/find-host-variable.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { ArgumentChange, RequestChange } from './tool-change.ts';
import { isCredentialName } from './credential-name.ts';

type Upstream = Blueprint['upstreams'][number];
type Unclear = { reason: 'unclear'; problems: PathProblem[] };

/** URLs resolve such segments before they are sent, also where their dots are encoded. */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** Where a request goes: an upstream that is there or new, and a path below it. */
export interface Target {
  method: string;
  upstream: string;
  baseUrl: string;
  isNew: boolean;
  /** Template below the base URL. */
  path: string;
  pathArguments: string[];
  /** Arguments in the address's query. */
  query: ArgumentChange[];
}

/**
 * Finds the upstream that an address belongs to, the one with the longest base URL, or says which is
 * new.
 *
 * @param usual id of the upstream that a path without a host is below; the first where absent.
 */
export function findTarget(
  { upstreams }: Blueprint,
  request: RequestChange,
  usual?: string,
): Result<Target, Unclear> {
  const [address = '', query = ''] = request.url.trim().split('#')[0]?.split('?') ?? [];
  const isAbsolute = /^https?:\/\//i.test(address);
  if (!isAbsolute && !address.startsWith('/')) {
    return unclear(
      `"${shorten(request.url)}" is no address: give https://host/path, or a path that starts with /.`,
    );
  }
  const base = request.base === undefined ? null : readBase(request.base);
  if (typeof base === 'string') return unclear(base, '$.request.base');
  const whole = isAbsolute ? toWhole(address) : null;
  if (whole !== null && 'problem' in whole) return unclear(whole.problem);
  const place = findPlace(upstreams, { address, url: whole?.url ?? null, base: base?.url, usual });
  if (typeof place === 'string') return unclear(place);
  const { owner, baseUrl, path } = place;
  if (DOT_SEGMENT.test(path)) {
    return unclear('The path has a "." or "..", which no request keeps: write the path out.');
  }
  const ids = upstreams.map(({ id }) => id);
  return succeed({
    method: request.method.toUpperCase(),
    upstream: owner?.id ?? freeId(ids, new URL(baseUrl).hostname),
    baseUrl: owner?.baseUrl ?? baseUrl,
    isNew: owner === undefined,
    path: path === '' ? '/' : path,
    pathArguments: [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name = '']) => name),
    query: readQuery(query),
  });
}

function unclear(message: string, path = '$.request.url'): { ok: false } & Unclear {
  return fail({ reason: 'unclear', problems: [{ path, message }] });
}

interface Wanted {
  address: string;
  /** The address with its host in small letters; null where it is a path. */
  url: string | null;
  base: string | undefined;
  usual: string | undefined;
}

/** The upstream and the path below it, or what is wrong. */
function findPlace(
  upstreams: readonly Upstream[],
  { address, url, base, usual }: Wanted,
): { owner: Upstream | undefined; baseUrl: string; path: string } | string {
  if (base !== undefined) {
    const path = url === null ? address : isBelow(url, base) ? url.slice(base.length) : null;
    if (path === null) return `The address is not below ${shorten(base)}.`;
    const owner = upstreams.find(({ baseUrl }) => toBase(baseUrl) === base);
    return { owner, baseUrl: base, path };
  }
  if (url === null) {
    const owner = upstreams.find(({ id }) => id === usual) ?? upstreams[0];
    if (owner) return { owner, baseUrl: owner.baseUrl, path: address };
    return 'The server has no API yet: give the whole address, with https:// and the host.';
  }
  const [owner] = upstreams
    .filter(({ baseUrl }) => isBelow(url, toBase(baseUrl)))
    .toSorted((one, other) => toBase(other.baseUrl).length - toBase(one.baseUrl).length);
  const baseUrl = owner ? toBase(owner.baseUrl) : (/^https?:\/\/[^/]+/i.exec(url)?.[0] ?? url);
  return { owner, baseUrl, path: url.slice(baseUrl.length) };
}

function isBelow(url: string, base: string): boolean {
  return url === base || url.startsWith(`${base}/`);
}

/** An address with its host as URLs write it; the path stays as it is, for its arguments. */
function toWhole(address: string): { url: string } | { problem: string } {
  const [, origin = '', path = ''] = /^(https?:\/\/[^/]+)(\/.*)?$/i.exec(address) ?? [];
  const variable = findHostVariable(address);
  if (variable !== null) return { problem: variable };
  if (!URL.canParse(origin)) return { problem: `"${shorten(origin || address)}" is no host.` };
  const parsed = new URL(origin);
  if (parsed.username !== '' || parsed.password !== '' || origin.includes('@')) {
    return {
      problem:
        'The address holds a user name or a password: give it without, and set the authentication with set_upstream.',
    };
  }
  return { url: `${parsed.origin}${path}` };
}

/** A base URL that was given, or what is wrong with it. */
function readBase(base: string): { url: string } | string {
  const whole = toWhole(base.trim());
  if ('problem' in whole) return whole.problem;
  if (/[?#{}]/.test(whole.url)) return 'A base URL has no query, fragment or argument.';
  return { url: toBase(whole.url) };
}

/** A base URL as addresses are compared with it: its host in small letters, no slash at its end. */
function toBase(baseUrl: string): string {
  const whole = toWhole(baseUrl);
  return ('url' in whole ? whole.url : baseUrl).replace(/\/+$/, '');
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

function freeId(taken: readonly string[], host: string): string {
  const base = taken.length === 0 ? 'api' : host.replace(/[^A-Za-z0-9_.-]/g, '').slice(0, 60);
  let free = base;
  for (let count = 2; taken.includes(free); count += 1) free = `${base}-${count}`;
  return free;
}

/** `?q={q}&limit=20` names two arguments, the second with a default. */
function readQuery(query: string): ArgumentChange[] {
  return [...new URLSearchParams(query)]
    .filter(([name]) => name !== '')
    .map(([name, value]) => {
      // A value that may be a credential is nobody's default.
      if (value === '' || isCredentialName(name) || /^\{.*\}$/.test(value))
        return { name, in: 'query' as const };
      const isInteger = /^-?\d{1,15}$/.test(value);
      return {
        name,
        in: 'query' as const,
        ...(isInteger ? { type: 'integer' as const } : {}),
        default: isInteger ? Number(value) : value,
      };
    });
}
