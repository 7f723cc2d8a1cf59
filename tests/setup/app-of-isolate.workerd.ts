import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

import { requireConfig } from '#app/platform/config.ts';
import { limitBindings } from '#app/platform/limit-database.server.ts';
import { createLog, type LogFields } from '#app/platform/log.ts';

import { TEST_PROJECT } from './id-token.ts';

/**
 * What server code gets of a request: real bindings (others go over them), the database with its time-outs, a log that is kept, and
 * an end to wait for.
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
    /** When all that goes on after the answer has ended. */
    settle: () => waitOnExecutionContext(context),
  };
}
