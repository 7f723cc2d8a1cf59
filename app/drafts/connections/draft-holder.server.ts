import { toHostCaller, type DraftHead } from '#app/drafts/draft-state.ts';
import { toSecretOwner } from '#app/drafts/secrets/draft-secrets.server.ts';
import { findOwnDraft } from '#app/drafts/find-draft.server.ts';
import { loadBlueprint } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import { listConnectables } from './connection.ts';
import type { ConnectionHolder } from './connection-holder.ts';

/** The draft as the holder of its connections. */
export async function toDraftHolder(app: AppContext, head: DraftHead): Promise<ConnectionHolder> {
  const { upstreams } = await loadBlueprint(app.env, head);
  const owner = toSecretOwner(head.id);
  return {
    seat: { kind: 'draft', name: head.id },
    owner,
    clientOwner: owner,
    connectables: listConnectables(upstreams),
    caller: toHostCaller(head),
    path: `/chat/${head.id}`,
  };
}

/** The draft with this id, for its owner; null for everybody else. */
export async function findDraftHolder(
  app: AppContext,
  request: Request,
  id: string,
): Promise<ConnectionHolder | null> {
  const found = await findOwnDraft(app, request, id);
  const isOwner = found.ok && found.value.access === 'owner';
  return isOwner ? toDraftHolder(app, found.value.head) : null;
}
