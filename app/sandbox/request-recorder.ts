import { redact } from '#app/platform/redact.ts';
import type { Upstream, UpstreamFetch, UpstreamOutcome } from '#app/runtime/definition.ts';
import { isJsonObject, toText } from '#app/runtime/json.ts';
import type { MockSource } from '#app/runtime/mock/mock-answer.ts';
import { mockSourceOf } from '#app/runtime/mock/mock-upstream.ts';
import type { UpstreamRequest } from '#app/runtime/tool-context.ts';
import { authorize, toBasic, type Credentials } from '#app/runtime/upstream/authorize.ts';
import { composeUrl } from '#app/runtime/upstream/upstream-url.ts';

import { redactBody, redactUrl } from './redact-request.ts';
import { toSigningShape, withFields, type SigningShape } from './to-signing-shape.ts';

/** Requests of one tool call that are kept; the others are counted. */
const MAX_REQUESTS = 20;

const MAX_BODY = 2_000;
const MAX_URL = 2_000;
const MAX_HEADER = 300;

/** Where the answers come from. */
export type CallEnvironment = 'mock' | 'test' | 'live';

/** A request that a tool sent, and what became of it. Names stand for secrets: `{API_TOKEN}`. */
export interface SentRequest {
  environment: CallEnvironment;
  method: string;
  url: string;
  headers: { [name: string]: string };
  body?: string;
  /** Status of the answer; absent: there was none. */
  status?: number;
  /** Source of an answer of the mock. */
  mock?: MockSource;
  /** Why there was no answer. */
  problem?: string;
}

/** Records the requests of one tool call, in the order in which they were sent. */
export interface RequestRecorder {
  /** The same outbound fetch, recorded. */
  wrap: (send: UpstreamFetch) => UpstreamFetch;
  requests: readonly SentRequest[];
  /** Number of requests that were sent beyond those. */
  countLeftOut: () => number;
}

/**
 * Creates a recorder around an outbound fetch, whatever answers it. It stands where requests have no credentials
 * yet, so it never holds the value of a secret, and it shows where each goes.
 *
 * @param isSet whether a secret is sent, of several ways to authenticate; default: all are.
 */
export function createRequestRecorder(
  upstreams: readonly Upstream[],
  environment: CallEnvironment,
  isSet: (secret: string) => boolean = () => true,
): RequestRecorder {
  const requests: SentRequest[] = [];
  let leftOut = 0;
  const wrap =
    (send: UpstreamFetch): UpstreamFetch =>
    async (id, request, signal, report) => {
      if (requests.length >= MAX_REQUESTS) {
        leftOut += 1;
        return send(id, request, signal, report);
      }
      const entry: SentRequest = { environment, method: request.method, url: '', headers: {} };
      requests.push(entry);
      const upstream = upstreams.find((each) => each.id === id);
      Object.assign(entry, await describeRequest(upstream, id, request, isSet));
      const outcome = await send(id, request, signal, report);
      Object.assign(entry, describeOutcome(outcome, environment));
      return outcome;
    };
  return { wrap, requests, countLeftOut: () => leftOut };
}

async function describeRequest(
  upstream: Upstream | undefined,
  id: string,
  request: UpstreamRequest,
  isSet: (secret: string) => boolean,
): Promise<Pick<SentRequest, 'url' | 'headers' | 'body'>> {
  const own = redactUrl(request.path);
  const composed = upstream && composeUrl(upstream, upstream.baseUrl, request.path);
  const url = composed?.ok === true ? redactUrl(composed.url.href) : `${id}: ${own}`;
  const shape = await credentialsOf(upstream, request.security, isSet);
  const { headers, query, cookies, fields } = shape;
  const added = query.map(([name, value]) => `${encodeURIComponent(name)}=${value}`).join('&');
  const proofs = cookies.map(([name, value]) => `${name}=${value}`).join('; ');
  const body = withFields(describeBody(request.body), fields);
  return {
    url: cut(added === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${added}`, MAX_URL),
    headers: {
      ...ownHeaders(request.headers.filter(([name]) => !isReplaced(name, headers))),
      ...Object.fromEntries(headers),
      ...(proofs === '' ? {} : { Cookie: proofs }),
    },
    ...(body === undefined ? {} : { body }),
  };
}

/** Names instead of values, in the place where each credential is sent. */
async function credentialsOf(
  upstream: Upstream | undefined,
  security: string[][] | undefined,
  isSet: (secret: string) => boolean,
): Promise<Credentials & SigningShape> {
  const none = { headers: [], query: [], cookies: [], fields: [] };
  if (upstream === undefined) return none;
  const toToken = async () => ({ ok: true, token: '{access token}' }) as const;
  const nameOf = (name: string) => (isSet(name) ? `{${name}}` : undefined);
  const outcome = await authorize(upstream, security, nameOf, toToken);
  if (!outcome.ok) return none;
  const { headers, query, cookies } = outcome.credentials;
  const signed = outcome.signers.map(({ scheme }) => toSigningShape(scheme));
  return {
    headers: [
      ...headers.map(([name, value]): [string, string] => [name, readable(value, upstream)]),
      ...signed.flatMap((shape) => shape.headers),
    ],
    query: [...query, ...signed.flatMap((shape) => shape.query)],
    cookies,
    fields: signed.flatMap((shape) => shape.fields),
  };
}

/** HTTP Basic encodes the names as it does the values. */
function readable(value: string, { auth }: Upstream): string {
  return auth.reduce((text, scheme) => {
    if (scheme.kind !== 'basic') return text;
    const names = [`{${scheme.usernameSecret}}`, `{${scheme.passwordSecret}}`] as const;
    return text.replace(toBasic(...names), `Basic ${names.join(':')} (in base64)`);
  }, value);
}

/** Headers that the tool itself sends; a credential among them is blanked, whoever wrote it there. */
function ownHeaders(headers: UpstreamRequest['headers']): SentRequest['headers'] {
  const shown = redact(Object.fromEntries(headers));
  if (!isJsonObject(shown)) return {};
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [name, cut(toText(value), MAX_HEADER)]),
  );
}

/** Credentials take precedence, as they do when the request is sent. */
function isReplaced(name: string, proofs: Credentials['headers']): boolean {
  return proofs.some(([proof]) => proof.toLowerCase() === name.toLowerCase());
}

function describeBody(body: UpstreamRequest['body']): string | undefined {
  if (body === undefined) return undefined;
  if (typeof body === 'string') return cut(redactBody(body), MAX_BODY);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(body);
    return cut(redactBody(text), MAX_BODY);
  } catch {
    return `(${body.byteLength} bytes)`;
  }
}

function describeOutcome(
  outcome: UpstreamOutcome,
  environment: CallEnvironment,
): Pick<SentRequest, 'status' | 'mock' | 'problem'> {
  if (!outcome.ok) return { problem: outcome.message };
  const { status, headers } = outcome.response;
  const mock = environment === 'mock' ? mockSourceOf(headers) : null;
  return { status, ...(mock === null ? {} : { mock }) };
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length).toWellFormed()}… and ${text.length - length} characters more`;
}
