import type { AppContext } from '#app/platform/app-context.ts';
import type { OutboundFailure } from '#app/platform/outbound/outbound-url.ts';
import { problem } from '#app/platform/problem.ts';

import { RELAY_HEADER } from './relay-headers.ts';

/** Why the relay did not send a request, or did not pass the answer on. */
export interface RelayFailure {
  reason:
    | OutboundFailure['reason']
    /** Sent by no page of ours. */
    | 'foreign'
    | 'target'
    | 'header'
    | 'body'
    | 'bodyTooLarge'
    | 'notJson'
    | 'busy';
  /** For people. */
  message: string;
}

const STATUSES: Record<RelayFailure['reason'], number> = {
  foreign: 403,
  target: 400,
  header: 422,
  body: 415,
  bodyTooLarge: 413,
  refused: 422,
  redirected: 502,
  unreachable: 502,
  notJson: 502,
  tooLarge: 502,
  timeout: 504,
  // Nobody reads it.
  cancelled: 503,
  rateLimited: 429,
  busy: 429,
};

/** Seconds until another exchange has ended, as far as one can say. */
const RETRY_SECONDS = 5;

/** Tells the page why its request was not relayed: `type` ends with the reason. */
export function answerRelayFailure(
  app: Pick<AppContext, 'requestId'>,
  { reason, message }: RelayFailure,
): Response {
  const status = STATUSES[reason];
  const headers = new Headers({ [RELAY_HEADER]: 'refused' });
  if (status === 429) headers.set('retry-after', String(RETRY_SECONDS));
  return problem(app, {
    status,
    type: `urn:mcp-builder:relay:${reason}`,
    detail: message,
    headers,
  });
}
