import type { AppContext } from '#app/platform/app-context.ts';

import { sweepSignIns } from './connection/sign-in-store.server.ts';
import { listLinksOfNone, removeLink } from './links/link-store.server.ts';
import { removePushesOfNone } from './links/push-store.server.ts';
import { removeHook } from './webhook/repository-hook.server.ts';

type App = Pick<AppContext, 'config' | 'log'> & { env: Pick<Env, 'DB'> };

/**
 * Removes what is kept about GitHub for a while only, and what belonged to projects that are no more, with the webhooks
 * of their repositories. A GitHub that does not answer keeps nothing here: what such a webhook tells is ignored.
 */
export async function sweepGithub(app: App, now: number): Promise<{ signIns: number }> {
  const { DB } = app.env;
  let answers = true;
  for (const link of await listLinksOfNone(DB)) {
    answers &&= await removeHook(app, link);
    await removeLink(DB, link.project);
  }
  await removePushesOfNone(DB);
  return { signIns: await sweepSignIns(DB, now) };
}
