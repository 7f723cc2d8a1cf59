import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import { askServer } from './ask-server.ts';
import { toRequestProblem, type CallFailure } from './call-failure.ts';
import type { RequestProblem } from './connection.ts';
import type { ConnectionScope } from './connection-scope.ts';
import type { OpenSession } from './open-session.ts';
import type { SessionKeeper } from './session-keeper.ts';

type Filter = { resource: string } | { lists: true };
type Stop = () => Promise<void>;

/** Follows a resource or the lists; returns how to end it. */
export async function watchServer(
  scope: ConnectionScope,
  keeper: SessionKeeper,
  filter: Filter,
): Promise<Result<Stop, RequestProblem>> {
  const watched = await askServer(scope, keeper, (open) =>
    open.session.era === 'modern' ? listen(open, filter) : subscribe(scope, keeper, open, filter),
  );
  return watched.ok ? watched : toRequestProblem(watched);
}

/** A stream of its own, which the server confirms before anything else. */
async function listen(open: OpenSession, filter: Filter): Promise<Result<Stop, CallFailure>> {
  const notifications: JsonObject =
    'resource' in filter
      ? { resourceSubscriptions: [filter.resource] }
      : { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
  const stopped = new AbortController();
  const confirmed = Promise.withResolvers<null>();
  const ended = open.ask(
    'subscriptions/listen',
    { notifications },
    {
      signal: stopped.signal,
      isEndless: true,
      onNotification: (method) => {
        if (method === 'notifications/subscriptions/acknowledged') confirmed.resolve(null);
      },
    },
  );
  const first = await Promise.race([confirmed.promise, ended]);
  if (first === null) return succeed(async () => stopped.abort());
  if (!first.ok) return first;
  return fail({ reason: 'invalid-message', message: 'The server ended the stream unconfirmed.' });
}

/** A request; what changes comes on the session's own stream, as changes of the lists do without being asked for. */
async function subscribe(
  scope: ConnectionScope,
  keeper: SessionKeeper,
  open: OpenSession,
  filter: Filter,
): Promise<Result<Stop, CallFailure>> {
  if ('lists' in filter) return succeed(async () => {});
  const uri = filter.resource;
  const asked = await open.ask('resources/subscribe', { uri }, {});
  if (!asked.ok) return asked;
  return succeed(async () => {
    await askServer(scope, keeper, (now) => now.ask('resources/unsubscribe', { uri }, {}));
  });
}
