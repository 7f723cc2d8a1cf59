import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { GetPromptResult, Server } from '@modelcontextprotocol/server';

import type { PromptDefinition } from './definition.ts';
import { pageAt, paginate } from './paginate.ts';

/** Answers `prompts/list` and `prompts/get`. */
export function servePrompts(server: Server, prompts: PromptDefinition[]): void {
  const pages = paginate(prompts.map(({ messages: _messages, ...prompt }) => prompt));
  server.setRequestHandler('prompts/list', ({ params }) => {
    const { page, ...next } = pageAt(pages, params?.cursor);
    return { prompts: page, ...next };
  });
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = prompts.find(({ name }) => name === params.name);
    if (prompt === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${params.name}`);
    }
    return fillPrompt(prompt, params.arguments ?? {});
  });
}

/**
 * Puts arguments into a prompt's messages, once: what an argument contains is not filled again.
 *
 * @throws ProtocolError when a required argument is missing.
 */
function fillPrompt(prompt: PromptDefinition, args: { [name: string]: string }): GetPromptResult {
  const missing = prompt.arguments.filter(
    ({ name, required }) => required && args[name] === undefined,
  );
  if (missing.length > 0) {
    const names = missing.map(({ name }) => `"${name}"`).join(', ');
    const message = `The prompt ${prompt.name} needs the argument ${names}.`;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  }
  const known = new Set(prompt.arguments.map(({ name }) => name));
  const fill = (text: string) =>
    text.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (placeholder, name: string) =>
      known.has(name) ? (args[name] ?? '') : placeholder,
    );
  return {
    ...(prompt.description === undefined ? {} : { description: prompt.description }),
    messages: prompt.messages.map(({ role, text }) => ({
      role,
      content: { type: 'text', text: fill(text) },
    })),
  };
}
