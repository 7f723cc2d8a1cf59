import { loadLink, type LinkRow } from '#app/github/links/link-store.server.ts';
import { changePush, type PushRow } from '#app/github/links/push-store.server.ts';
import {
  listUnheard,
  listWaiting,
  settlePublication,
} from '#app/github/links/settlement-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import { fetchPull } from './ask-repository.server.ts';
import { sweepDeliveries } from './delivery-store.server.ts';
import { openForLinks } from './open-for-links.server.ts';
import { publishMerged } from './publish-merged.server.ts';
import { settlePull } from './settle-pull.server.ts';

const HOUR_MS = 60 * 60 * 1_000;
/** A version that could not be published for so long is given up. */
const WAITS_MS = 3 * 24 * HOUR_MS;
/** Each takes a few requests to GitHub, or a check of a version. */
const MAX_PER_RUN = 20;

/**
 * Publishes what waits for it since its pull request was merged, and asks for pull requests of which no webhook has
 * told for an hour, where their merge publishes. GitHub repeats no webhook by itself.
 */
export async function sweepMerges(
  app: AppContext,
  now: number,
): Promise<{ waiting: number; asked: number }> {
  const { DB } = app.env;
  await sweepDeliveries(DB, now);
  const waiting = await listWaiting(DB, now - HOUR_MS / 6, MAX_PER_RUN);
  for (const push of waiting) await tryAgain(app, push, now);
  const unheard = await listUnheard(DB, now - HOUR_MS, MAX_PER_RUN);
  for (const { push, link } of unheard) await askForPull(app, push, link, now);
  return { waiting: waiting.length, asked: unheard.length };
}

async function tryAgain(app: AppContext, push: PushRow, now: number): Promise<void> {
  const { DB } = app.env;
  if ((push.settledAt ?? now) < now - WAITS_MS) {
    const publicationNote = 'It could not be checked or published for three days.';
    return settlePublication(DB, push.id, { publication: 'refused', publicationNote }, now);
  }
  // The next run tries others first.
  await changePush(DB, push.id, {}, now);
  const link = await loadLink(DB, push.project);
  await publishMerged(app, push, link?.repositoryId === push.repositoryId ? link : null);
}

async function askForPull(
  app: AppContext,
  push: PushRow,
  link: LinkRow,
  now: number,
): Promise<void> {
  await changePush(app.env.DB, push.id, {}, now);
  if (push.pull === null) return;
  const asked = await openForLinks(app, [link]);
  const pull = asked && (await fetchPull(asked, push.pull));
  if (pull?.ok) await settlePull(app, push, link, pull.value, () => Promise.resolve(null));
}
