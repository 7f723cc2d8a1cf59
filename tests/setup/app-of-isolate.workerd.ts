import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

import { requireConfig } from '#app/platform/config.ts';
import { limitBindings } from '#app/platform/stores/limit-database.server.ts';
import { createLog, type LogFields } from '#app/platform/log.ts';

import { TEST_PROJECT } from './id-token.ts';

/**
 * Context of server code: real bindings, which the given ones override, the database with its time-outs, a
 * recorded log, and an awaitable end.
 */
export function makeApp(bindings: Partial<Env> = {}) {
  const context = createExecutionContext();
  const lines: LogFields[] = [];
  return {
    env: limitBindings({ ...env, ...bindings }),
    config: { ...requireConfig(env), FIREBASE_PROJECT_ID: TEST_PROJECT },
    requestId: 'request-1',
    log: createLog({}, (level, line) => void lines.push({ level, ...JSON.parse(line) })),
    waitUntil: context.waitUntil.bind(context),
    lines,
    /** Resolves when all work after the response has ended. */
    settle: () => waitOnExecutionContext(context),
  };
}
