import * as z from 'zod/mini';

import type { LinkRow } from '#app/github/links/link-store.server.ts';
import type { PushRow } from '#app/github/links/push-store.server.ts';
import { settlePublication } from '#app/github/links/settlement-store.server.ts';
import { publishChecked } from '#app/hosting/publish-checked.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { findProjectOf } from '#app/projects/find-project.server.ts';
import type { KeyCaller } from '#app/projects/project-caller.ts';
import { answerProjectProblem, type ProjectProblem } from '#app/projects/project-problem.server.ts';
import { loadProject } from '#app/projects/project-store.server.ts';

/** Failures after which another attempt may succeed; the hourly one makes it. */
const PASSING: readonly ProjectProblem['reason'][] = [
  'statusUnavailable',
  'endpointsUncounted',
  'publishingOff',
  'refused',
];

const Detail = z.object({ detail: z.string() });

type Outcome = { publication: 'published' } | { publication: 'refused'; note: string };

/**
 * Publishes the version of a merged push that waits for it, with the rights of who linked the repository and past the
 * gates of the project. The outcome is kept for the project's notices. What cannot be decided now goes on waiting.
 */
export async function publishMerged(
  app: AppContext,
  push: PushRow,
  link: LinkRow | null,
): Promise<void> {
  if (push.publication !== 'waiting') return;
  const outcome = link?.publishesOnMerge
    ? await publish(app, push, link)
    : refuse(
        'The repository was unlinked, or the setting was turned off, before it could be published.',
      );
  if (outcome === null) return;
  const { project, version } = push;
  app.log.info('github.mergePublished', { project, version, ...outcome });
  const publicationNote = outcome.publication === 'refused' ? outcome.note : null;
  const settled = { publication: outcome.publication, publicationNote };
  await settlePublication(app.env.DB, push.id, settled, Date.now());
}

async function publish(
  app: AppContext,
  { project: id, version }: PushRow,
  { linkedBy: uid }: LinkRow,
): Promise<Outcome | null> {
  const project = await loadProject(app.env.DB, id);
  if (project === null) return refuse('The project was deleted.');
  const { account: accountId } = project;
  const caller: KeyCaller = { kind: 'key', key: 'github', accountId, uid, projects: [id] };
  const found = await findProjectOf(app, caller, id);
  if (!found.ok) {
    if (PASSING.includes(found.reason)) return null;
    return refuse('Who linked the repository may not publish this project any more.');
  }
  const { published } = found.value.project;
  if (published !== null && published > version) {
    return refuse(`Version ${published} is newer, and is published already.`);
  }
  const request = new Request(app.origin);
  // Only the endpoint itself knows what is served by the time that this version was checked.
  const done = await publishChecked(app, request, found.value, { version, isUpgrade: true });
  if (done.ok) return { publication: 'published' };
  if (PASSING.includes(done.reason)) return null;
  const { detail } = Detail.parse(await answerProjectProblem(app, done).json());
  return refuse(detail);
}

function refuse(note: string): Outcome {
  return { publication: 'refused', note };
}
