import { DEFAULT_POLICIES } from '#app/blueprint/defaults.ts';
import type { ServerDefinition } from '#app/runtime/definition.ts';
import { createMockFetch } from '#app/runtime/mock/mock-upstream.ts';
import { createStatefulProtocol } from '#app/runtime/protocol/session/stateful-protocol.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

export type Answer = (request: Request) => Promise<Response>;

export const ADDRESS = 'https://mcp.example.com/mcp';

/** A server of our own runtime that has something to look at for every check. */
export const SOUND: ServerDefinition = {
  identity: { name: 'sound', title: 'Sound', version: '1.0.0' },
  upstreams: [],
  secrets: [],
  definitions: {},
  tools: [
    {
      name: 'get_word',
      title: 'Get a word',
      description: 'Gets one word, for when a word is wanted.',
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
      inputSchema: {
        type: 'object',
        properties: { language: { type: 'string', description: 'Its language.', maxLength: 20 } },
        required: ['language'],
      },
      outputSchema: {
        type: 'object',
        properties: { word: { type: 'string' } },
        required: ['word'],
      },
      action: { kind: 'code', run: () => ({ word: 'hello' }) },
    },
    {
      name: 'get_time',
      title: 'Get the time',
      description: 'Gets the time, for when it matters how late it is.',
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
      inputSchema: { type: 'object', properties: {} },
      action: { kind: 'code', run: () => 'noon' },
    },
    {
      name: 'set_word',
      title: 'Set a word',
      description: 'Replaces the word, for when another one is wanted.',
      annotations: {
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: true,
        openWorldHint: false,
      },
      inputSchema: { type: 'object', properties: {} },
      action: {
        kind: 'code',
        run: () => {
          throw new Error('A check called a tool that changes something.');
        },
      },
    },
  ],
  resources: [
    { uri: 'test://word', name: 'word', content: { kind: 'text', text: 'hello' } },
    // May change, so that sessions are opened and resources followed.
    { uri: 'test://clock', name: 'clock', content: { kind: 'tool', tool: 'get_time' } },
  ],
  prompts: [
    {
      name: 'greet',
      description: 'Greets somebody.',
      arguments: [{ name: 'who', required: true, values: ['Ann', 'Bob'] }],
      messages: [{ role: 'user', text: 'Say hello to {{who}}.' }],
    },
  ],
  policies: DEFAULT_POLICIES,
};

/** The endpoint of a definition in this process, in both eras and with sessions. */
export function serveInProcess(definition = SOUND, host = 'mcp.example.com'): Answer {
  const fetch = createMockFetch(definition);
  return createStatefulProtocol({
    served: toServedDefinition(definition),
    runTool: (call, client) => runTool(definition, call, { ...client, fetch }),
    hosts: [host],
    origins: [],
  });
}
