import type { Context, Hono } from 'hono';

import type { AppEnv } from './app-context.ts';
import { problem } from './problem.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Answers an API address that no route took: 405 where another method would do, else 404. */
export function answerUnrouted(routes: Hono<AppEnv>, c: Context<AppEnv>): Response {
  const allowed = METHODS.filter((method) => takes(routes, method, c.req.path));
  if (allowed.length === 0) {
    return problem(c.var.app, { status: 404, detail: `There is nothing at ${c.req.path}.` });
  }
  return problem(c.var.app, {
    status: 405,
    detail: `${c.req.path} takes ${allowed.join(', ')}, not ${c.req.method}.`,
    headers: { allow: allowed.join(', ') },
  });
}

function takes(routes: Hono<AppEnv>, method: string, path: string): boolean {
  const [matches] = routes.router.match(method, path);
  // Middleware is registered for all methods: only a route names its own.
  return matches.some(([[, route]]) => route.method === method);
}
