import type { DraftHead } from '#app/drafts/draft-state.ts';
import { readDraft } from '#app/drafts/store.server.ts';
import { isRandomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { findAccount } from '#app/projects/account/find-account.server.ts';
import type { ProjectProblem } from '#app/projects/project-problem.server.ts';
import type { AgentUse } from '#app/builder-endpoint/agent-tool.server.ts';

/** A draft of the key's account; a key of chosen projects reaches those that were opened from them. */
export async function findKeyDraft(
  { app, caller }: Pick<AgentUse, 'app' | 'caller'>,
  id: string,
): Promise<Result<DraftHead, ProjectProblem>> {
  if (!isRandomId(id)) return fail({ reason: 'unknown' });
  const found = await findAccount(app, caller, undefined, 'editor');
  if (!found.ok) return found;
  const read = await readDraft(app.env, id);
  if (!read.ok) return read;
  const { owner, base } = read.value;
  const isReached =
    caller.projects === 'all' || (base !== undefined && caller.projects.includes(base.project));
  if (owner !== found.value.account || !isReached) return fail({ reason: 'unknown' });
  return succeed(read.value);
}
