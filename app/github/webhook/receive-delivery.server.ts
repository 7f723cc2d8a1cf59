import { askGithub } from '#app/github/asking/ask-github.server.ts';
import { requireConnection } from '#app/github/connection/require-connection.server.ts';
import type { GithubSettings } from '#app/github/github-settings.ts';
import { listLinksTo, type LinkRow } from '#app/github/links/link-store.server.ts';
import { findPushOfPull } from '#app/github/links/push-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import type { RepositoryOpener, AskedRepository } from './ask-repository.server.ts';
import { isKnownDelivery, noteDelivery } from './delivery-store.server.ts';
import { followBranch, followChecks } from './follow-branch.server.ts';
import { followRepository } from './follow-repository.server.ts';
import { openForLinks } from './open-for-links.server.ts';
import {
  grantRepositories,
  listConnectedTo,
  listLinkedOf,
  withdrawRepositories,
} from './reach-store.server.ts';
import type { GithubEvent, RepositoryEvent } from './read-event.ts';
import { settlePull } from './settle-pull.server.ts';

/** A webhook whose signature was checked. */
export interface Delivery {
  id: string;
  /** GitHub's name of the event. */
  name: string;
  event: GithubEvent;
}

/**
 * Deals with a webhook, once. It only says that something has changed: what is so now is asked of GitHub, so that
 * webhooks may come late, twice and in any order. Its line in the ledger is written at the end, so that one whose
 * work failed can be delivered again.
 */
export async function receiveDelivery(
  app: AppContext,
  { kind }: Pick<GithubSettings, 'kind'>,
  { id, name, event }: Delivery,
): Promise<'applied' | 'ignored' | 'duplicate'> {
  if (event.kind === 'other') return 'ignored';
  const { DB } = app.env;
  if (await isKnownDelivery(DB, id)) return 'duplicate';
  const isRelevant = await applyEvent(app, kind, event);
  if (!isRelevant) return 'ignored';
  await noteDelivery(DB, { id, event: name, receivedAt: Date.now() });
  return 'applied';
}

/** Whether there was something that the event is about. */
async function applyEvent(
  app: AppContext,
  kind: GithubSettings['kind'],
  event: GithubEvent,
): Promise<boolean> {
  switch (event.kind) {
    case 'other':
      return false;
    case 'revoked':
    case 'access':
    case 'installation':
      // An OAuth App has neither; who owns a repository can have webhooks of it signed for us.
      return kind === 'github-app' && applyToApp(app, event);
    default:
      return applyToLinks(app, event);
  }
}

async function applyToApp(
  app: AppContext,
  event: Exclude<GithubEvent, RepositoryEvent | { kind: 'other' }>,
): Promise<boolean> {
  const { DB } = app.env;
  const now = Date.now();
  switch (event.kind) {
    case 'revoked':
      return checkConnections(app, event.githubId);
    case 'access':
      await withdrawRepositories(DB, event.withdrawn, now);
      await grantRepositories(DB, event.granted, now);
      return true;
    case 'installation': {
      const ids = await listLinkedOf(DB, event.owner);
      await (event.isActive ? grantRepositories : withdrawRepositories)(DB, ids, now);
      return true;
    }
  }
}

/** Asks with the tokens of an account whether they hold; those that do not are marked by that. */
async function checkConnections(app: AppContext, githubId: number): Promise<boolean> {
  const users = await listConnectedTo(app.env.DB, githubId);
  for (const uid of users) {
    const opened = await requireConnection(app, uid);
    if (opened.ok) await askGithub(app, () => opened.value.octokit.request('GET /user'));
  }
  return users.length > 0;
}

async function applyToLinks(app: AppContext, event: RepositoryEvent): Promise<boolean> {
  const repositoryId = event.repository.id;
  const links = await listLinksTo(app.env.DB, repositoryId);
  const opened = openOnce(app, links);
  const isGone = event.kind === 'repository' && event.isGone;
  const place = await followRepository(app, links, { facts: event.repository, isGone });
  const ask: RepositoryOpener = async () => {
    const asked = await opened();
    return asked && { ...asked, ...(place && { owner: place.owner, name: place.name }) };
  };
  switch (event.kind) {
    case 'repository':
      break;
    case 'branch':
      await followBranch(app, links, event, ask);
      break;
    case 'check':
      await followChecks(app, links, { repositoryId, ...event }, ask);
      break;
    case 'pull': {
      const push = await findPushOfPull(app.env.DB, repositoryId, event.pull.number);
      if (push === null) return false;
      const link = links.find(({ project }) => project === push.project) ?? null;
      await settlePull(app, push, link, event.pull, ask);
    }
  }
  return links.length > 0;
}

function openOnce(app: AppContext, links: readonly LinkRow[]): RepositoryOpener {
  let opened: Promise<AskedRepository | null> | undefined;
  return () => (opened ??= openForLinks(app, links));
}
