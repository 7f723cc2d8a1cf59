import type { ServerTarget, TargetAuth } from '#app/mcp-client/target.ts';

import { toPublicAddress } from './public-address.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** The longest that a request may be waited for. */
export const MAX_TIMEOUT_MS = 60 * MINUTE_MS;

/** A server with the settings that most need, and what is known about this one. */
export function newTarget(known: Partial<ServerTarget> & Pick<ServerTarget, 'url'>): ServerTarget {
  return {
    id: crypto.randomUUID(),
    transport: 'http',
    era: 'auto',
    route: 'auto',
    headers: [],
    auth: { kind: 'none' },
    timeoutMs: MINUTE_MS,
    maxTimeoutMs: 10 * MINUTE_MS,
    ...known,
    name: known.name || toServerName(known.url),
  };
}

/**
 * A name for a server that has none yet: its host, and the last part of the path, unless that is a credential: names
 * stand in reports and exports.
 */
export function toServerName(url: string): string {
  if (!URL.canParse(url)) return url.slice(0, 80);
  const { host, pathname } = new URL(url);
  if (toPublicAddress(url).url === null) return host;
  const last = pathname.split('/').findLast((part) => !/^(|mcp|sse|api|v\d+|d)$/.test(part));
  return last ? `${host}/${last}` : host;
}

/** A server at another address than before: one that nobody has named is named after it. */
export function moveTarget(target: ServerTarget, before: string): ServerTarget {
  const isNamed = target.name !== '' && target.name !== toServerName(before);
  return isNamed ? target : { ...target, name: toServerName(target.url) };
}

/** The authentication of a kind, with nothing filled in. */
export function blankAuth(kind: TargetAuth['kind']): TargetAuth {
  if (kind === 'bearer') return { kind, token: '' };
  if (kind === 'oauth') return { kind, clientId: '', clientSecret: '', scope: '', method: null };
  return { kind };
}
