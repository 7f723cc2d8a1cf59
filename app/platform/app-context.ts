import { createContext } from 'react-router';

import type { Config } from './config.ts';
import { randomId, timedId } from './ids.ts';
import { createLog, type Log } from './log.ts';

/** The values that tie together everything that belongs to one request. */
export interface Trace {
  /** Answered as `x-request-id`, in every problem document and log line. */
  requestId: string;
  /** The nonce of this response's scripts. */
  nonce: string;
  log: Log;
}

/** The context of one request: bindings, configuration and origin. */
export interface AppContext extends Trace {
  /** The bindings; only the edges of a room touch them. */
  env: Env;
  /** The variables, parsed. */
  config: Config;
  /** Our own origin as the caller sees it: `https://host`. */
  origin: string;
  /** Lets work go on after the answer. */
  waitUntil: (work: Promise<unknown>) => void;
}

/** For Hono apps: `new Hono<AppEnv>()`, then `c.var.app`, whose database alone has limits. */
export interface AppEnv {
  Bindings: Omit<Env, 'DB'>;
  Variables: { app: AppContext };
}

/** For loaders and actions: `context.get(appContext)`. */
export const appContext = createContext<AppContext>();

/** A new request's identity. */
export function createTrace(): Trace {
  const requestId = timedId(Date.now());
  let nonce: string | undefined;
  return {
    requestId,
    // Pages alone have one.
    get nonce() {
      nonce ??= randomId();
      return nonce;
    },
    log: createLog({ requestId }),
  };
}
