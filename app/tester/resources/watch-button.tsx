import { Bell, BellOff } from 'lucide-react';
import { useState } from 'react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { describeRequestProblem } from '#app/tester/connected/describe-request-problem.ts';
import { useStore } from '#app/tester/connected/store.ts';
import { useNotifications, useSession } from '#app/tester/connected/use-connection.ts';
import { toWatchKey, watchesOf } from '#app/tester/connected/watches.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { Button } from '#app/ui/button.tsx';

/** Follows a resource in the way of the server's era, and says when it has changed. */
export function WatchButton({
  connection,
  uri,
  onRead,
}: {
  connection: ServerConnection;
  uri: string;
  onRead: () => void;
}) {
  const watches = watchesOf(connection);
  const filter = { resource: uri };
  const state = useStore(watches.store).get(toWatchKey(filter));
  const updates = useNotifications(connection).filter(
    ({ method, params }) => method === 'notifications/resources/updated' && params['uri'] === uri,
  );
  const [seen, setSeen] = useState(updates.length);
  const resources = useSession(connection)?.capabilities['resources'];
  const mayWatch = isJsonObject(resources) && resources['subscribe'] === true;
  const isWatching = state?.status === 'watching';
  const news = updates.length - seen;
  if (!mayWatch && state === undefined) {
    return (
      <p className="flex min-h-9 items-center text-sm text-muted">
        The server offers no subscriptions.
      </p>
    );
  }
  return (
    <>
      <Button
        aria-pressed={isWatching}
        disabled={state?.status === 'starting'}
        onClick={() => void (isWatching ? watches.stop(filter) : watches.start(filter))}
      >
        {isWatching ? <BellOff aria-hidden /> : <Bell aria-hidden />}
        {isWatching ? 'Unsubscribe' : 'Subscribe'}
      </Button>
      {isWatching ? (
        <output className="flex min-h-9 items-center text-sm text-muted tabular-nums">
          {updates.length === 0
            ? 'Subscribed. No update so far.'
            : `Subscribed. ${updates.length === 1 ? '1 update' : `${updates.length} updates`}.`}
        </output>
      ) : null}
      {news > 0 ? (
        <Button
          onClick={() => {
            setSeen(updates.length);
            onRead();
          }}
        >
          Changed: read again
        </Button>
      ) : null}
      {state?.status === 'failed' ? (
        <p className="flex min-h-9 items-center text-sm wrap-anywhere text-fail">
          {describeRequestProblem(state.problem)}
        </p>
      ) : null}
    </>
  );
}
