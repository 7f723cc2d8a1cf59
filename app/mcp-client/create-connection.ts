import type { Result } from '#app/platform/result.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import { askServer } from './ask-server.ts';
import { toRequestProblem } from './call-failure.ts';
import type { RequestOptions, RequestProblem, ServerConnection } from './connection.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { ConnectionScope } from './connection-scope.ts';
import { listPages } from './list-pages.ts';
import { SessionKeeper } from './session-keeper.ts';
import type { ServerTarget } from './target.ts';
import { watchServer } from './watch-server.ts';

/** A connection to a server, closed at first. */
export function createConnection(
  target: ServerTarget,
  options: ConnectionOptions = {},
): ServerConnection {
  const scope = new ConnectionScope(target, options);
  const keeper = new SessionKeeper(scope);
  const request = async (
    method: string,
    params: JsonObject,
    more: RequestOptions = {},
  ): Promise<Result<JsonObject, RequestProblem>> => {
    const outcome = await askServer(scope, keeper, (open) => open.ask(method, params, more));
    if (!outcome.ok) return toRequestProblem(outcome);
    if (method === 'tools/list') scope.learnTools(outcome.value['tools']);
    return outcome;
  };
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
    listAll: (method, more) => listPages(method, (params) => request(method, params, more)),
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
