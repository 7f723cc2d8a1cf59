import { describeDiff } from '#app/blueprint/diff/describe-diff.ts';
import { diffBlueprints } from '#app/blueprint/diff/diff-blueprints.ts';
import { Workspace } from '#app/builder/tools/workspace.ts';
import { loadDocument } from '#app/drafts/documents/document-store.server.ts';
import { pointBefore, toContent } from '#app/drafts/restore-points.ts';
import { loadBlueprint } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail } from '#app/platform/result.ts';

import { createDraftPorts, type HeldDraft } from './draft-ports.server.ts';
import type { TurnTools } from './turn-tools.ts';

/**
 * Opens a draft for a turn, which changes it until the turn is over.
 *
 * @param answer Id of the message that the turn makes, or continues.
 */
export async function openWorkspace(
  app: AppContext,
  draft: HeldDraft,
  { answer, isUnattended = false }: { answer: string; isUnattended?: boolean | undefined },
): Promise<Pick<TurnTools, 'workspace' | 'close'>> {
  const head = draft.head();
  const before = await loadBlueprint(app.env, head);
  const ports = createDraftPorts(app, {
    ...draft,
    change: async (content) => {
      if (workspace.hasEnded) return fail({ reason: 'atWork' });
      return draft.change(content);
    },
  });
  const workspace: Workspace = new Workspace(before, ports);
  workspace.isAttended = !isUnattended;
  const start = pointBefore(draft.points(), answer);
  if (start !== null) {
    workspace.since = await loadDocument(app.env.BLOBS, 'blueprints', start.blueprint);
  }
  const close = async () => {
    await workspace.settle();
    const { held, answers } = workspace;
    const content = toContent(draft.head());
    const isSame = content.blueprint === head.blueprint && content.artifact === head.artifact;
    if (isSame) return { made: null, held, answers };
    const changed = describeDiff(diffBlueprints(before, workspace.safe));
    const inAll = describeDiff(diffBlueprints(workspace.since, workspace.safe));
    return { made: { content, changed, inAll }, held, answers };
  };
  return { workspace, close };
}
