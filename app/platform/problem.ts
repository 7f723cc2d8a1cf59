import type { PathProblem } from './json-path.ts';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** A limit of a plan that refused something. */
export interface LimitMembers {
  /** Name of the limit. */
  limit: string;
  used: number;
  max: number;
  /** Milliseconds since 1970; null: it does not start again by itself. */
  resetsAt: number | null;
  /** The lowest plan whose limit is higher than what is used; null: none is. */
  liftedBy: string | null;
}

/** RFC 9457, with the id of the request and, where there are several, each problem's place. */
export interface Problem extends Partial<LimitMembers> {
  type: string;
  title: string;
  status: number;
  detail: string;
  requestId: string;
  problems?: PathProblem[];
  /** Of a version conflict: number of the latest version. */
  latest?: number;
  /** Seconds until it makes sense to try again, as the header of the answer says. */
  retryAfter?: number;
}

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
};

export interface ProblemParts {
  status: number;
  /** Explains to people what happened and what to do about it. */
  detail: string;
  /** Short and the same for each problem of this type; the status's own words where absent. */
  title?: string;
  /** URI of the kind of problem; absent: the status says it all. */
  type?: string;
  problems?: PathProblem[] | undefined;
  latest?: number;
  reached?: LimitMembers;
  headers?: HeadersInit;
}

/** The body of a problem document. */
export function toProblem(app: { requestId: string }, parts: ProblemParts): Problem {
  return {
    type: parts.type ?? 'about:blank',
    title: parts.title ?? TITLES[parts.status] ?? 'Error',
    status: parts.status,
    detail: parts.detail,
    requestId: app.requestId,
    ...(parts.problems ? { problems: parts.problems } : {}),
    ...(parts.latest === undefined ? {} : { latest: parts.latest }),
    ...parts.reached,
  };
}

/** A problem document as the answer to a request. */
export function problem(app: { requestId: string }, parts: ProblemParts): Response {
  const headers = new Headers(parts.headers);
  headers.set('content-type', PROBLEM_MEDIA_TYPE);
  headers.set('cache-control', 'no-store');
  return new Response(JSON.stringify(toProblem(app, parts)), { status: parts.status, headers });
}
