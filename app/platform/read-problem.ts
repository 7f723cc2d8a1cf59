import type { PathProblem } from './json-path.ts';
import type { Problem } from './problem.ts';

/**
 * Reads a problem document that came over the wire; null where the value is none, such as the page
 * of a proxy. Only its `detail` has to be there: other servers may leave out the rest.
 */
export function readProblem(value: unknown): Problem | null {
  if (!isObject(value) || typeof value['detail'] !== 'string') return null;
  const { type, title, status, detail, requestId, problems } = value;
  return {
    type: toText(type, 'about:blank'),
    title: toText(title, 'Error'),
    status: typeof status === 'number' ? status : 0,
    detail,
    requestId: toText(requestId, ''),
    ...(Array.isArray(problems) ? { problems: problems.filter(isPathProblem) } : {}),
  };
}

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
