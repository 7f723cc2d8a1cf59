import type { AppContext } from '#app/platform/app-context.ts';
import { readBytes } from '#app/platform/outbound/http-limits.ts';
import { problem } from '#app/platform/problem.ts';
import { parseMessage } from '#app/runtime/protocol/read-message.ts';

/** Arguments may carry files as base64. */
const MAX_REQUEST_BYTES = 10 * 1024 * 1024;

/** The body of an MCP request, read and parsed once for all who look at it. */
export interface McpBody {
  bytes: Uint8Array<ArrayBuffer>;
  /** A message, or a batch of them; null: it is neither. */
  message: object | null;
}

/** The body of an MCP request, or why it is refused. */
export async function readMcpBody(app: AppContext, request: Request): Promise<McpBody | Response> {
  const body = await readBytes(request, MAX_REQUEST_BYTES);
  if (!body.ok) return problem(app, { status: 413, detail: 'A request may have 10 MB at most.' });
  const bytes = body.value;
  const text = bytes.byteLength === 0 ? '' : new TextDecoder().decode(bytes);
  return { bytes, message: parseMessage(text) };
}
