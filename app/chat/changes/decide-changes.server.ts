import { keepAnswer, type KeptCall } from '#app/builder/calls/keep-answer.ts';
import type { ChangeSetDecision } from '#app/builder/change-set/change-set.ts';
import type { Decided, DecisionFailure } from '#app/chat/chat-stub.server.ts';
import { createDraftPorts, type HeldDraft } from '#app/chat/turns/draft-ports.server.ts';
import type { NewPoint } from '#app/drafts/restore-points.ts';
import { loadBlueprint } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { approveChanges } from './approve-changes.server.ts';
import type { ChangeSets } from './change-sets.server.ts';
import { makeRealCall } from './make-real-call.server.ts';

/** The draft that a person decides on, while no turn runs; it takes no change of an older state. */
export interface DecidedDraft extends HeldDraft {
  /** The origin of the restore point that the decision makes. */
  origin?: Pick<NewPoint, 'by' | 'message' | 'changed'>;
}

/** Carries out what the owner has decided on a change set. */
export async function decideOnChanges(
  app: AppContext,
  changes: ChangeSets,
  draft: DecidedDraft,
  { set, decision }: { set: string; decision: ChangeSetDecision },
): Promise<Decided> {
  if ('item' in decision) {
    return changes.keepAnswer<DecisionFailure>(set, decision.item, (call, message) =>
      keepRealAnswer(app, draft, call, message),
    );
  }
  const ports = createDraftPorts(app, draft);
  return changes.decide<DecisionFailure>(set, decision, {
    async apply(items, { message }) {
      const edits = items.filter(({ realCall }) => realCall === undefined);
      draft.origin = { by: 'approval', message, changed: edits.flatMap(({ risks }) => risks) };
      return approveChanges(await loadBlueprint(app.env, draft.head()), items, ports);
    },
    call: async (item) => makeRealCall(item, await loadBlueprint(app.env, draft.head()), ports),
  });
}

/** Keeps the answer to an approved call as one of the mock, and the call as an example. */
async function keepRealAnswer(
  app: AppContext,
  draft: DecidedDraft,
  call: KeptCall,
  message: string,
): Promise<Result<void, DecisionFailure>> {
  const kept = keepAnswer(await loadBlueprint(app.env, draft.head()), call);
  if (!kept.ok) return fail({ reason: 'unmade', problems: [{ message: kept.message }] });
  const { blueprint, changed } = kept.value;
  draft.origin = { by: 'approval', message, changed };
  const problems = await createDraftPorts(app, draft).settle(blueprint, blueprint);
  return problems.length > 0 ? fail({ reason: 'unmade', problems }) : succeed(undefined);
}
