import { fail, succeed, type Result } from '#app/platform/result.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { askWithRounds } from './ask-with-rounds.ts';
import type { CallFailure } from './call-failure.ts';
import type { Session } from './connection.ts';
import type { ConnectionScope } from './connection-scope.ts';
import { Dialogue, type DialogueParts } from './dialogue.ts';
import type { CallOptions } from './open-call.ts';
import { headersOfBody, MODERN_REVISION, withEnvelope } from './envelope.ts';
import { createHttpCarrier } from './http-carrier.ts';
import { mergeHeaders } from './merge-headers.ts';
import { createSseCarrier } from './sse-carrier.ts';
import type { SendOver } from './wire.ts';

/** A session, and the way in which its server is spoken to. */
export interface OpenSession {
  session: Session;
  dialogue: Dialogue;
  /** Sends a request in the way of the era. */
  ask: (
    method: string,
    params: JsonObject,
    options: CallOptions,
  ) => Promise<Result<JsonObject, CallFailure>>;
  /** The end of the old transport's stream, which is the end of its session; null for others. */
  streamEnd: Promise<unknown> | null;
  /** Hears the server's own stream from an event on; null where there is none, or it is heard already. */
  listen: ((lastEventId: string | null) => ReturnType<Dialogue['listen']>) | null;
  /** Ends what runs, and the session at the server where there is one. */
  end: () => Promise<void>;
}

export type OpenFailure =
  | CallFailure
  | { reason: 'unsupported-revision'; message: string }
  /** The server answers the relay, and the browser may not read what it answers. */
  | { reason: 'blocked'; message: string }
  /** The server refuses what follows the handshake, of whose answer no session id could be read. */
  | { reason: 'session-unread'; message: string };

/** One way to the server, and why it is taken. */
export interface Passage {
  send: SendOver;
  route: Session['route'];
  routeReason: string | null;
}

const LATEST_LEGACY = '2025-11-25';
const LEGACY_REVISIONS = new Set([
  LATEST_LEGACY,
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
]);
/** Before this revision nobody knows the header, and a server's CORS headers need not allow it. */
const FIRST_WITH_HEADER = '2025-06-18';

/** Begins the era without sessions: the server says what it is. */
export async function openModern(
  scope: ConnectionScope,
  passage: Passage,
  signal: AbortSignal,
): Promise<Result<OpenSession, OpenFailure>> {
  const dialogue = new Dialogue({
    ...partsOf(scope),
    carrier: createHttpCarrier(passage.send, scope.target.url),
    isModern: true,
    headersOf: (message) =>
      mergeHeaders(headersOfBody(message), scope.paramHeaders(message), scope.targetHeaders()),
  });
  const params = withEnvelope({}, scope.introduction, null);
  const discover = () => dialogue.call('server/discover', params, { signal });
  const first = await discover();
  // A server may refuse a revision that it then names as one of its own: once is a slip.
  const found = isOffered(first) ? await discover() : first;
  const read = found.ok ? readDiscovery(found.value, passage) : found;
  if (!read.ok) dialogue.close('The server does not speak this era.');
  if (!read.ok) return read;
  const end = async () => dialogue.close(CLOSED);
  return succeed({
    session: read.value,
    dialogue,
    ask: (method, more, options) => askWithRounds(scope, dialogue, method, more, options),
    streamEnd: null,
    listen: null,
    end,
  });
}

/** The protocol's error for a revision that a server does not speak. */
const UNSUPPORTED_REVISION = -32_022;

function isOffered(found: Result<JsonObject, CallFailure>): boolean {
  if (found.ok || found.reason !== 'rpc' || found.code !== UNSUPPORTED_REVISION) return false;
  const supported = isJsonObject(found.data) ? found.data['supported'] : undefined;
  return Array.isArray(supported) && supported.includes(MODERN_REVISION);
}

function readDiscovery(
  found: JsonObject,
  { route, routeReason }: Passage,
): Result<Session, OpenFailure> {
  const { supportedVersions: versions, capabilities, instructions } = found;
  if (!Array.isArray(versions)) {
    const message = 'The answer to server/discover names no supportedVersions.';
    return fail({ reason: 'invalid-message', message });
  }
  if (!versions.includes(MODERN_REVISION)) {
    const message = `The server offers ${JSON.stringify(versions)}, not ${MODERN_REVISION}.`;
    return fail({ reason: 'unsupported-revision', message });
  }
  const meta = isJsonObject(found['_meta']) ? found['_meta'] : {};
  return succeed({
    era: 'modern',
    revision: MODERN_REVISION,
    server: readServer(meta['io.modelcontextprotocol/serverInfo'] ?? found['serverInfo']),
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    instructions: typeof instructions === 'string' ? instructions : null,
    route,
    routeReason,
    eraReason: null,
    sessionId: null,
  });
}

/** Begins the era with a handshake. `pinned`: the one revision that is wanted, or null for any. */
export async function openLegacy(
  scope: ConnectionScope,
  passage: Passage,
  pinned: string | null,
  signal: AbortSignal,
): Promise<Result<OpenSession, OpenFailure>> {
  const held: { sessionId: string | null; revision: string | null } = {
    sessionId: null,
    revision: null,
  };
  const isOld = scope.target.transport === 'sse';
  const onHead = (headers: Headers) => {
    if (held.revision === null) held.sessionId = headers.get('mcp-session-id');
  };
  const headersOf = () => mergeHeaders(sessionHeaders(held), scope.targetHeaders());
  const carrier = isOld
    ? createSseCarrier(passage.send, scope.target.url)
    : createHttpCarrier(passage.send, scope.target.url, onHead);
  const dialogue = new Dialogue({ ...partsOf(scope), carrier, isModern: false, headersOf });
  const streamEnd = isOld ? dialogue.listen(headersOf) : null;
  const { capabilities, clientInfo } = scope.introduction;
  const params = { protocolVersion: pinned ?? LATEST_LEGACY, capabilities, clientInfo };
  const found = await dialogue.call('initialize', params, { signal });
  const read = found.ok ? readHandshake(found.value, pinned, passage) : found;
  if (!read.ok) {
    dialogue.close('The server does not speak this era.');
    return read;
  }
  held.revision = read.value.revision;
  const told = await dialogue.tell({ jsonrpc: '2.0', method: 'notifications/initialized' });
  if (!told.ok) {
    dialogue.close('The server refused the session that it had begun.');
    const isRefused = told.reason === 'http' || told.reason === 'rpc';
    if (held.sessionId !== null || !isRefused) return told;
    return fail({ reason: 'session-unread', message: told.message });
  }
  const { sessionId } = held;
  return succeed({
    session: { ...read.value, sessionId },
    dialogue,
    ask: (method, more, options) => dialogue.call(method, more, options),
    streamEnd,
    listen: isOld
      ? null
      : (lastEventId) => dialogue.listen(() => withEventId(headersOf(), lastEventId)),
    end: async () => {
      dialogue.close(CLOSED);
      if (sessionId !== null) await carrier.end(headersOf(), AbortSignal.timeout(END_MS));
    },
  });
}

const CLOSED = 'The connection was closed.';
/** A server that does not confirm the end of a session holds up nothing. */
const END_MS = 5_000;

function withEventId(headers: Record<string, string>, lastEventId: string | null) {
  return lastEventId === null ? headers : { ...headers, 'last-event-id': lastEventId };
}

function sessionHeaders(held: { sessionId: string | null; revision: string | null }) {
  const { sessionId, revision } = held;
  return {
    ...(sessionId === null ? {} : { 'mcp-session-id': sessionId }),
    ...(revision === null || revision < FIRST_WITH_HEADER
      ? {}
      : { 'mcp-protocol-version': revision }),
  };
}

function readHandshake(
  found: JsonObject,
  pinned: string | null,
  { route, routeReason }: Passage,
): Result<Session, OpenFailure> {
  const { protocolVersion: revision, capabilities, instructions } = found;
  if (typeof revision !== 'string') {
    const message = 'The answer to initialize names no protocolVersion.';
    return fail({ reason: 'invalid-message', message });
  }
  const isWanted = pinned === null ? LEGACY_REVISIONS.has(revision) : revision === pinned;
  if (!isWanted) {
    const wanted = pinned === null ? 'which this client does not know' : `not ${pinned}`;
    return fail({
      reason: 'unsupported-revision',
      message: `The server answers with ${revision}, ${wanted}.`,
    });
  }
  return succeed({
    era: 'legacy',
    revision,
    server: readServer(found['serverInfo']),
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    instructions: typeof instructions === 'string' ? instructions : null,
    route,
    routeReason,
    eraReason: null,
    sessionId: null,
  });
}

function readServer(value: JsonValue | undefined): Session['server'] {
  const { name, version, title, websiteUrl } = isJsonObject(value) ? value : {};
  return {
    name: typeof name === 'string' ? name : '',
    version: typeof version === 'string' ? version : '',
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof websiteUrl === 'string' ? { websiteUrl } : {}),
  };
}

function partsOf(
  scope: ConnectionScope,
): Omit<DialogueParts, 'carrier' | 'isModern' | 'headersOf'> {
  const { log, target, nextId, isPaused, hear, answer } = scope;
  return { log, limits: target, nextId, isPaused, onNotification: hear, answer };
}
