import { hasHidden } from '#app/blueprint/import/text/visible-text.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';

export interface ListedArgument {
  name: string;
  description: string | null;
  isRequired: boolean;
}

/** A prompt as a server lists it. */
export interface ListedPrompt {
  /** Its place in the list: names may repeat. */
  key: string;
  name: string;
  title: string | null;
  description: string | null;
  arguments: readonly ListedArgument[];
  hasHidden: boolean;
  definition: JsonObject;
}

/** Reads `prompts/list`; nothing is left out but arguments without a name. */
export function readPrompts(items: readonly JsonObject[]): readonly ListedPrompt[] {
  return items.map((item, index) => {
    const name = textOf(item['name']) ?? '';
    const title = textOf(item['title']);
    const description = textOf(item['description']);
    return {
      key: `${index}`,
      name,
      title,
      description,
      arguments: readArguments(item['arguments']),
      hasHidden: [name, title, description].some((text) => text !== null && hasHidden(text)),
      definition: item,
    };
  });
}

function readArguments(value: JsonValue | undefined): ListedArgument[] {
  return (Array.isArray(value) ? value : []).filter(isJsonObject).flatMap((argument) => {
    const name = textOf(argument['name']);
    if (name === null) return [];
    const description = textOf(argument['description']);
    return [{ name, description, isRequired: argument['required'] === true }];
  });
}

/** A message of `prompts/get`. */
export interface GivenMessage {
  role: string;
  content: JsonValue;
}

/** Reads the messages of a result. */
export function readGivenMessages(result: JsonObject): readonly GivenMessage[] {
  const { messages } = result;
  return (Array.isArray(messages) ? messages : []).filter(isJsonObject).map((message) => ({
    role: textOf(message['role']) ?? 'unknown role',
    content: message['content'] ?? null,
  }));
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
