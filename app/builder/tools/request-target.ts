import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { ArgumentChange } from './tool-change.ts';

/** Where a request goes: an upstream that is there or new, and a path below it. */
export interface Target {
  method: string;
  upstream: string;
  baseUrl: string;
  isNew: boolean;
  /** Template below the base URL. */
  path: string;
  pathArguments: string[];
  /** What the address's query names. */
  query: ArgumentChange[];
}

/** Finds the upstream that an address belongs to, or says which is new. */
export function findTarget(
  { upstreams }: Blueprint,
  request: { method: string; url: string },
): Result<Target, { reason: 'unclear'; problems: PathProblem[] }> {
  const [address = '', query = ''] = request.url.trim().split('#')[0]?.split('?') ?? [];
  const parts = /^(https?:\/\/[^/]+)(\/.*)?$/i.exec(address);
  if (!parts && !address.startsWith('/')) {
    return unclear(
      `"${request.url}" is no address: give https://host/path, or a path that starts with /.`,
    );
  }
  const origin = parts?.[1];
  if (origin !== undefined && !URL.canParse(origin)) return unclear(`"${origin}" is no host.`);
  const whole = parts ? `${origin}${parts[2] ?? ''}` : address;
  const owner = parts
    ? upstreams.find(({ baseUrl }) => whole === baseUrl || whole.startsWith(`${baseUrl}/`))
    : upstreams[0];
  if (!owner && origin === undefined) {
    return unclear(
      'The server has no API yet: give the whole address, with https:// and the host.',
    );
  }
  const baseUrl = owner?.baseUrl ?? new URL(origin ?? '').origin;
  const path = (parts ? whole.slice(baseUrl.length) : address) || '/';
  return succeed({
    method: request.method.toUpperCase(),
    upstream:
      owner?.id ??
      freeId(
        upstreams.map(({ id }) => id),
        new URL(baseUrl).hostname,
      ),
    baseUrl,
    isNew: owner === undefined,
    path,
    pathArguments: [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name = '']) => name),
    query: readQuery(query),
  });
}

function unclear(message: string): { ok: false } & { reason: 'unclear'; problems: PathProblem[] } {
  return fail({ reason: 'unclear', problems: [{ path: '$.request.url', message }] });
}

function freeId(taken: readonly string[], host: string): string {
  const base = taken.length === 0 ? 'api' : host.slice(0, 60);
  return taken.includes(base) ? `${base}-${taken.length + 1}` : base;
}

/** `?q={q}&limit=20` names two arguments, the second with a default. */
function readQuery(query: string): ArgumentChange[] {
  return [...new URLSearchParams(query)]
    .filter(([name]) => name !== '')
    .map(([name, value]) => {
      if (value === '' || /^\{.*\}$/.test(value)) return { name, in: 'query' as const };
      const isInteger = /^-?\d{1,15}$/.test(value);
      return {
        name,
        in: 'query' as const,
        ...(isInteger ? { type: 'integer' as const } : {}),
        default: isInteger ? Number(value) : value,
      };
    });
}
