import type { Session } from '#app/mcp-client/connection.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';

const EXTENSION = 'io.modelcontextprotocol/tasks';

/** How a server runs calls that outlive their request: as in 2025-11-25, as an extension since, or not at all. */
export type TaskSupport =
  | { generation: 'none' }
  | { generation: 'v1'; capabilities: JsonObject }
  | { generation: 'v2' };

export function taskSupportOf({ era, capabilities }: Session): TaskSupport {
  const { tasks, extensions } = capabilities;
  if (era === 'modern') {
    return isJsonObject(extensions) && extensions[EXTENSION] !== undefined
      ? { generation: 'v2' }
      : { generation: 'none' };
  }
  return isJsonObject(tasks) ? { generation: 'v1', capabilities: tasks } : { generation: 'none' };
}

/** Whether a call of a tool may, must or cannot become a task at the client's wish. */
export function taskChoiceOf(
  session: Session | null,
  definition: JsonObject,
): 'never' | 'optional' | 'always' {
  if (session === null) return 'never';
  const support = taskSupportOf(session);
  // Since the extension, the server decides.
  if (support.generation === 'v2') return 'always';
  if (support.generation === 'none') return 'never';
  const execution = isJsonObject(definition['execution']) ? definition['execution'] : {};
  const { taskSupport } = execution;
  if (taskSupport === 'required') return 'always';
  return taskSupport === 'optional' ? 'optional' : 'never';
}
