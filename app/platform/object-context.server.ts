import { createTrace, type AppContext } from './app-context.ts';
import { requireConfig } from './config.ts';
import { limitBindings } from './stores/limit-database.server.ts';

/**
 * The context in which a Durable Object works for a request that came in elsewhere.
 * @param origin under which the product is reached
 * @throws Error where the configuration is wrong
 */
export function createObjectContext(
  env: Env,
  state: Pick<DurableObjectState, 'waitUntil'>,
  origin: string,
): AppContext {
  return {
    ...createTrace(),
    env: limitBindings(env),
    config: requireConfig(env),
    origin,
    waitUntil: (work) => state.waitUntil(work),
  };
}
