import type { ToolCall, ToolResult, UpstreamFetch } from '../tool-context.ts';
import type { ToolObservation } from './metrics.ts';

/**
 * Runs a tool and measures it. A thrown error is observed and rethrown.
 *
 * @param run receives an outbound fetch that counts its traffic.
 * @param observe called once, however the call ended.
 */
export async function measureCall(
  call: ToolCall,
  send: UpstreamFetch,
  run: (counting: UpstreamFetch) => Promise<ToolResult>,
  observe: (observation: ToolObservation) => void,
): Promise<ToolResult> {
  const start = performance.now();
  let retries = 0;
  let bytes = 0;
  let isError = true;
  try {
    const result = await run(async (upstream, request, signal, report) => {
      const outcome = await send(upstream, request, signal, report);
      retries += (outcome.attempts ?? 1) - 1;
      if (outcome.ok) bytes += outcome.response.body.length;
      return outcome;
    });
    isError = result.isError === true;
    return result;
  } finally {
    const milliseconds = performance.now() - start;
    observe({ tool: call.name, isError, milliseconds, retries, bytes });
  }
}
