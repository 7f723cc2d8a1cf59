import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { GetPromptResult, Server } from '@modelcontextprotocol/server';

import type { PromptDefinition } from '../definition.ts';
import type { ServedDefinition } from '../served-definition.ts';
import type { ContentBlock, ToolResult } from '../tool-context.ts';
import { withClientLink } from './client-link.ts';
import { Pages } from './pages.ts';
import { requirePage } from './require-page.ts';
import type { Serving } from './serving.ts';

type Arguments = { [name: string]: string };

/** Answers `prompts/list` and `prompts/get`. */
export function servePrompts(server: Server, served: ServedDefinition, serving: Serving): void {
  const { prompts } = served;
  const pages = new Pages(prompts.map(toListed), served.identity);
  server.setRequestHandler('prompts/list', ({ params }) => {
    const { items, ...next } = requirePage(pages, params?.cursor);
    return { prompts: items, ...next };
  });
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    const prompt = prompts.find(({ name }) => name === params.name);
    if (prompt === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${params.name}`);
    }
    const args = params.arguments ?? {};
    requireArguments(prompt, args);
    const { tool } = prompt;
    if (tool === undefined) return fillPrompt(prompt, args);
    return await withClientLink(server, context, serving, async (link) =>
      toMessages(prompt, await serving.runTool({ name: tool, arguments: args }, link)),
    );
  });
}

function toListed({ messages: _messages, tool: _tool, ...prompt }: PromptDefinition) {
  return {
    ...prompt,
    arguments: prompt.arguments.map(({ values: _values, ...argument }) => argument),
  };
}

/** @throws ProtocolError if a required argument is missing. */
function requireArguments(prompt: PromptDefinition, args: Arguments): void {
  const missing = prompt.arguments.filter(
    ({ name, required }) => required && args[name] === undefined,
  );
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => `"${name}"`).join(', ');
  const message = `The prompt ${prompt.name} needs the argument ${names}.`;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** Substitutes arguments in the messages, once: placeholders inside an argument stay. */
function fillPrompt(prompt: PromptDefinition, args: Arguments): GetPromptResult {
  const known = new Set(prompt.arguments.map(({ name }) => name));
  const fill = (text: string) =>
    text.replace(/\{\{([^{}]*)\}\}/g, (placeholder, inner: string) => {
      const name = inner.trim();
      return known.has(name) ? (args[name] ?? '') : placeholder;
    });
  return {
    ...describePrompt(prompt),
    messages: prompt.messages.map((message) => {
      const { role } = message;
      if ('text' in message) return { role, content: { type: 'text', text: fill(message.text) } };
      return { role, content: fillContent(message.content, fill) };
    }),
  };
}

function fillContent(block: ContentBlock, fill: (text: string) => string): ContentBlock {
  if (block.type === 'text') return { ...block, text: fill(block.text) };
  if (block.type !== 'resource') return block;
  const { resource } = block;
  const uri = fill(resource.uri);
  if ('text' in resource) {
    return { ...block, resource: { ...resource, uri, text: fill(resource.text) } };
  }
  return { ...block, resource: { ...resource, uri } };
}

/** The tool's result becomes the user's messages; its failure a protocol error. */
function toMessages(prompt: PromptDefinition, result: ToolResult): GetPromptResult {
  if (result.isError === true) {
    const texts = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
    throw new ProtocolError(ProtocolErrorCode.InternalError, texts.join('\n'));
  }
  return {
    ...(result._meta === undefined ? {} : { _meta: result._meta }),
    ...describePrompt(prompt),
    messages: result.content.map((content) => ({ role: 'user', content })),
  };
}

function describePrompt({ description }: PromptDefinition): { description?: string } {
  return description === undefined ? {} : { description };
}
