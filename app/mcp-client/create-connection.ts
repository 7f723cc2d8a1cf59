import type { Result } from '#app/platform/result.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import { askServer } from './ask-server.ts';
import { toRequestProblem, type CallFailure } from './call-failure.ts';
import type { ServerConnection } from './connection.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { ConnectionScope } from './connection-scope.ts';
import { listPages } from './list-pages.ts';
import { SessionKeeper } from './session-keeper.ts';
import type { ServerTarget } from './target.ts';
import { watchServer } from './watch-server.ts';

/** Methods that change nothing at the server. */
const READING = /^(?:.+\/(?:list|read|get)|completion\/complete|server\/discover|ping)$/;
/** The protocol's error for headers that do not repeat what the body says. */
const HEADER_MISMATCH = -32_020;

/** A connection to a server, closed at first. */
export function createConnection(
  target: ServerTarget,
  options: ConnectionOptions = {},
): ServerConnection {
  const scope = new ConnectionScope(target, options);
  const keeper = new SessionKeeper(scope);
  const { request, listAll } = createRequests(scope, keeper);
  return {
    target,
    log: scope.log,
    getState: keeper.getState,
    getQuestions: scope.questions.getAll,
    getNotifications: () => scope.notifications,
    subscribe: scope.news.subscribe,
    connect: (signal) => keeper.connect(signal),
    close: () => keeper.close(),
    request,
    listAll,
    watch: (filter) => watchServer(scope, keeper, filter),
    sendRaw: async (text, more = {}) => {
      const outcome = await askServer(scope, keeper, ({ dialogue }) => dialogue.raw(text, more));
      return outcome.ok ? outcome : toRequestProblem(outcome);
    },
    setRoots: (roots) => {
      scope.roots = roots.map(({ uri, name }) => ({
        uri,
        ...(name === undefined ? {} : { name }),
      }));
      void keeper.tell('notifications/roots/list_changed');
    },
    setLogLevel: (level) => {
      scope.logLevel = level;
      if (level !== null) void keeper.askLegacy('logging/setLevel', { level });
    },
  };
}

function createRequests(
  scope: ConnectionScope,
  keeper: SessionKeeper,
): Pick<ServerConnection, 'request' | 'listAll'> {
  const request: ServerConnection['request'] = async (method, params, more = {}) => {
    const isReading = READING.test(method);
    const send = () =>
      askServer(scope, keeper, (open) => open.ask(method, params, more), isReading);
    let outcome = await send();
    if (method === 'tools/call' && isMismatch(outcome)) {
      // The tool's schema has changed, or was never listed: it says which headers a call needs.
      await listAll('tools/list', more.signal ? { signal: more.signal } : {});
      outcome = await send();
    }
    if (!outcome.ok) return toRequestProblem(outcome);
    if (method === 'tools/list') scope.learnTools(outcome.value['tools']);
    return outcome;
  };
  const listAll: ServerConnection['listAll'] = (method, more) =>
    listPages(method, (params) => request(method, params, more));
  return { request, listAll };
}

function isMismatch(outcome: Result<JsonObject, CallFailure>): boolean {
  return !outcome.ok && outcome.reason === 'rpc' && outcome.code === HEADER_MISMATCH;
}
