import {
  DispatchError,
  type ConnectedMcpSessionPort,
  type JsonRpcResponse,
} from '@modelcontextprotocol/ext-tasks/client';

import type { RequestProblem, ServerConnection } from '#app/mcp-client/connection.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import type { TaskSupport } from './task-generation.ts';

/** The tasks library over a connection: its requests, and the notifications of the server. */
export function createTaskPort(
  connection: ServerConnection,
  support: TaskSupport,
): ConnectedMcpSessionPort {
  const isConnected = () => connection.getState().status === 'connected';
  return {
    endpointId: connection.target.url,
    taskCapabilities:
      support.generation === 'v2' ? { generation: 'v2', capabilities: {} } : support,
    dispatch: async (request, { signal, context } = {}) => {
      const { method, params } = isJsonObject(request) ? request : {};
      const timeoutMs = context?.requestTimeoutMs;
      const answered = await connection.request(
        typeof method === 'string' ? method : '',
        isJsonObject(params) ? params : {},
        {
          ...(signal === undefined ? {} : { signal }),
          ...(timeoutMs === undefined ? {} : { timeoutMs }),
        },
      );
      return answered.ok ? { kind: 'result', result: answered.value } : toError(answered);
    },
    // The connection answers them: a question of the server is the same with and without a task.
    onServerRequest: () => () => undefined,
    onNotification: (listener) => {
      let seen = connection.getNotifications().at(-1)?.id ?? 0;
      return connection.subscribe(() => {
        for (const { id, method, params } of connection.getNotifications()) {
          if (id <= seen) continue;
          seen = id;
          listener({ jsonrpc: '2.0', method, params });
        }
      });
    },
    onInvalidated: (listener) =>
      connection.subscribe(() => {
        if (!isConnected()) listener(new Error('The connection was lost.'));
      }),
    get invalidated() {
      return !isConnected();
    },
  };
}

function toError(problem: RequestProblem): JsonRpcResponse {
  if (problem.reason !== 'rpc') {
    throw new DispatchError(problem.message, problem.reason === 'disconnected');
  }
  const { code, message, data } = problem;
  return {
    kind: 'error',
    error: { code, message, ...(isJsonObject(data) ? { data } : {}) },
  };
}
