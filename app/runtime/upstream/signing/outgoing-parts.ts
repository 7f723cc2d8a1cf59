import { isConnectionHeader } from '../../request/connection-header.ts';
import { isHeaderText } from '../../request/header-text.ts';
import { percentEncode } from '../../request/percent-encode.ts';
import { isFormType, isJsonType } from '../../media-type.ts';
import { UpstreamFailure } from '../upstream-failure.ts';
import { bytesOf } from './digest.ts';

/** A complete request whose parts can still be added to. */
export interface OutgoingParts {
  method: string;
  url: URL;
  headers: Headers;
  /** Null for none. */
  body: Uint8Array<ArrayBuffer> | null;
}

/** Takes a request apart; its body is read. */
export async function takeApart(request: Request): Promise<OutgoingParts> {
  return {
    method: request.method,
    url: new URL(request.url),
    headers: new Headers(request.headers),
    body: request.body === null ? null : new Uint8Array(await request.arrayBuffer()),
  };
}

/** Puts a request together again, which follows no redirect. */
export function putTogether(parts: OutgoingParts, signal: AbortSignal): Request {
  const { method, url, headers, body } = parts;
  const content = body === null ? {} : { body };
  return new Request(url, { method, headers, ...content, redirect: 'manual', signal });
}

/**
 * Sets a header; it takes precedence over one that a tool has sent.
 *
 * @throws UpstreamFailure for a header that cannot be sent, without its value: it may hold a secret.
 */
export function setHeader({ headers }: OutgoingParts, name: string, value: string): void {
  const refused = new UpstreamFailure('refused', `The header "${name}" cannot be signed and sent.`);
  if (isConnectionHeader(name) || !isHeaderText(value)) throw refused;
  try {
    headers.set(name, value);
  } catch {
    throw refused;
  }
}

/** Removes an argument from the query. */
export function dropPair({ url }: OutgoingParts, name: string): void {
  const kept = pairsOf(url.search.slice(1)).filter((pair) => nameOf(pair) !== name);
  url.search = kept.join('&');
}

/** Adds an argument at the end of the query, and leaves the rest as it is. */
export function addPair({ url }: OutgoingParts, name: string, value: string): void {
  url.search = [...pairsOf(url.search.slice(1)), toPair(name, value)].join('&');
}

/**
 * Sets a field at the end of a body that is a form or a JSON object. A GET, HEAD or DELETE without a body has
 * it in its query, as APIs expect that sign "parameters"; any other request gets a form.
 *
 * @throws UpstreamFailure for another kind of body.
 */
export function setField(
  parts: OutgoingParts,
  name: string,
  value: string,
  isNumber: boolean,
): void {
  if (parts.body === null && ['GET', 'HEAD', 'DELETE'].includes(parts.method)) {
    dropPair(parts, name);
    addPair(parts, name, value);
    return;
  }
  const type = parts.headers.get('Content-Type') ?? '';
  const text = new TextDecoder().decode(parts.body ?? new Uint8Array(0));
  if (parts.body === null || isFormType(type)) {
    if (!isFormType(type)) parts.headers.set('Content-Type', 'application/x-www-form-urlencoded');
    const others = pairsOf(text).filter((pair) => nameOf(pair) !== name);
    parts.body = bytesOf([...others, toPair(name, value)].join('&'));
    return;
  }
  const open = /^\s*\{([\s\S]*)\}\s*$/.exec(text)?.[1];
  if (!isJsonType(type) || open === undefined) {
    const message = `The field "${name}" cannot be signed: the body is neither a form nor a JSON object.`;
    throw new UpstreamFailure('refused', message);
  }
  // As text: parsing would change large numbers.
  const comma = open.trim() === '' ? '' : `${open},`;
  const shown = isNumber ? value : JSON.stringify(value);
  parts.body = bytesOf(`{${comma}${JSON.stringify(name)}:${shown}}`);
}

function pairsOf(text: string): string[] {
  return text.split('&').filter((pair) => pair !== '');
}

function toPair(name: string, value: string): string {
  return `${percentEncode(name)}=${percentEncode(value)}`;
}

function nameOf(pair: string): string | undefined {
  return new URLSearchParams(pair).keys().next().value;
}
