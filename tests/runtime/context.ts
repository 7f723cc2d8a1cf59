import { QUIET_CLIENT } from '#app/runtime/protocol/quiet-client.ts';
import type {
  ActionContext,
  ToolResult,
  UpstreamFetch,
  UpstreamRequest,
} from '#app/runtime/tool-context.ts';

/** A context without a client that could answer. */
export function contextWith(
  fetch: UpstreamFetch,
  changes: Partial<ActionContext> = {},
): Omit<ActionContext, 'callTool'> {
  return {
    fetch,
    signal: new AbortController().signal,
    ...QUIET_CLIENT,
    ...changes,
  };
}

/** An upstream that remembers what it was asked and always says the same. */
export function recordingUpstream(
  body: string | Uint8Array = '{}',
  contentType = 'application/json',
  status = 200,
  headers: [string, string][] = [],
): { fetch: UpstreamFetch; requests: UpstreamRequest[] } {
  const requests: UpstreamRequest[] = [];
  return {
    requests,
    fetch: async (_, request) => {
      requests.push(request);
      const type: [string, string][] = contentType === '' ? [] : [['content-type', contentType]];
      return {
        ok: true,
        response: {
          status,
          headers: [...type, ...headers],
          body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
        },
      };
    },
  };
}

/** All text of a result. */
export function textOf(result: ToolResult): string {
  return result.content
    .map((block) => (block.type === 'text' ? block.text : `<${block.type}>`))
    .join('\n');
}
