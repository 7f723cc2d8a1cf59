import type { AppContext } from '#app/platform/app-context.ts';
import { readBytes } from '#app/platform/outbound/http-limits.ts';
import { problem } from '#app/platform/problem.ts';

/** Arguments may carry files as base64. */
const MAX_REQUEST_BYTES = 10 * 1024 * 1024;

/** The body of an MCP request, or why it is refused. */
export async function readMcpBody(
  app: AppContext,
  request: Request,
): Promise<Uint8Array<ArrayBuffer> | Response> {
  const body = await readBytes(request, MAX_REQUEST_BYTES);
  if (body.ok) return body.value;
  return problem(app, { status: 413, detail: 'A request may have 10 MB at most.' });
}
