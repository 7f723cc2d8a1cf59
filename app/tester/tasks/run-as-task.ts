import type { TaskView } from '@modelcontextprotocol/ext-tasks/client';
import type { RuntimeCodec } from '@modelcontextprotocol/ext-tasks/core';

import type { RequestProblem, ServerConnection } from '#app/mcp-client/connection.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { answerTaskInput } from './answer-task-input.ts';
import { taskSupportOf } from './task-generation.ts';

/** A result that breaks the protocol is shown, too. */
const AS_IT_COMES: RuntimeCodec<JsonObject> = {
  parse: (value) => ({ success: true, value: isJsonObject(value) ? value : {} }),
};
const CANCELLED = fail({ reason: 'cancelled', message: 'The call was cancelled.' });

interface Watcher {
  signal: AbortSignal;
  onTask: (task: TaskView) => void;
}

/** Calls a tool as a task where the server makes one, and follows it to its end; aborting cancels the task. */
export async function runAsTask(
  connection: ServerConnection,
  name: string,
  args: JsonObject,
  { signal, onTask }: Watcher,
): Promise<Result<JsonObject, RequestProblem>> {
  const state = connection.getState();
  if (state.status !== 'connected') {
    return fail({ reason: 'disconnected', message: 'The connection was lost.' });
  }
  const [{ createApplicationInputHandler, withTasks }, { createTaskPort }] = await Promise.all([
    import('@modelcontextprotocol/ext-tasks/client'),
    import('./task-port.ts'),
  ]);
  const session = withTasks(createTaskPort(connection, taskSupportOf(state.session)), {
    onInputRequest: createApplicationInputHandler(answerTaskInput(connection)),
  });
  try {
    const execution = await session.callTool(name, args, {
      signal,
      resultCodec: AS_IT_COMES,
      task: { preference: 'prefer' },
      declaration: { name, inputSchema: {}, taskSupport: 'optional' },
    });
    const cancel = () => void execution.cancel().catch(() => undefined);
    signal.addEventListener('abort', cancel);
    const { outcome } = await execution.settle({
      onEvent: (event) => {
        if (event.type === 'task') onTask(event.task);
      },
    });
    signal.removeEventListener('abort', cancel);
    if (outcome.status === 'completed') return succeed(outcome.result);
    if (outcome.status === 'cancelled') {
      return fail({ reason: 'cancelled', message: 'The task was cancelled.' });
    }
    return signal.aborted ? CANCELLED : toProblem(outcome.error);
  } catch (error) {
    return signal.aborted ? CANCELLED : toProblem(error);
  } finally {
    await session.close().catch(() => undefined);
  }
}

function toProblem(error: unknown): { ok: false } & RequestProblem {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const data = error instanceof Error && 'data' in error ? error.data : undefined;
  return typeof code === 'number'
    ? fail({ reason: 'rpc', code, message, data })
    : fail({ reason: 'invalid-message', message });
}
