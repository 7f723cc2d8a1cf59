import type { PathProblem } from './json-path.ts';
import type { LimitMembers, Problem } from './problem.ts';
import type { Shape } from './shape.ts';

/**
 * Reads a problem document that came over the wire; null where the value is none, such as the page
 * of a proxy. Only its `detail` has to be there: other servers may leave out the rest.
 * @param response the problem came in, which tells what the document does not
 */
export function readProblem(
  value: unknown,
  response?: Pick<Response, 'status' | 'statusText' | 'headers'>,
): Problem | null {
  if (!isObject(value) || typeof value['detail'] !== 'string') return null;
  const { type, title, status, detail, requestId, problems, latest } = value;
  const retryAfter = Number(response?.headers.get('retry-after'));
  return {
    type: toText(type, 'about:blank'),
    title: toText(title, response?.statusText || 'Error'),
    status: typeof status === 'number' ? status : (response?.status ?? 0),
    detail,
    requestId: toText(requestId, '') || (response?.headers.get('x-request-id') ?? ''),
    ...(Array.isArray(problems) ? { problems: problems.filter(isPathProblem) } : {}),
    ...(latest ? { latest: Number(latest) } : {}),
    ...(retryAfter > 0 ? { retryAfter } : {}),
    ...(typeof value['limit'] === 'string' ? toLimitMembers(value) : {}),
  };
}

function toLimitMembers(value: Record<string, unknown>): LimitMembers {
  const { limit, used, max, resetsAt, liftedBy } = value;
  return {
    limit: String(limit),
    used: Number(used),
    max: Number(max),
    resetsAt: typeof resetsAt === 'number' ? resetsAt : null,
    liftedBy: typeof liftedBy === 'string' ? liftedBy : null,
  };
}

/** As {@link readProblem}, where a shape is asked for. */
export const ProblemDocument: Shape<Problem> = {
  safeParse(value) {
    const problem = readProblem(value);
    if (problem !== null) return { success: true, data: problem };
    return { success: false, error: new TypeError('A problem document has a detail.') };
  },
};

/** As {@link readProblem}, for its text. */
export function parseProblem(text: string): Problem | null {
  try {
    return readProblem(JSON.parse(text));
  } catch {
    return null;
  }
}

function isPathProblem(value: unknown): value is PathProblem {
  return (
    isObject(value) && typeof value['path'] === 'string' && typeof value['message'] === 'string'
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function toText(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
