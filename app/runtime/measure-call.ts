import type { ToolObservation } from './metrics.ts';
import type { ToolCall, ToolResult, UpstreamFetch } from './tool-context.ts';

/**
 * Runs a tool and measures it.
 *
 * @param run gets a way out that counts what goes through it.
 */
export async function measureCall(
  call: ToolCall,
  send: UpstreamFetch,
  run: (counting: UpstreamFetch) => Promise<ToolResult>,
): Promise<{ result: ToolResult; observation: ToolObservation }> {
  const start = performance.now();
  let retries = 0;
  let bytes = 0;
  const result = await run(async (upstream, request, signal, report) => {
    const outcome = await send(upstream, request, signal, report);
    retries += (outcome.attempts ?? 1) - 1;
    if (outcome.ok) bytes += outcome.response.body.length;
    return outcome;
  });
  const milliseconds = performance.now() - start;
  const isError = result.isError === true;
  return { result, observation: { tool: call.name, isError, milliseconds, retries, bytes } };
}
