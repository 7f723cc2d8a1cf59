import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { DraftProblem } from '#app/drafts/draft-problem.server.ts';
import type { SecretChange } from '#app/drafts/draft-change.ts';
import type { SecretStatus } from '#app/drafts/draft.ts';
import type { FoundDraft } from '#app/drafts/find-draft.server.ts';
import { loadBlueprint } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { bindSecret, removeSecret, setSecret } from '#app/secrets/store.server.ts';

import { listSecretStatus, toSecretOwner, toSecretStore } from './draft-secrets.server.ts';
import { toSecretOrigins } from './secret-origins.ts';
import { findValueProblem } from './value-problem.ts';

/**
 * Sets a secret's value, or confirms the origin that an existing value may be sent to. Only the
 * owner may confirm: somebody who merely holds the draft's token could move an upstream and have
 * the value sent there.
 */
export async function changeSecret(
  app: AppContext,
  { head, access }: FoundDraft,
  name: string,
  change: SecretChange,
): Promise<Result<SecretStatus, DraftProblem>> {
  const blueprint = await loadBlueprint(app.env, head);
  const server = { owner: toSecretOwner(head.id), blueprint, mayConfirm: access === 'owner' };
  return changeSecretOf(app, server, name, change);
}

interface ServerOfSecrets {
  owner: string;
  blueprint: Blueprint;
  mayConfirm: boolean;
  /** The project that a caller gives it for; absent: it is no caller's. */
  project?: string;
}

/** As {@link changeSecret}, of any owner of secrets and the blueprint that names them. */
export async function changeSecretOf(
  app: AppContext,
  { owner, blueprint, mayConfirm, project }: ServerOfSecrets,
  name: string,
  change: SecretChange,
): Promise<Result<SecretStatus, DraftProblem>> {
  if (!blueprint.secrets.some((secret) => secret.name === name)) {
    return fail({ reason: 'unknownSecret', name });
  }
  const origins = toSecretOrigins(blueprint.upstreams).get(name) ?? [];
  if (change.origins !== undefined && !isSameSet(change.origins, origins)) {
    return fail({ reason: 'originsMoved', name, origins });
  }
  const store = toSecretStore(app);
  if ('value' in change) {
    const message = findValueProblem(blueprint.upstreams, name, change.value);
    if (message !== null) return fail({ reason: 'unfitValue', message });
    const secret = { name, value: change.value, origins };
    await setSecret(store, owner, { ...secret, ...(project !== undefined && { project }) });
  } else {
    if (!mayConfirm) return fail({ reason: 'ownerOnly' });
    const bound = await bindSecret(store, owner, name, origins);
    if (!bound.ok) {
      return fail({ reason: bound.reason === 'notSet' ? 'notSet' : 'unreadableSecret', name });
    }
  }
  const statuses = await listSecretStatus(app.env.DB, owner, blueprint);
  const status = statuses.find((secret) => secret.name === name);
  return status ? succeed(status) : fail({ reason: 'unknownSecret', name });
}

function isSameSet(some: string[], others: string[]): boolean {
  const wanted = new Set(others);
  return new Set(some).size === wanted.size && some.every((one) => wanted.has(one));
}

/** Forgets a secret's value; nothing happens where there is none. */
export async function forgetSecret(
  app: AppContext,
  found: FoundDraft,
  name: string,
): Promise<void> {
  await removeSecret(app.env.DB, toSecretOwner(found.head.id), name);
}
