import { toContent } from '#app/drafts/restore-points.ts';
import { describeContent } from '#app/drafts/documents/make-content.server.ts';
import type { DraftFailure } from '#app/drafts/draft-state.ts';
import { applyToDraft, loadBlueprint, removeDraft } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { randomId } from '#app/platform/ids.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import { carryToDraft } from './secrets/carry-secrets.server.ts';
import type { FoundVersion } from './find-project.server.ts';

/**
 * Opens a chat of the caller's whose server is this version, with the secrets of the environment
 * `test`, and returns its id.
 *
 * @param fixes the group of failed calls that the next version is to fix
 */
export async function continueVersion(
  app: AppContext,
  { version, caller }: FoundVersion,
  fixes?: string,
): Promise<Result<string, DraftFailure>> {
  const blueprint = await loadBlueprint(app.env, version);
  const id = randomId();
  const created = await applyToDraft(app.env, id, {
    kind: 'create',
    id,
    owner: caller.accountId,
    isKept: true,
    content: toContent({ ...version, about: describeContent(blueprint) }),
    base: { project: version.project, version: version.number, ...(fixes && { fixes }) },
  });
  if (!created.ok) return created;
  try {
    await carryToDraft(app, { draft: id, project: version.project }, blueprint);
  } catch (error) {
    await removeDraft(app.env, id, caller.accountId);
    throw error;
  }
  return succeed(id);
}
