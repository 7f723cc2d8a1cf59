import { createContext } from 'react-router';

import { getConfig, type Config } from './config.ts';
import { randomId, timedId } from './ids.ts';
import { createLog, type Log } from './log.ts';

/** What one request knows about the house around it. */
export interface AppContext {
  /** The bindings; only the edges of a room touch them. */
  env: Env;
  /** The variables, parsed. */
  config: Config;
  /** Answered as `x-request-id`, in every problem document and log line. */
  requestId: string;
  /** The nonce of this response's scripts. */
  nonce: string;
  log: Log;
  /** Lets work go on after the answer. */
  waitUntil: (promise: Promise<unknown>) => void;
}

/** For Hono apps: `new Hono<AppEnv>()`, then `c.var.app`. */
export interface AppEnv {
  Bindings: Env;
  Variables: { app: AppContext };
}

/** For loaders and actions: `context.get(appContext)`. */
export const appContext = createContext<AppContext>();

/** The context of one request; throws where the configuration is wrong. */
export function createAppContext(
  env: Env,
  waitUntil: (promise: Promise<unknown>) => void,
): AppContext {
  const requestId = timedId(Date.now());
  return {
    env,
    config: getConfig(env),
    requestId,
    nonce: randomId(),
    log: createLog({ requestId }),
    waitUntil,
  };
}
