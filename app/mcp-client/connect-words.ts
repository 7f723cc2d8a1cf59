import type { ConnectProblem } from './connection.ts';
import type { FindFailure } from './reach-server.ts';
import type { OpenFailure } from './open-session.ts';

/** Why the relay is used. */
export const RELAY_REASONS = {
  chosen: 'You chose the relay.',
  unanswered:
    'Your browser got no readable answer from the server, and the relay did: its CORS headers do not allow this page.',
  sessionUnread:
    'The server begins a session whose id your browser may not read: its CORS headers do not expose Mcp-Session-Id.',
} as const;

/** Why an older era is spoken than the newest. */
export function describeFallback(failure: OpenFailure): string {
  const fell = 'so the session began with initialize.';
  switch (failure.reason) {
    case 'rpc':
      return `The server answered server/discover with the error ${failure.code} (${failure.message}), ${fell}`;
    case 'http':
      return `The server answered server/discover with status ${failure.status}, ${fell}`;
    case 'no-answer':
    case 'blocked':
    case 'relay-refused':
      return (
        `No answer to server/discover could be read, ${fell} ` +
        'The server may speak 2026-07-28 as well: its CORS headers must allow Mcp-Method and MCP-Protocol-Version.'
      );
    default:
      return `${failure.message} Therefore the session began with initialize.`;
  }
}

/** The problem that a person is told of a connection that failed. */
export function toConnectProblem({ failure, relay }: FindFailure): ConnectProblem {
  const status = 'status' in failure ? failure.status : null;
  const challenge = failure.reason === 'http' ? failure.challenge : null;
  const of = (reason: ConnectProblem['reason'], message: string) => ({
    reason,
    message,
    status,
    challenge,
  });
  switch (failure.reason) {
    case 'http':
    case 'rpc':
      return of(reasonOfStatus(failure), adviseOnStatus(failure));
    case 'not-json':
      return of('not-mcp', failure.message);
    case 'no-answer':
      return of(...describeSilence(failure.message, relay));
    case 'blocked':
      return of('blocked-by-browser', BLOCKED);
    case 'relay-refused':
      return of(RELAYED[failure.kind] ?? 'relay-refused', `The relay: ${failure.message}`);
    case 'disconnected':
      return of('server-error', `${failure.message} The server closed the connection too early.`);
    case 'session-unread':
      return of(
        'server-error',
        `The server began a session and then refused it: ${failure.message} In a browser, its CORS headers must expose Mcp-Session-Id.`,
      );
    case 'cancelled':
    case 'timed-out':
      return of('timed-out', failure.message);
    case 'invalid-message':
    case 'unsupported-revision':
      return of(failure.reason, failure.message);
  }
}

const BLOCKED =
  'The server is running, but your browser may not read its answers: its CORS headers do not allow this page. Use the relay, or allow this origin at the server.';

/** Reasons of the relay that are about the server. */
const RELAYED: Readonly<Record<string, ConnectProblem['reason']>> = {
  notJson: 'not-mcp',
  unreachable: 'unreachable',
  timeout: 'timed-out',
};

type Answered = Extract<OpenFailure, { reason: 'http' | 'rpc' }>;

/** Statuses with which Cloudflare, which the relay sends through, says that a server does not answer it. */
const DOWN = new Set([521, 522, 523, 530]);

function reasonOfStatus({ status, reason }: Answered): ConnectProblem['reason'] {
  if (DOWN.has(status)) return 'unreachable';
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 405) return 'not-found';
  return reason === 'http' && status < 500 ? 'not-mcp' : 'server-error';
}

function adviseOnStatus(failure: Answered): string {
  switch (failure.status) {
    case 401:
      return 'The server asks who you are. Sign in, or add the header that it expects.';
    case 403:
      return `${failure.message} Your credentials may lack a scope, or the server refuses requests from this page.`;
    case 404:
    case 405:
      return `${failure.message} Check the path of the address; a server of the old SSE transport needs that transport.`;
    default:
      return failure.message;
  }
}

function describeSilence(
  message: string,
  relay: OpenFailure | null,
): [ConnectProblem['reason'], string] {
  if (relay === null) {
    return [
      'unreachable',
      `No answer could be read (${message}). The server is not running there, or its CORS headers do not allow this page.`,
    ];
  }
  const told = `Your browser got no readable answer (${message}), and the relay none either: ${relay.message}`;
  const isRefused = relay.reason === 'relay-refused';
  return [isRefused ? (RELAYED[relay.kind] ?? 'relay-refused') : 'unreachable', told];
}
