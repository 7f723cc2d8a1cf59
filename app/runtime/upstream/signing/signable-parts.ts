import { isFormType } from '../../media-type.ts';
import { percentEncode } from '../../request/percent-encode.ts';
import { bytesOf } from './digest.ts';
import type { OutgoingParts } from './outgoing-parts.ts';

/** Time and random values of one signature. */
export interface SigningMoment {
  /** Milliseconds since 1970. */
  now: number;
  nonce: string;
  uuid: string;
}

/** Parts of a request, its time and its nonce, by the names that templates have for them. */
export const SIGNABLE_PARTS = [
  'method',
  'url',
  'host',
  'hostname',
  'port',
  'path',
  'query',
  'pathAndQuery',
  'sortedQuery',
  'sortedParameters',
  'plainParameters',
  'body',
  'timestamp',
  'timestampMs',
  'isoTime',
  'isoSeconds',
  'httpDate',
  'nonce',
  'uuid',
] as const;
export type SignablePart = (typeof SIGNABLE_PARTS)[number];

/** Value of a part of a request as it is sent. */
export function readPart(
  part: SignablePart,
  { method, url, headers, body }: OutgoingParts,
  { now, nonce, uuid }: SigningMoment,
  unsigned: readonly string[],
): Uint8Array<ArrayBuffer> {
  if (part === 'body') return body ?? new Uint8Array(0);
  const query = signablePairs(url.search.slice(1), unsigned);
  const isForm = body !== null && isFormType(headers.get('Content-Type') ?? '');
  const form = isForm ? signablePairs(new TextDecoder().decode(body), unsigned) : [];
  const date = new Date(now);
  const texts: Record<Exclude<SignablePart, 'body'>, () => string> = {
    method: () => method,
    url: () => url.origin + url.pathname,
    host: () => url.host,
    hostname: () => url.hostname,
    port: () => url.port || (url.protocol === 'https:' ? '443' : '80'),
    path: () => url.pathname,
    query: () => url.search.slice(1),
    pathAndQuery: () => url.pathname + url.search,
    sortedQuery: () => joinSorted(query, percentEncode),
    sortedParameters: () => joinSorted([...query, ...form], percentEncode),
    plainParameters: () => joinSorted([...query, ...form], (text) => text),
    timestamp: () => String(Math.floor(now / 1_000)),
    timestampMs: () => String(now),
    isoTime: () => date.toISOString(),
    isoSeconds: () => date.toISOString().replace(/\.\d+/, ''),
    httpDate: () => date.toUTCString(),
    nonce: () => nonce,
    uuid: () => uuid,
  };
  return bytesOf(texts[part]());
}

type Pair = readonly [name: string, value: string];

function signablePairs(text: string, unsigned: readonly string[]): Pair[] {
  return [...new URLSearchParams(text)].filter(([name]) => !unsigned.includes(name));
}

/** Pairs in the order of their bytes, by name and then by value. */
export function joinSorted(pairs: readonly Pair[], encode: (text: string) => string): string {
  return pairs
    .map(([name, value]): Pair => [encode(name), encode(value)])
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
