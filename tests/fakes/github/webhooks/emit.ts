import { randomUUID } from 'node:crypto';

import { installationOf } from '../access.ts';
import { getOwner } from '../find-repository.ts';
import type { Site } from '../operation.ts';
import { EVENTS } from '../present/to-installation.ts';
import { nodeId, toOrganization, toSimpleUserOf } from '../present/to-owner.ts';
import { toRepository } from '../present/to-repository.ts';
import type { Repository } from '../world.ts';

/** Tells the app and the repository's own webhooks what somebody did in a repository. */
export function emit(
  { world, at }: Site,
  event: string,
  repository: Repository,
  login: string,
  payload: object,
): void {
  const installation = installationOf(world, repository);
  const owner = getOwner(world, repository.owner);
  const whole = {
    ...payload,
    repository: toWebhookRepository({ world, at }, repository, event),
    ...(owner?.kind === 'Organization' ? { organization: toOrganization(owner, at) } : {}),
    sender: toSimpleUserOf(world, login, at),
  };
  if (installation !== null && EVENTS.includes(event)) {
    const { id } = installation;
    const body = { ...whole, installation: { id, node_id: nodeId('Installation', id) } };
    queue({ world, at }, event, body, repository.id, null);
  }
  for (const { id, events, isActive } of repository.hooks) {
    const isWanted = isActive && (events.includes(event) || events.includes('*'));
    if (isWanted) queue({ world, at }, event, whole, repository.id, id);
  }
}

/** Of a push, times are numbers. */
function toWebhookRepository({ world, at }: Site, repository: Repository, event: string) {
  const shown = toRepository(world, repository, at, null);
  if (event !== 'push') return shown;
  const toSeconds = (time: string) => Math.floor(Date.parse(time) / 1_000);
  return {
    ...shown,
    url: shown.html_url,
    created_at: toSeconds(shown.created_at),
    pushed_at: toSeconds(shown.pushed_at),
    master_branch: shown.default_branch,
  };
}

/** Tells the app something that is of no repository. */
export function emitToApp({ world, at }: Site, event: string, login: string, payload: object) {
  const body = { ...payload, sender: toSimpleUserOf(world, login, at) };
  queue({ world, at }, event, body, null, null);
}

export function queue(
  { world }: Site,
  event: string,
  payload: object,
  repository: number | null,
  hook: number | null,
): void {
  const body = JSON.stringify(payload);
  world.deliveries.push({ id: randomUUID(), event, repository, hook, body });
}
