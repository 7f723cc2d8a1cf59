import { authEmulatorHost } from 'virtual:build';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { createGuardedFetch } from '#app/platform/outbound/guarded-fetch.server.ts';
import { hostOf } from '#app/platform/outbound/host-of.ts';
import { limitHosts } from '#app/platform/outbound/limit-hosts.server.ts';
import { parseOutboundUrl } from '#app/platform/outbound/outbound-url.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { sandboxOriginOf } from '#app/platform/outbound/sandbox-origin.ts';

import { followTarget, type Outgoing, type SendToTarget } from './follow-target.server.ts';
import { toMediaKind } from './media-kind.ts';
import { passAnswer } from './pass-answer.server.ts';
import { readOutgoingBody } from './read-outgoing-body.server.ts';
import { answerRelayFailure, type RelayFailure } from './relay-failure.server.ts';
import { RELAY_HEADER, TARGET_HEADER, toTargetHeaders } from './relay-headers.ts';
import type { RelayLimits } from './relay-limits.ts';
import { findRelayOwner, isOfOwnPage, type RelayOwner } from './relay-owner.server.ts';
import { RelaySlots } from './relay-slots.ts';

/** Answers a request for an endpoint of this service. */
export type AnswerOwn = (app: AppContext, request: Request) => Promise<Response>;

export interface RelayTerms {
  answerOwn: AnswerOwn;
  limits: RelayLimits;
}

const slots = new RelaySlots();

/** Relays one request of a page, or says why not. */
export async function answerRelay(
  app: AppContext,
  request: Request,
  terms: RelayTerms,
): Promise<Response> {
  if (!isOfOwnPage(request, app.origin)) {
    const message = 'The relay works for the pages of this site only.';
    return answerRelayFailure(app, { reason: 'foreign', message });
  }
  const owner = await findRelayOwner(app, request);
  if (!owner.ok) return asRefused(answerAuthFailure(app, owner));
  const limited = await refuseAboveRate(app, app.env.LIMIT_CALLS, `relay:${owner.value.owner}`);
  if (limited !== null) return asRefused(limited);
  const relayed = await relay(app, request, owner.value, terms);
  const answer = relayed.ok ? relayed.value : answerRelayFailure(app, relayed);
  if (owner.value.setCookie !== null) answer.headers.append('set-cookie', owner.value.setCookie);
  return answer;
}

async function relay(
  app: AppContext,
  request: Request,
  owner: RelayOwner,
  { answerOwn, limits }: RelayTerms,
): Promise<Result<Response, RelayFailure>> {
  const url = readTarget(request);
  if (!url.ok) return url;
  const headers = toTargetHeaders(request.headers);
  if (!headers.ok) return headers;
  const body = await readOutgoingBody(request, limits);
  if (!body.ok) return body;
  const { host } = url.value;
  const onEnd = slots.take(owner.owner, host, limits);
  if (onEnd === null) {
    const message = `Too many requests to ${host} are open at the same time: wait until one of them has ended.`;
    return fail({ reason: 'busy', message });
  }
  const { method } = request;
  const until = Date.now() + limits.totalMs;
  const late = new AbortController();
  const signal = AbortSignal.any([request.signal, late.signal]);
  const timer = setTimeout(
    () => late.abort(new DOMException('No headers in time', 'TimeoutError')),
    headersMs(request, limits),
  );
  const outgoing = { url: url.value, method, headers: headers.value, body: body.value, signal };
  const sent = await followTarget(toSend(app, request, owner, answerOwn), outgoing);
  clearTimeout(timer);
  log(app, outgoing, sent);
  if (!sent.ok) {
    onEnd();
    return sent;
  }
  const { requestId } = app;
  return passAnswer(sent.value, { requestId, host, method, limits, until, signal, onEnd });
}

function readTarget({ headers }: Request): Result<URL, RelayFailure> {
  const address = headers.get(TARGET_HEADER);
  if (address === null) {
    return fail({ reason: 'target', message: `The header ${TARGET_HEADER} names the server.` });
  }
  const url = parseOutboundUrl(address);
  if (!url.ok) return url;
  url.value.hash = '';
  return url;
}

/** Milliseconds until the headers must be there: a tool may take its time, everything else is a look-up. */
function headersMs({ method, headers }: Request, limits: RelayLimits): number {
  const isMessage = method === 'POST' && toMediaKind(headers.get('content-type')) !== 'form';
  return isMessage ? limits.callMs : limits.headersMs;
}

/** Sends to our own endpoints within this Worker, and to public hosts. */
function toSend(
  app: AppContext,
  { headers }: Request,
  owner: RelayOwner,
  answerOwn: AnswerOwn,
): SendToTarget {
  const sandbox = sandboxOriginOf(app);
  const guarded = createGuardedFetch({
    ownHosts: [app.origin, ...(sandbox === null ? [] : [sandbox])].map(hostOf),
    mayCall: limitHosts(app.env, owner),
    // A build with the emulator answers on its own machine only.
    allowsLoopback: authEmulatorHost !== '',
  });
  const address = headers.get('cf-connecting-ip');
  return async (request) => {
    if (new URL(request.url).origin !== app.origin) return guarded(request);
    // Its limits count the person, not the relay.
    if (address !== null) request.headers.set('cf-connecting-ip', address);
    return succeed(await answerOwn(app, request));
  };
}

/** Notes the host, and nothing of what was sent. */
function log(
  app: AppContext,
  { url, method }: Outgoing,
  sent: Result<Response, RelayFailure>,
): void {
  const end = sent.ok ? { status: sent.value.status } : { reason: sent.reason };
  app.log.info('relay.sent', { host: url.host, method, ...end });
}

function asRefused(answer: Response): Response {
  answer.headers.set(RELAY_HEADER, 'refused');
  return answer;
}
