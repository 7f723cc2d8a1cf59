import * as z from 'zod/mini';

import { requireShape } from '#app/platform/shape.ts';

import { ServedCaller, ServedServer, ServerEnvironment } from './served-server.ts';

/** The caller and the server of a request, as the gateway found them. */
const SessionVisit = z.object({
  /** Of the session. */
  id: z.string(),
  /** This request opens it. */
  isFirst: z.boolean(),
  server: ServedServer,
  caller: ServedCaller,
  /** Where calls go. */
  environment: ServerEnvironment,
  /** Our own origin as the caller sees it. */
  origin: z.string(),
});
export type SessionVisit = z.infer<typeof SessionVisit>;

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
  const text = decodeURIComponent(request.headers.get(HEADER) ?? '');
  return requireShape(SessionVisit, JSON.parse(text), 'The visit of a session');
}
