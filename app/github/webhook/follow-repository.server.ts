import { changeLink, changeLinksTo, type LinkRow } from '#app/github/links/link-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import { fetchRepository } from './ask-repository.server.ts';
import type { ToldRepository } from './github-payload.ts';
import { openEach } from './open-for-links.server.ts';

type LinkFacts = Pick<LinkRow, 'owner' | 'name' | 'isPrivate' | 'state'>;

/**
 * Brings links up to date with their repository: its names, whether it is private, archived, or gone. What a webhook
 * tells may be late, so that GitHub is asked where it tells something new.
 */
export async function followRepository(
  app: Pick<AppContext, 'env' | 'config' | 'log'>,
  links: readonly LinkRow[],
  { facts, isGone = false }: { facts: ToldRepository; isGone?: boolean },
): Promise<LinkFacts | null> {
  const [link] = links;
  if (link === undefined) return null;
  const told = toLinkFacts(link, facts, isGone);
  const seeing = links.filter(({ state }) => state !== 'gone');
  if ((seeing.length > 0 ? seeing : links).every((each) => isAsTold(each, told))) return told;
  const place = { owner: told.owner, name: told.name };
  const blind: string[] = [];
  let now = told;
  let seenBy: string | null = null;
  for await (const asked of openEach(app, links)) {
    const truth = await fetchRepository({ ...asked, ...place }, facts.id);
    if (truth.ok) [now, seenBy] = [toLinkFacts(link, truth.value, false), asked.uid];
    if (truth.ok || truth.reason !== 'githubMissing') break;
    blind.push(asked.uid);
  }
  await changeLinksTo(app.env.DB, facts.id, now, Date.now());
  // What one of them may not see is gone for the links that they have made, and for no others.
  const isGoneFor = ({ linkedBy, state }: LinkRow) =>
    blind.includes(linkedBy) || (state === 'gone' && seenBy !== null && seenBy !== linkedBy);
  for (const each of links.filter(isGoneFor)) {
    await changeLink(app.env.DB, each, { state: 'gone' }, Date.now());
  }
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
