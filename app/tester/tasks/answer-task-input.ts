import type { ApplicationInputCallbacks } from '@modelcontextprotocol/ext-tasks/client';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject, parseJson } from '#app/runtime/json.ts';
import { askPerson } from '#app/tester/questions/task-questions.ts';

/** Answers the input that a task asks for with its state: by the person, or by their rules. */
export function answerTaskInput(connection: ServerConnection): ApplicationInputCallbacks {
  return {
    elicitation: async ({ params }, { signal }) => {
      const answer = await askPerson(connection, 'elicitation/create', copy(params), signal);
      const { action, content } = answer;
      if (action !== 'accept') return { action: action === 'decline' ? 'decline' : 'cancel' };
      return isJsonObject(content) ? { action, content: toFields(content) } : { action };
    },
    sampling: async ({ params }, { signal }) => {
      const answer = await askPerson(connection, 'sampling/createMessage', copy(params), signal);
      const { model, content, stopReason } = answer;
      const text = isJsonObject(content) ? content['text'] : '';
      return {
        role: 'assistant',
        model: toWords(model),
        stopReason: toWords(stopReason),
        content: { type: 'text', text: toWords(text) },
      };
    },
    roots: async (_, { signal }) => {
      const { roots } = await askPerson(connection, 'roots/list', {}, signal);
      const all = (Array.isArray(roots) ? roots : []).filter(isJsonObject);
      return { roots: all.map(({ uri }) => ({ uri: toWords(uri) })) };
    },
  };
}

/** The library's values may not be changed, ours may. */
function copy(params: unknown): JsonObject {
  const value = parseJson(JSON.stringify(params));
  return isJsonObject(value) ? value : {};
}

/** Fields of a form: texts, numbers, switches and lists of texts. */
function toFields(content: JsonObject): Record<string, string | number | boolean | string[]> {
  const fields: Record<string, string | number | boolean | string[]> = {};
  for (const [name, value] of Object.entries(content)) {
    if (Array.isArray(value)) fields[name] = value.map(toWords);
    else if (typeof value === 'number' || typeof value === 'boolean') fields[name] = value;
    else if (typeof value === 'string') fields[name] = value;
  }
  return fields;
}

function toWords(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}
