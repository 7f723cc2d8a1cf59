import { requireUser } from '#app/auth/caller.server.ts';
import type { AuthFailure } from '#app/auth/auth-problem.server.ts';
import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { listSecretStatus } from '#app/drafts/secrets/draft-secrets.server.ts';
import { loadBlueprint } from '#app/drafts/store.server.ts';
import { findEndpoint, mayUserCall } from '#app/oauth/find-endpoint.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { EndpointLease } from '#app/projects/endpoint/endpoint-stub.server.ts';
import { listCallerSecrets } from '#app/projects/secrets/find-project-secrets.server.ts';
import { toCallerSecretOwner } from '#app/projects/secrets/project-secret-owner.ts';
import { listSecrets } from '#app/secrets/store.server.ts';

import type { CallerCredentials } from './caller-credentials.ts';
import { listCallerConnections } from './caller-connections.server.ts';

/** The place of a user's own credentials at an endpoint. */
export interface FoundCredentials {
  slug: string;
  project: string;
  /** The user's own account. */
  account: string;
  /** Owner in the secrets' store: this user at this project. */
  owner: string;
  /** While a version is rolled out, of both versions: either may get the next call. */
  blueprint: Blueprint;
}

export type CredentialFailure =
  | { reason: 'refused'; failure: { ok: false } & AuthFailure }
  /** Nothing is published there that this user may call. */
  | { reason: 'unknownEndpoint' };

/** Finds where the signed-in user gives credentials for an endpoint that they may call. */
export async function findCallerCredentials(
  app: AppContext,
  request: Request,
  slug: string,
): Promise<Result<FoundCredentials, CredentialFailure>> {
  const caller = await requireUser(app, request);
  if (!caller.ok) return fail({ reason: 'refused', failure: caller });
  const { uid, accountId: account } = caller.value;
  const endpoint = await findEndpoint(app, slug);
  const mayCall = endpoint !== null && (await mayUserCall(app, endpoint, { uid, account }));
  if (endpoint === null || !mayCall) return fail({ reason: 'unknownEndpoint' });
  const { project } = endpoint;
  const blueprint = await loadServed(app, endpoint);
  const owner = toCallerSecretOwner(uid, project);
  return succeed({ slug, project, account, owner, blueprint });
}

/** The blueprint of an endpoint; during a rollout the secrets and upstreams of both versions are in it. */
async function loadServed(app: AppContext, endpoint: EndpointLease): Promise<Blueprint> {
  const { rollout } = endpoint;
  if (rollout === null) return loadBlueprint(app.env, endpoint);
  const [stable, candidate] = await Promise.all([
    loadBlueprint(app.env, endpoint),
    loadBlueprint(app.env, rollout),
  ]);
  // Those that one version leaves to its callers are the callers' here, whatever the other one says.
  const all = [...stable.secrets, ...candidate.secrets];
  const [own, ofCallers] = [
    all.filter(({ scope }) => scope !== 'caller'),
    all.filter(({ scope }) => scope === 'caller'),
  ];
  const secrets = new Map([...own, ...ofCallers].map((secret) => [secret.name, secret]));
  return {
    ...stable,
    secrets: [...secrets.values()],
    upstreams: [...stable.upstreams, ...candidate.upstreams],
  };
}

/** The credentials that an endpoint asks its callers for, and which of them this user has given. */
export async function listCredentials(
  database: D1Database,
  { slug, project, owner, blueprint }: FoundCredentials,
): Promise<CallerCredentials> {
  const names = listCallerSecrets(blueprint);
  const [statuses, stored] = await Promise.all([
    listSecretStatus(database, owner, blueprint),
    listSecrets(database, owner),
  ]);
  const connections = await listCallerConnections(database, { project, blueprint });
  const credentials = statuses.flatMap((status) => {
    if (!names.includes(status.name)) return [];
    const declared = blueprint.secrets.find(({ name }) => name === status.name);
    const { changedAt = null, usedAt = null } =
      stored.find(({ name }) => name === status.name) ?? {};
    const description = declared?.description ?? null;
    const connection = connections.get(status.name) ?? null;
    return [{ ...status, changedAt, usedAt, description, connection }];
  });
  const { title, name } = blueprint.identity;
  return { slug, title: title ?? name, credentials };
}
