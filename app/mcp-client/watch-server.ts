import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import { askServer } from './ask-server.ts';
import { toRequestProblem, type CallFailure } from './call-failure.ts';
import type { RequestProblem } from './connection.ts';
import type { ConnectionScope } from './connection-scope.ts';
import type { OpenSession } from './open-session.ts';
import type { SessionKeeper } from './session-keeper.ts';
import { wait } from './wait.ts';

type Filter = { resource: string } | { lists: true };
type Stop = () => Promise<void>;

/** Between the end of a stream that the server broke off and the next one. */
const AGAIN_MS = 1_000;

/** Follows a resource or the lists, over new sessions as well; returns how to end it. */
export async function watchServer(
  scope: ConnectionScope,
  keeper: SessionKeeper,
  filter: Filter,
): Promise<Result<Stop, RequestProblem>> {
  const stopped = new AbortController();
  const begin = (open: OpenSession) =>
    open.session.era === 'modern' ? listen(open, filter, stopped.signal) : subscribe(open, filter);
  const begun = await askServer(scope, keeper, begin);
  if (!begun.ok) return toRequestProblem(begun);
  scope.watches.add(begin);
  return succeed(async () => {
    scope.watches.delete(begin);
    stopped.abort();
    const open = await keeper.current();
    if (open?.session.era !== 'legacy' || 'lists' in filter) return;
    await open.ask('resources/unsubscribe', { uri: filter.resource }, {});
  });
}

/** Opens a stream, which the server confirms first, and opens it again where it breaks off. */
async function listen(
  open: OpenSession,
  filter: Filter,
  stopped: AbortSignal,
): Promise<Result<null, CallFailure>> {
  const confirmed = Promise.withResolvers<Result<null, CallFailure>>();
  const run = async () => {
    for (let isFirst = true; !stopped.aborted && !open.dialogue.signal.aborted; isFirst = false) {
      if (!isFirst) await wait(AGAIN_MS, AbortSignal.any([stopped, open.dialogue.signal]));
      const ended = await listenOnce(open, filter, stopped, () => confirmed.resolve(succeed(null)));
      confirmed.resolve(ended.ok ? fail(UNCONFIRMED) : ended);
      // A server that refuses the stream would refuse it again.
      if (!ended.ok && ended.reason !== 'disconnected') return;
    }
  };
  void run();
  return confirmed.promise;
}

function listenOnce(
  open: OpenSession,
  filter: Filter,
  signal: AbortSignal,
  onConfirmed: () => void,
): Promise<Result<JsonObject, CallFailure>> {
  const notifications: JsonObject =
    'resource' in filter
      ? { resourceSubscriptions: [filter.resource] }
      : { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
  const onNotification = (method: string) => {
    if (method === 'notifications/subscriptions/acknowledged') onConfirmed();
  };
  const options = { signal, isEndless: true, onNotification };
  return open.ask('subscriptions/listen', { notifications }, options);
}

const UNCONFIRMED: CallFailure = {
  reason: 'invalid-message',
  message: 'The server ended the stream before it confirmed it.',
};

/** Asks for a resource; its changes come on the session's own stream, as those of the lists do unasked. */
async function subscribe(open: OpenSession, filter: Filter): Promise<Result<null, CallFailure>> {
  if ('lists' in filter) return succeed(null);
  const asked = await open.ask('resources/subscribe', { uri: filter.resource }, {});
  return asked.ok ? succeed(null) : asked;
}
