import { getToolName, isToolUIPart, type UIMessage } from 'ai';

import type { JsonObject } from '#app/runtime/definition.ts';

/** A tool of the server that a conversation speaks of. */
export interface MockTool {
  name: string;
  method: string;
  url: string;
}

/** The server built so far in the conversation: the stateless chat knows only what it is sent. */
export interface MockServer {
  title: string | null;
  tools: MockTool[];
}

/** The server that the answered calls of a conversation describe, first to last. */
export function readServer(messages: readonly UIMessage[]): MockServer {
  return messages
    .flatMap(({ role, parts }) => (role === 'assistant' ? parts : []))
    .reduce(applyPart, { title: null, tools: [] });
}

/** The person's last message, without the space around it. */
export function lastWords(messages: readonly UIMessage[]): string {
  const last = messages.findLast(({ role }) => role === 'user');
  return (last?.parts ?? [])
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n')
    .trim();
}

function applyPart(server: MockServer, part: UIMessage['parts'][number]): MockServer {
  if (!isToolUIPart(part) || part.state !== 'output-available') return server;
  const input = toObject(part.input);
  switch (getToolName(part)) {
    case 'set_identity':
      return { ...server, title: text(input, 'title') };
    case 'upsert_tool':
      return { ...server, tools: withTool(server.tools, input) };
    case 'remove_tool':
      return { ...server, tools: server.tools.filter(({ name }) => name !== input['name']) };
    case 'rename_tool':
      return {
        ...server,
        tools: server.tools.map((tool) =>
          tool.name === input['from'] ? { ...tool, name: text(input, 'to') } : tool,
        ),
      };
    default:
      return server;
  }
}

function withTool(tools: MockTool[], input: JsonObject): MockTool[] {
  const request = toObject(input['request']);
  const tool = {
    name: text(input, 'name'),
    method: text(request, 'method'),
    url: text(request, 'url'),
  };
  const others = tools.filter(({ name }) => name !== tool.name);
  return [...others, tool];
}

function text(input: JsonObject, field: string): string {
  const value = input[field];
  return typeof value === 'string' ? value : '';
}

function toObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : {};
}
