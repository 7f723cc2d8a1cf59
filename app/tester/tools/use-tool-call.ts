import { useMemo, useState } from 'react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import { argumentTextsOf } from '#app/tester/connected/argument-texts.ts';
import { sentCallsOf } from '#app/tester/connected/sent-calls.ts';
import { useStore } from '#app/tester/connected/store.ts';
import { useSession } from '#app/tester/connected/use-connection.ts';
import { runAsTask } from '#app/tester/tasks/run-as-task.ts';
import { taskChoiceOf } from '#app/tester/tasks/task-generation.ts';

import type { ServerTool } from './read-tools.ts';
import { startCall } from './start-call.ts';
import { toSubject } from './tool-subject.ts';

const NO_SCHEMA = {};

/** The arguments of a tool's next call as they are kept for the connection, and the call itself. */
export function useToolCall(tool: ServerTool, connection: ServerConnection) {
  const calls = sentCallsOf(connection);
  const subject = toSubject(tool);
  const running = useStore(calls.store).find(
    (call) => call.subject === subject && call.outcome === null,
  );
  const texts = argumentTextsOf(connection);
  const schema = tool.inputSchema ?? NO_SCHEMA;
  const start = useMemo(() => startCall(schema), [schema]);
  const taskChoice = taskChoiceOf(useSession(connection), tool.definition);
  const [wantsTask, setWantsTask] = useState(false);
  return {
    schema,
    start,
    text: useStore(texts)[subject] ?? start,
    isRunning: running !== undefined,
    taskChoice,
    wantsTask,
    setWantsTask,
    change: (text: string) => texts.set({ ...texts.get(), [subject]: text }),
    send: (args: JsonObject) => {
      const isTask = taskChoice === 'always' || (taskChoice === 'optional' && wantsTask);
      void calls.make(
        subject,
        'tools/call',
        { name: tool.name, arguments: args },
        isTask ? (watcher) => runAsTask(connection, tool.name, args, watcher) : undefined,
      );
    },
    cancel: () => {
      if (running) calls.cancel(running.id);
    },
  };
}
