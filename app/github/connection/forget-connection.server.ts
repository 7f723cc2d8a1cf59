import { requireConfig } from '#app/platform/config.ts';
import { createLog } from '#app/platform/log.ts';

import { endConnection } from './end-connection.server.ts';

/**
 * Ends the connection of a user who is being deleted. A GitHub that does not answer must not keep their account: the
 * tokens are gone with it, and nobody else has them.
 */
export async function forgetConnection(env: Pick<Env, 'DB'>, uid: string): Promise<void> {
  await endConnection({ env, config: requireConfig(env), log: createLog({ uid }) }, uid);
}
