import type { UserCaller } from '#app/auth/caller.server.ts';
import { mayUserCall } from '#app/oauth/find-endpoint.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { isRandomId } from '#app/platform/ids.ts';
import { listServing } from '#app/projects/project-store.server.ts';
import {
  toCallerSecretOwner,
  toCallerSecretPrefix,
} from '#app/projects/secrets/project-secret-owner.ts';
import { findHolderOfSlug } from '#app/projects/slug-store.server.ts';
import { listSecretsBelow, removeSecret } from '#app/secrets/store.server.ts';

import type { StoredCredential } from './caller-credentials.ts';

/** Every credential that a user has stored for calls of their own, also where they may call nothing any more. */
export async function listOwnCredentials(
  app: AppContext,
  { uid, accountId: account }: UserCaller,
): Promise<StoredCredential[]> {
  const stored = await listSecretsBelow(app.env.DB, toCallerSecretPrefix(uid));
  const found = await listServing(app.env.DB, [...new Set(stored.map(({ place }) => place))]);
  const callable = await Promise.all(
    found.map(async (project) =>
      (await mayUserCall(app, project, { uid, account })) ? [project] : [],
    ),
  );
  const titles = new Map(callable.flat().map(({ id, title }) => [id, title]));
  return stored.map(({ place: project, ...credential }) => ({
    project,
    title: titles.get(project) ?? null,
    ...credential,
  }));
}

/**
 * Deletes what a user has stored for a server, whether they may still call it or not.
 *
 * @param place name of its endpoint, also a former one, or id of its project.
 * @returns false: no server has or had this name.
 */
export async function removeOwnCredential(
  app: AppContext,
  { uid }: Pick<UserCaller, 'uid'>,
  place: string,
  name: string,
): Promise<boolean> {
  const named = await findHolderOfSlug(app.env.DB, place);
  const project = named ?? (isRandomId(place) ? place : null);
  if (project === null) return false;
  await removeSecret(app.env.DB, toCallerSecretOwner(uid, project), name);
  return true;
}
