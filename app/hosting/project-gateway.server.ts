import { Hono } from 'hono';

import { hasKeyInAddress } from '#app/api-keys/api-key-token.ts';
import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { answerLimitReached } from '#app/billing/limit-problem.server.ts';
import type { Limits } from '#app/billing/limits.ts';
import { isAccountSuspended } from '#app/controls/current-controls.server.ts';
import { toChallenge } from '#app/oauth/challenge.ts';
import { scopeOfTool } from '#app/oauth/tool-scope.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { answerJson } from '#app/platform/answer-json.ts';
import { hostOf } from '#app/platform/outbound/host-of.ts';
import { randomId } from '#app/platform/ids.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { problem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { chooseVersion, makeNameFor, visitorPlace } from '#app/projects/endpoint/choose-version.ts';
import type { EndpointLease } from '#app/projects/endpoint/endpoint-stub.server.ts';
import { listCallerSecrets } from '#app/projects/secrets/find-project-secrets.server.ts';
import type { ServedDefinition } from '#app/runtime/served-definition.ts';
import { addResponseHeaders, guardRequest } from '#app/runtime/protocol/http-guard.ts';
import { sessionIdOf } from '#app/runtime/protocol/session/session-id.ts';

import { noteRefusedCall, readCalledTools, type ToolOfCall } from './calls/refused-call.server.ts';
import { createRecordedRunner, type RecordedCaller } from './calls/recorded-runner.server.ts';
import { findServed } from './endpoint/find-served.server.ts';
import { EndpointHealth } from './endpoint/endpoint-health.ts';
import {
  identifyEndpointCaller,
  type CallerRefusal,
  type EndpointCaller,
} from './endpoint/identify-caller.server.ts';
import { originsOf } from './endpoint/origins-of.ts';
import { openArtifact } from './hosted-artifact.server.ts';
import { getAccountLimits } from './quota/account-limits.server.ts';
import { takeCall } from './quota/take-call.server.ts';
import { readMcpBody, type McpBody } from './read-mcp-body.server.ts';
import { serveRequest } from './serve-request.server.ts';
import { toServedVersion, VISITOR, type ServedServer } from './served-server.ts';
import { withinCapacity } from './within-capacity.server.ts';

/** The endpoints of projects, mounted at `/mcp`. They read no cookie. */
export const projectEndpoints = new Hono<AppEnv>()
  .get('/:slug/health', async (c) => {
    const found = await findServed(c.var.app, c.req.param('slug'), Date.now());
    if (!found.ok || (await isAccountSuspended(c.var.app, found.value.account))) {
      return refuseUnpublished(c.var.app);
    }
    const health = { status: 'ok' as const, version: found.value.version };
    return answerJson(EndpointHealth, health, { headers: { 'cache-control': 'no-store' } });
  })
  .all('/:slug', async (c, next) => {
    const { method, headers } = c.req.raw;
    const { app } = c.var;
    const slug = c.req.param('slug');
    // The pages have one for people, and ask for its content under a name that no endpoint has.
    const isForPeople = headers.get('accept')?.includes('text/html') || slug.endsWith('.data');
    if (method === 'GET' && isForPeople) return next();
    return answerCall(app, c.req.raw, slug);
  });

/** Answers an MCP request for an endpoint, or says why it is refused. */
export async function answerCall(
  app: AppContext,
  request: Request,
  slug: string,
): Promise<Response> {
  const answer = await withinCapacity(app, request, slug, () => answerEndpoint(app, request, slug));
  // A browser client must be able to read why it was refused, too.
  return answer.status < 400 ? answer : addResponseHeaders(request, answer);
}

async function answerEndpoint(app: AppContext, request: Request, slug: string): Promise<Response> {
  if (hasKeyInAddress(request.url)) {
    const detail = 'A key never goes into an address: send it in the Authorization header.';
    return problem(app, { status: 400, detail });
  }
  const now = Date.now();
  const found = await findServed(app, slug, now);
  if (!found.ok) return (await countRefusal(app, request)) ?? refuseUnpublished(app);
  const lease = found.value;
  if (await isAccountSuspended(app, lease.account)) return refuseUnpublished(app);
  const origins = originsOf(app, request);
  // A preflight carries no key.
  const guarded = guardRequest(request, { hosts: [hostOf(app.origin)], origins });
  if (guarded !== null) return guarded;
  const caller = await identifyEndpointCaller(app, request, { slug, lease }, now);
  if (!caller.ok) return (await countRefusal(app, request)) ?? refuseCaller(app, slug, caller);
  return serveCallerOf(app, request, { slug, lease }, caller.value);
}

async function serveCallerOf(
  app: AppContext,
  request: Request,
  { slug, lease }: { slug: string; lease: EndpointLease },
  caller: EndpointCaller,
): Promise<Response> {
  const body = await readMcpBody(app, request);
  if (body instanceof Response) return body;
  const key = toCallerId(caller);
  const chosen = chooseVersion(lease, key ?? whoVisits(request));
  const server = toServedVersion(chosen);
  const served = await openArtifact(app.env, server).served();
  const called = readCalledTools(body, served);
  const counted = await countCaller(app, request, lease, caller, called.length > 0);
  if (counted !== null) return counted;
  const limits = await getAccountLimits(app, lease.account);
  const environment = 'live' as const;
  const visitor = key === null ? visitorPlace(addressKey(request)) : undefined;
  const who = { key, app: caller.kind === 'app' ? caller.access.name : null, visitor };
  const refused =
    (await refuseScopes(app, request, { slug, server, served, caller, called })) ??
    (await takeCalls(app, { server, served, who, called, limits }));
  if (refused !== null) return refused;
  const user = toUser(caller);
  const terms = { environment, maxResultBytes: limits.responseBytes, user };
  return serveRequest(app, request, body, {
    server,
    caller: {
      id: key ?? VISITOR,
      isTrusted: isOfAccount(caller, lease),
      ...(user && { user }),
      ...(who.app === null ? {} : { app: who.app }),
      ...(visitor !== undefined && { visitor }),
    },
    environment,
    origins: originsOf(app, request),
    newSessionId: key === null ? () => makeNameFor(chosen, randomId) : randomId,
    links: await asksForCredentials(app, server, body, called),
    toRunner: (artifact) => createRecordedRunner(app, server, artifact, terms, who),
  });
}

interface CallsToTake {
  server: ServedServer;
  served: ServedDefinition;
  who: RecordedCaller;
  called: ToolOfCall[];
  limits: Limits;
}

/** Takes each call from the quota before the first one runs; a batch that exceeds it is refused as a whole. */
async function takeCalls(
  app: AppContext,
  { server, served, who, called, limits }: CallsToTake,
): Promise<Response | null> {
  for (const call of called) {
    const taken = await takeCall(app, server.account, limits);
    if (taken.ok) continue;
    noteRefusedCall(app, { server, ...who, ...call, end: 'overQuota' });
    return answerLimitReached(app, taken);
  }
  for (const call of called) {
    // The protocol answers it, and runs nothing.
    const isKnown = served.tools.some(({ name }) => name === call.tool);
    if (!isKnown) noteRefusedCall(app, { server, ...who, ...call, end: 'toolNotFound' });
  }
  return null;
}

/**
 * Visitors count by address, so that nobody keeps the others out, and users of other accounts by themselves, however
 * many apps they connect. Calls of tools by keys and apps of the account are counted by its quota, everything else
 * by the key or the app.
 */
async function countCaller(
  app: AppContext,
  request: Request,
  { project, account }: EndpointLease,
  caller: EndpointCaller,
  isCall: boolean,
): Promise<Response | null> {
  if (isCall && isOfAccount(caller, { account })) return null;
  const who = whoCounts(caller, { account }) ?? `mcp:${addressKey(request)}`;
  return refuseAboveRate(app, app.env.LIMIT_CALLS, `${project}:${who}`);
}

function whoCounts(caller: EndpointCaller, owner: Pick<EndpointLease, 'account'>): string | null {
  if (caller.kind === 'app' && !isOfAccount(caller, owner)) return `user:${caller.access.uid}`;
  const id = toCallerId(caller);
  return id === null ? null : `key:${id}`;
}

/** Whether a caller comes with a key of the endpoint's account, or as an app of its own user. */
function isOfAccount(caller: EndpointCaller, { account }: Pick<EndpointLease, 'account'>): boolean {
  return caller.kind === 'app' ? caller.access.account === account : caller.kind === 'key';
}

/** Who is refused again and again is refused by their address. */
function countRefusal(app: AppContext, request: Request): Promise<Response | null> {
  return refuseAboveRate(app, app.env.LIMIT_CALLS, `refused:${addressKey(request)}`);
}

function refuseUnpublished(app: AppContext): Response {
  return problem(app, {
    status: 404,
    detail: 'No server is published at this address. Check its name with whoever gave it to you.',
  });
}

/**
 * Tells visitors apart, who have no key: by their session, or by their address. An id that they make up is of no
 * session, which is answered before any tool runs, so that such a call is counted for no version.
 */
function whoVisits(request: Request): string {
  return sessionIdOf(request) ?? addressKey(request);
}

/** Names the key or the connected app that a caller came with; null: a visitor. */
function toCallerId(caller: EndpointCaller): string | null {
  if (caller.kind === 'key') return caller.key.id;
  return caller.kind === 'app' ? caller.access.id : null;
}

/** Bytes of a message that opens a session, at most; clients introduce themselves in far fewer. */
const MAX_INITIALIZE_BYTES = 16_384;

/** Whether callers give credentials of their own, where the request is one that may ask for them: a call, or the first one. */
async function asksForCredentials(
  app: AppContext,
  server: ServedServer,
  { bytes }: McpBody,
  called: readonly ToolOfCall[],
): Promise<boolean> {
  const mayBeFirst = called.length === 0 && bytes.byteLength <= MAX_INITIALIZE_BYTES;
  const isFirst = mayBeFirst && new TextDecoder().decode(bytes).includes('"initialize"');
  if (called.length === 0 && !isFirst) return false;
  return listCallerSecrets(await openArtifact(app.env, server).blueprint()).length > 0;
}

/** The user behind a caller: who connected the app, or made the key. */
function toUser(caller: EndpointCaller): string | undefined {
  if (caller.kind === 'key') return caller.key.createdBy;
  return caller.kind === 'app' ? caller.access.uid : undefined;
}

interface CallsOfCaller {
  slug: string;
  server: ServedServer;
  served: ServedDefinition;
  caller: EndpointCaller;
  called: ToolOfCall[];
}

/** Refuses an app that calls a tool outside of the groups that its user let it call; a batch as a whole. */
async function refuseScopes(
  app: AppContext,
  request: Request,
  { slug, server, served, caller, called }: CallsOfCaller,
): Promise<Response | null> {
  if (caller.kind !== 'app') return null;
  const { id, name, scope } = caller.access;
  for (const call of called) {
    const tool = served.tools.find(({ name }) => name === call.tool);
    const needed = tool === undefined ? null : scopeOfTool(tool.annotations);
    if (needed === null || scope.includes(needed)) continue;
    const counted = await countRefusal(app, request);
    if (counted !== null) return counted;
    noteRefusedCall(app, { server, key: id, app: name, ...call, end: 'unauthorized' });
    return refuseScope(app, slug, [...scope, needed]);
  }
  return null;
}

/** A valid token of an app that the user did not let call this group of tools. */
function refuseScope(app: AppContext, slug: string, scope: readonly string[]): Response {
  return problem(app, {
    status: 403,
    detail:
      'This app may not call this tool. Connect it again, and allow the group of tools that it belongs to.',
    headers: {
      'www-authenticate': toChallenge(app.origin, slug, { error: 'insufficient_scope', scope }),
    },
  });
}

function refuseCaller(app: AppContext, slug: string, refusal: CallerRefusal): Response {
  if (refusal.reason === 'storeUnavailable') return answerAuthFailure(app, refusal);
  const isMissing = refusal.reason === 'keyMissing';
  if (refusal.reason === 'keyRefused') app.log.info('key.refused', { why: refusal.why });
  return problem(app, {
    status: 401,
    detail: isMissing
      ? 'This endpoint needs an API key, as "Authorization: Bearer mcpb_live_…", or a client that signs in with OAuth.'
      : 'This key or token may not call this endpoint. It may be mistyped, revoked or expired, or of other projects.',
    headers: {
      'www-authenticate': toChallenge(
        app.origin,
        slug,
        isMissing ? {} : { error: 'invalid_token' },
      ),
    },
  });
}
