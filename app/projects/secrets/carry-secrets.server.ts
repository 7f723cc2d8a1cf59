import type { Blueprint } from '#app/blueprint/blueprint.ts';
import {
  listSetSecrets,
  toSecretOwner,
  toSecretStore,
} from '#app/drafts/secrets/draft-secrets.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { copySecrets, listForeignSecrets, moveSecret } from '#app/secrets/store.server.ts';

import { listCallerSecrets } from './find-project-secrets.server.ts';
import { SECRET_ENVIRONMENTS, toProjectSecretOwner } from './project-secret-owner.ts';

/** The draft and the project between which secrets are carried. */
interface Places {
  draft: string;
  project: string;
}

type Named = Pick<Blueprint, 'secrets' | 'upstreams'>;

/**
 * Gives a project the secrets of a draft that it has no value of yet, in both environments: what is
 * set there already may be in use, and stays. A refresh token can have one holder only, so that the
 * endpoint gets it and the draft loses it. What the draft got from a project of another account stays in the
 * draft: a team's credentials are of the team. Doing it twice comes to the same.
 */
export async function carryToProject(
  app: AppContext,
  { draft, project }: Places,
  blueprint: Named,
): Promise<void> {
  const store = toSecretStore(app);
  const from = toSecretOwner(draft);
  const { typed, tokens } = sortNames(blueprint);
  const ofCallers = listCallerSecrets(blueprint);
  const foreign = await listForeignSecrets(app.env.DB, from, project);
  for (const environment of SECRET_ENVIRONMENTS) {
    const to = toProjectSecretOwner(project, environment);
    const known = await listSetSecrets(app.env.DB, to);
    const isMissing = (name: string) => !known.has(name);
    // An endpoint has no value for what each caller gives.
    const isOwn = (name: string) => environment === 'test' || !ofCallers.includes(name);
    const isCarried = (name: string) => isMissing(name) && isOwn(name) && !foreign.has(name);
    await copySecrets(store, from, to, typed.filter(isCarried));
    if (environment !== 'live') continue;
    for (const name of tokens.filter(isCarried)) await moveSecret(app.env.DB, from, to, name);
  }
}

/** Gives a new draft the secrets of a project's environment `test`, except for refresh tokens. */
export async function carryToDraft(
  app: AppContext,
  { draft, project }: Places,
  blueprint: Named,
): Promise<void> {
  const from = toProjectSecretOwner(project, 'test');
  const { typed } = sortNames(blueprint);
  await copySecrets(toSecretStore(app), from, toSecretOwner(draft), typed, project);
}

/** The names of a blueprint's secrets: of values that a person has typed, and of refresh tokens. */
function sortNames({ secrets, upstreams }: Named): { typed: string[]; tokens: string[] } {
  const refreshed = new Set(
    upstreams
      .flatMap(({ auth }) => auth)
      .flatMap((scheme) =>
        scheme.kind === 'oauth2AuthorizationCode' ? [scheme.refreshTokenSecret] : [],
      ),
  );
  const names = secrets.map(({ name }) => name);
  return {
    typed: names.filter((name) => !refreshed.has(name)),
    tokens: names.filter((name) => refreshed.has(name)),
  };
}
