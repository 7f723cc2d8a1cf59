import { listHookedLinks, removeLink } from '#app/github/links/link-store.server.ts';
import { requireConfig } from '#app/platform/config.ts';
import { createLog } from '#app/platform/log.ts';

import { removeHook } from './repository-hook.server.ts';

/**
 * Removes the webhooks that an account's projects have in repositories, before the connections that made them end with
 * the account. A GitHub that does not answer must not keep the account: then the webhooks stay, and are ignored.
 */
export async function forgetHooks(env: Pick<Env, 'DB'>, account: string): Promise<void> {
  const app = { env, config: requireConfig(env), log: createLog({ account }) };
  for (const link of await listHookedLinks(env.DB, account)) {
    if (!(await removeHook(app, link))) return;
    await removeLink(env.DB, link.project);
  }
}
