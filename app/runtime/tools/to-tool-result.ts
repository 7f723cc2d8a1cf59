import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { ContentBlock, ToolResult } from '../tool-context.ts';

/**
 * Converts the result of another MCP server or a function, block by block: clients reject a whole result for
 * one invalid block, so invalid and unknown blocks become JSON text.
 */
export function toToolResult(answer: JsonObject): ToolResult {
  const { content, structuredContent, isError } = answer;
  const blocks = Array.isArray(content) ? content.map(toBlock) : [];
  return {
    content: blocks,
    ...(isJsonObject(structuredContent) ? { structuredContent } : {}),
    ...(isError === true ? { isError } : {}),
  };
}

function toBlock(value: JsonValue): ContentBlock {
  if (isJsonObject(value)) {
    const { type, text, data, mimeType, resource, uri, name, size } = value;
    if (type === 'text' && typeof text === 'string') return { type, text };
    if (type === 'image' || type === 'audio') {
      if (isBase64(data) && typeof mimeType === 'string') return { type, data, mimeType };
    }
    if (type === 'resource_link' && typeof uri === 'string' && typeof name === 'string') {
      const known = typeof mimeType === 'string' ? { mimeType } : {};
      return { type, uri, name, ...known, ...(typeof size === 'number' ? { size } : {}) };
    }
    if (type === 'resource' && isJsonObject(resource)) {
      const block = toResource(resource);
      if (block !== null) return block;
    }
  }
  return { type: 'text', text: JSON.stringify(value) };
}

function isBase64(value: JsonValue | undefined): value is string {
  if (typeof value !== 'string') return false;
  try {
    atob(value);
    return true;
  } catch {
    return false;
  }
}

function toResource(resource: JsonObject): ContentBlock | null {
  const { uri, mimeType, text, blob } = resource;
  if (typeof uri !== 'string') return null;
  const type = typeof mimeType === 'string' ? { mimeType } : {};
  if (typeof text === 'string') return { type: 'resource', resource: { uri, ...type, text } };
  if (isBase64(blob)) return { type: 'resource', resource: { uri, ...type, blob } };
  return null;
}
