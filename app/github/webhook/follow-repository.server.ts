import { changeLinksTo, type LinkRow } from '#app/github/links/link-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import { fetchRepository, type RepositoryOpener } from './ask-repository.server.ts';
import type { ToldRepository } from './github-payload.ts';

type LinkFacts = Pick<LinkRow, 'owner' | 'name' | 'isPrivate' | 'state'>;

/**
 * Brings links up to date with their repository: its names, whether it is private, archived, or gone. What a webhook
 * tells may be late, so that GitHub is asked where it tells something new.
 */
export async function followRepository(
  app: Pick<AppContext, 'env'>,
  links: readonly LinkRow[],
  { facts, isGone = false }: { facts: ToldRepository; isGone?: boolean },
  ask: RepositoryOpener,
): Promise<LinkFacts | null> {
  const [link] = links;
  if (link === undefined) return null;
  const told = toLinkFacts(link, facts, isGone);
  if (links.every((each) => isAsTold(each, told))) return told;
  const place = { owner: told.owner, name: told.name };
  const asked = await ask();
  const truth = asked && (await fetchRepository({ ...asked, ...place }, facts.id));
  const now = truth?.ok
    ? toLinkFacts(link, truth.value, false)
    : truth?.reason === 'githubMissing'
      ? { ...told, state: 'gone' as const }
      : told;
  await changeLinksTo(app.env.DB, facts.id, now, Date.now());
  return now;
}

/** The part of a repository that a link keeps. */
export function toLinkFacts(
  link: Pick<LinkRow, 'owner'>,
  { owner, name, private: isPrivate, archived }: ToldRepository,
  isGone: boolean,
): LinkFacts {
  const state = isGone ? 'gone' : archived === true ? 'archived' : 'ok';
  return { owner: owner?.login ?? link.owner, name, isPrivate, state };
}

function isAsTold(link: LinkRow, { owner, name, isPrivate, state }: LinkFacts): boolean {
  return (
    link.owner === owner &&
    link.name === name &&
    link.isPrivate === isPrivate &&
    link.state === state
  );
}
