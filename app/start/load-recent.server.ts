import { identify } from '#app/auth/caller.server.ts';
import type { Caller } from '#app/auth/caller.server.ts';
import { listChats } from '#app/chat/chat-index.server.ts';
import type { ListedChat } from '#app/chat/list/chat-page.ts';
import type { AppContext } from '#app/platform/app-context.ts';

/** The number of servers on the start page; `/chats` has them all. */
const SHOWN = 5;

/**
 * Loads the caller's newest servers, with an account or as a guest. None if the caller is not
 * known, and none while the database is away: a new server can be started all the same.
 */
export async function loadRecent(app: AppContext, request: Request): Promise<ListedChat[]> {
  const caller = await identify(app, request);
  const owner = caller.ok ? ownerOf(caller.value) : null;
  if (owner === null) return [];
  try {
    const { chats } = await listChats(app.env.DB, { owner }, {});
    return chats.slice(0, SHOWN);
  } catch (error) {
    app.log.warn('start.recentMissing', { error });
    return [];
  }
}

function ownerOf(caller: Caller): string | null {
  if (caller.kind === 'guest') return caller.guest.id;
  // A session that has to be renewed shows nothing private.
  return caller.kind === 'user' && !caller.isStale ? caller.accountId : null;
}
