import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { ServerTarget } from '#app/mcp-client/target.ts';
import { createTokenStorage } from '#app/tester/oauth/token-storage.ts';
import { dropConnection } from '#app/tester/servers/open-connections.ts';
import type { TesterServer } from '#app/tester/servers/tester-server.ts';
import { showToast } from '#app/ui/show-toast.ts';

import { forgetServerOfBook, keepServer, loadServerBook, type Keep } from './server-book.ts';
import { deleteTestedServer, putTestedServer } from './servers-client.ts';
import { splitSecrets } from './target-secrets.ts';

/** Where a server is kept, and whether its secrets are, after a reload. */
export interface KeepChoice {
  keep: Keep;
  remembersSecrets: boolean;
}

/**
 * Keeps a server where the user said. One that moves out of the account leaves it.
 *
 * @returns why the account did not take it; null: it is kept
 */
export async function saveServerAs(
  target: ServerTarget,
  { keep, remembersSecrets }: KeepChoice,
  before: Keep | null,
): Promise<RequestFailure | null> {
  await loadServerBook();
  if (keep === 'account') {
    const put = await putTestedServer(splitSecrets(target).saved);
    if (!put.ok) return put;
  } else if (before === 'account') {
    const gone = await deleteTestedServer(target.id);
    if (!gone.ok) return gone;
  }
  if (!keepServer(target, keep, remembersSecrets && keep !== 'tab')) {
    showToast('Your browser stored nothing: this server is there until you leave the page.');
  }
  // Tokens are remembered as the other secrets are.
  const tokens = createTokenStorage(target.id);
  tokens.write(tokens.read());
  return null;
}

/** Ends the connection to a server, and forgets it and its secrets wherever they are kept. */
export async function removeServerOf({
  target,
  keep,
}: TesterServer): Promise<RequestFailure | null> {
  if (keep === 'account') {
    const gone = await deleteTestedServer(target.id);
    if (!gone.ok) return gone;
  }
  await dropConnection(target.id);
  forgetServerOfBook(target.id);
  createTokenStorage(target.id).write(null);
  return null;
}
