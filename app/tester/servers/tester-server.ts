import type { ConnectionState, ServerConnection, Session } from '#app/mcp-client/connection.ts';
import type { ServerTarget } from '#app/mcp-client/target.ts';

import { secretsOf, type Keep, type ServerBook } from './keeping/server-book.ts';
import { joinSecrets } from './keeping/target-secrets.ts';
import type { TestedServer } from './keeping/tested-server.ts';
import { toServerName } from './new-target.ts';
import type { HeldConnections } from './open-connections.ts';

/** A server of the list, where it is kept, and its connection. */
export interface TesterServer {
  target: ServerTarget;
  keep: Keep;
  remembersSecrets: boolean;
  /** Null: none was made yet, in this page. */
  connection: ServerConnection | null;
  state: ConnectionState;
  session: Session | null;
}

const CLOSED: ConnectionState = { status: 'closed' };

/** The name of a server for people: the user's own, or the server's, once it has said one. */
export function nameOf({ target, session }: Pick<TesterServer, 'target' | 'session'>): string {
  if (target.name !== toServerName(target.url) || session === null) return target.name;
  return session.server.title || session.server.name || target.name;
}

/** All servers of the page: the account's, then those of this browser and this tab. */
export function toTesterServers(
  account: readonly TestedServer[],
  book: ServerBook,
  connections: HeldConnections,
): TesterServer[] {
  const ofAccount = account.map((saved) => ({ saved, keep: 'account' as const }));
  const ids = new Set(account.map(({ id }) => id));
  const others = book.servers.filter(({ saved }) => !ids.has(saved.id));
  return [...ofAccount, ...others].map(({ saved, keep }) => {
    const { secrets, isRemembered } = secretsOf(book, saved.id);
    const held = connections.get(saved.id);
    return {
      target: joinSecrets(saved, secrets),
      keep,
      remembersSecrets: isRemembered,
      connection: held?.connection ?? null,
      state: held?.state ?? CLOSED,
      session: held?.session ?? null,
    };
  });
}
