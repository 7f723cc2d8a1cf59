import type { DraftHead } from '#app/drafts/draft-state.ts';

/** The caller and the draft of a request, as the gateway found them. */
export interface SessionVisit {
  /** Of the session. */
  id: string;
  /** This request opens it. */
  isFirst: boolean;
  head: DraftHead;
  /** The caller presented the draft's token. */
  isTrusted: boolean;
  /** Our own origin as the caller sees it. */
  origin: string;
}

/** Only the gateway reaches a session's object, and it sets this header anew. */
const HEADER = 'mcp-builder-visit';

/** The request as the session's object takes it; it ends where the client's does. */
export function withVisit(request: Request, visit: SessionVisit): Request {
  const headers = new Headers(request.headers);
  headers.set(HEADER, encodeURIComponent(JSON.stringify(visit)));
  return new Request(request, { headers });
}

/** Reads the visit that {@link withVisit} put in the request. */
export function readVisit(request: Request): SessionVisit {
  return JSON.parse(decodeURIComponent(request.headers.get(HEADER) ?? ''));
}
