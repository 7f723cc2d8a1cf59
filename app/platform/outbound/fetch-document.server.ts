import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { GuardedFetch } from './guarded-fetch.server.ts';
import { readBytes } from './http-limits.ts';
import { parseOutboundUrl, type OutboundFailure } from './outbound-url.ts';

export interface FetchedDocument {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string | null;
  /** Where it was found, after redirects. */
  url: string;
}

export interface FetchDocumentOptions {
  maxBytes: number;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** From the first byte sent to the last byte read. */
const TIMEOUT_MS = 15_000;

/**
 * Fetches the document at an address that a person named: GET, `accept` of any document, within
 * time and size. An answer other than 2xx is a failure that names its status.
 */
export async function fetchDocument(
  guardedFetch: GuardedFetch,
  address: string,
  options: FetchDocumentOptions,
): Promise<Result<FetchedDocument, OutboundFailure>> {
  const url = parseOutboundUrl(address);
  if (!url.ok) return url;
  const deadline = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  const { host } = url.value;
  const sent = await guardedFetch(
    new Request(address, {
      headers: { accept: 'application/json, application/yaml, text/yaml, text/plain, */*;q=0.5' },
      redirect: 'follow',
      signal,
    }),
  );
  if (!sent.ok) return sent;
  const response = sent.value;
  if (!response.ok) {
    await response.body?.cancel();
    const message = `${host} answered with status ${response.status}.`;
    return fail({ reason: 'unreachable', message });
  }
  return readDocument(response, host, options.maxBytes, deadline);
}

async function readDocument(
  response: Response,
  host: string,
  maxBytes: number,
  deadline: AbortSignal,
): Promise<Result<FetchedDocument, OutboundFailure>> {
  try {
    const body = await readBytes(response, maxBytes);
    if (!body.ok) {
      const message = `The document at ${host} is larger than ${maxBytes / 1_000_000} MB.`;
      return fail({ reason: 'tooLarge', message });
    }
    const contentType = response.headers.get('content-type');
    return succeed({ bytes: body.value, contentType, url: response.url });
  } catch {
    return deadline.aborted
      ? fail({ reason: 'timeout', message: `${host} did not send the document in time.` })
      : fail({ reason: 'unreachable', message: `${host} broke off while sending the document.` });
  }
}
