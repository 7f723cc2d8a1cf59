import { inputRequired, inputResponse } from '@modelcontextprotocol/server';
import type { InputRequest } from '@modelcontextprotocol/server';

import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { ElicitAnswer, Root } from '../tool-context.ts';

/** Asks the user to fill in a form. */
export function elicitQuestion(message: string, schema: JsonObject): InputRequest {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  return {
    method: 'elicitation/create',
    params: { message, requestedSchema: { ...schema, type: 'object', properties } },
  } as InputRequest;
}

/** Asks the user to open an address. */
export function urlQuestion(message: string, url: string): InputRequest {
  return inputRequired.elicitUrl({ message, url });
}

/** The user's response to the form; null if it is not a valid one. */
export function toElicitAnswer(answer: JsonValue): ElicitAnswer | null {
  const view = inputResponse({ answer }, 'answer');
  if (view.kind !== 'elicit') return null;
  const content = isJsonObject(answer) ? answer['content'] : undefined;
  return { action: view.action, ...(isJsonObject(content) ? { content } : {}) };
}

/** Asks the client's model. */
export function sampleQuestion(prompt: string, maxTokens: number): InputRequest {
  const content = { type: 'text' as const, text: prompt };
  return inputRequired.createMessage({ messages: [{ role: 'user', content }], maxTokens });
}

/** The model's text; null if it is not a valid response. */
export function toSampledText(answer: JsonValue): string | null {
  const view = inputResponse({ answer }, 'answer');
  if (view.kind !== 'sampling') return null;
  const blocks = [view.result.content].flat();
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return texts.join('\n');
}

/** Asks for the folders that the client works in. */
export function rootsQuestion(): InputRequest {
  return inputRequired.listRoots();
}

/** The folders; null if it is not a valid response. */
export function toRoots(answer: JsonValue): Root[] | null {
  const view = inputResponse({ answer }, 'answer');
  if (view.kind !== 'roots') return null;
  return view.roots.map(({ uri, name }) => ({ uri, ...(name === undefined ? {} : { name }) }));
}
