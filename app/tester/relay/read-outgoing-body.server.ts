import { readBytes } from '#app/platform/outbound/http-limits.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { Outgoing } from './follow-target.server.ts';
import { toMediaKind } from './media-kind.ts';
import type { RelayFailure } from './relay-failure.server.ts';
import type { RelayLimits } from './relay-limits.ts';

/** A body up to this size is sent again after a redirect; a larger one is not held. */
const REPLAYED_BYTES = 65_536;

/**
 * The body to send on: a message or a form, which is small, in one piece; anything larger streams through, within
 * the limit. A browser announces the size of all that it sends.
 */
export async function readOutgoingBody(
  request: Request,
  limits: RelayLimits,
): Promise<Result<Outgoing['body'], RelayFailure>> {
  if (request.method === 'GET' || request.body === null) return succeed(null);
  const kind = toMediaKind(request.headers.get('content-type'));
  if (kind !== 'json' && kind !== 'form' && kind !== 'text') {
    const message = 'The relay sends JSON, forms and plain text only.';
    return fail({ reason: 'body', message });
  }
  const maxBytes = kind === 'form' ? limits.formBytes : limits.requestBytes;
  const announced = Number(request.headers.get('content-length') ?? Number.NaN);
  if (announced > maxBytes) return refuseSize(maxBytes);
  if (announced > REPLAYED_BYTES) {
    return succeed(request.body.pipeThrough(new FixedLengthStream(announced)));
  }
  const bytes = await readBytes(request, maxBytes);
  return bytes.ok ? bytes : refuseSize(maxBytes);
}

function refuseSize(maxBytes: number) {
  const message = `The relay sends ${Math.floor(maxBytes / 1_024)} KB at most.`;
  return fail({ reason: 'bodyTooLarge' as const, message });
}
