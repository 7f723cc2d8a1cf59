import { toChatStub } from '#app/chat/chat-stub.server.ts';
import type { WorkedDraft } from '#app/chat/turns/draft-ports.server.ts';
import { describeDiff } from '#app/blueprint/diff/describe-diff.ts';
import { diffBlueprints } from '#app/blueprint/diff/diff-blueprints.ts';
import type { DraftHead } from '#app/drafts/draft-state.ts';
import { applyToDraft, loadBlueprint } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

/** A draft as one call works on it: each change is a restore point, and refused where another came first. */
export async function workOnDraft(app: AppContext, found: DraftHead): Promise<WorkedDraft> {
  let head = found;
  const chat = toChatStub(app.env, found.id);
  const { points } = await chat.listPoints();
  return {
    head: () => head,
    async change(content) {
      const [before, after] = await Promise.all([
        loadBlueprint(app.env, head),
        loadBlueprint(app.env, content),
      ]);
      const changed = await applyToDraft(app.env, head.id, {
        kind: 'change',
        revision: head.revision,
        content,
        changed: describeDiff(diffBlueprints(before, after)),
      });
      if (changed.ok) head = changed.value;
      return changed;
    },
    points: () => points,
    readPoint: async (number) => chat.readPoint(number),
    rename: async (title) => {
      await chat.rename(title);
    },
  };
}
