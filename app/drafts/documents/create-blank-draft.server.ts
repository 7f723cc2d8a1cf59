import { toPackageName } from '#app/blueprint/generate/package-name.ts';
import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';
import type { DraftProblem } from '#app/drafts/draft-problem.server.ts';
import type { DraftHead } from '#app/drafts/draft-state.ts';
import { applyToDraft } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import type { Result } from '#app/platform/result.ts';

import { storeDocument } from './document-store.server.ts';
import { makeContent } from './make-content.server.ts';

/** Makes a draft of a server that has a name and nothing else. */
export async function createBlankDraft(
  app: AppContext,
  draft: { id: string; owner: string; isKept: boolean },
  title: string,
): Promise<Result<DraftHead, DraftProblem>> {
  const { identity } = BLANK_BLUEPRINT;
  const named = { ...identity, title, name: toPackageName(title) };
  const stores = { bucket: app.env.BLOBS, loader: app.env.LOADER };
  const warnings = await storeDocument(app.env.BLOBS, 'warnings', []);
  const content = await makeContent(stores, { ...BLANK_BLUEPRINT, identity: named }, warnings);
  if (!content.ok) return content;
  return applyToDraft(app.env, draft.id, { kind: 'create', ...draft, content: content.value });
}
