import type { Context } from 'hono';
import type * as z from 'zod';

import type { AppContext } from './app-context.ts';
import { toJsonPath } from './json-path.ts';
import { problem } from './problem.ts';

/** The outcome that `zValidator` passes to its hook. */
type Outcome = { target: string } & (
  | { success: true }
  | { success: false; error: z.core.$ZodError }
);

/**
 * The hook of every `zValidator`: a problem document with the place of each fault, never zod's own
 * dump. `zValidator('json', Edit, answerInvalid)`.
 */
export function answerInvalid(outcome: Outcome, c: Context): Response | undefined {
  if (outcome.success) return undefined;
  // The validator infers no environment, but every app of ours has this one.
  const app = c.var['app'] as AppContext;
  return problem(app, {
    status: outcome.target === 'json' || outcome.target === 'form' ? 422 : 400,
    detail: `The ${outcome.target} part of the request is not what this address takes.`,
    problems: outcome.error.issues.map((issue) => ({
      path: toJsonPath(issue.path),
      message: issue.message,
    })),
  });
}
