import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';

/** A message that a server wants a model to read; its content as one block or several. */
export interface SamplingMessage {
  role: string;
  blocks: readonly JsonValue[];
}

export interface SamplingRequest {
  messages: readonly SamplingMessage[];
  systemPrompt: string | null;
  /** Limits and preferences, in words. */
  notes: readonly string[];
  /** Tools that the model may call; null where the server offers none. */
  tools: JsonValue[] | null;
}

/** Reads the parameters of `sampling/createMessage`. */
export function readSampling(params: JsonObject): SamplingRequest {
  const { messages, systemPrompt, tools } = params;
  return {
    messages: (Array.isArray(messages) ? messages : []).filter(isJsonObject).map((message) => ({
      role: typeof message['role'] === 'string' ? message['role'] : 'unknown role',
      blocks: toBlocks(message['content']),
    })),
    systemPrompt: typeof systemPrompt === 'string' ? systemPrompt : null,
    notes: readNotes(params),
    tools: Array.isArray(tools) ? tools : null,
  };
}

function toBlocks(content: JsonValue | undefined): readonly JsonValue[] {
  if (content === undefined) return [];
  return Array.isArray(content) ? content : [content];
}

function readNotes(params: JsonObject): string[] {
  const notes: string[] = [];
  const { maxTokens, temperature, stopSequences, includeContext, modelPreferences } = params;
  if (typeof maxTokens === 'number') notes.push(`at most ${maxTokens} tokens`);
  if (typeof temperature === 'number') notes.push(`temperature ${temperature}`);
  if (Array.isArray(stopSequences) && stopSequences.length > 0) {
    notes.push(`stops at ${stopSequences.map((each) => JSON.stringify(each)).join(', ')}`);
  }
  if (typeof includeContext === 'string' && includeContext !== 'none') {
    notes.push(`wants context of ${includeContext}`);
  }
  if (!isJsonObject(modelPreferences)) return notes;
  const { hints } = modelPreferences;
  const names = (Array.isArray(hints) ? hints : [])
    .filter(isJsonObject)
    .map(({ name }) => name)
    .filter((name) => typeof name === 'string');
  if (names.length > 0) notes.push(`prefers ${names.join(', ')}`);
  return notes;
}

/** The result of `sampling/createMessage` with a text. */
export function toSamplingResult(text: string, model: string, stopReason: string): JsonObject {
  return { role: 'assistant', content: { type: 'text', text }, model, stopReason };
}
