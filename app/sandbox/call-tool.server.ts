import type {
  ClientLink,
  ServerDefinition,
  ToolCall,
  ToolResult,
  UpstreamFetch,
} from '#app/runtime/definition.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import { CallLink } from './call-link.server.ts';
import { CALL_DEADLINE_MS } from './compatibility.ts';
import { withDeadline } from './deadline.ts';
import { toStartProblem } from './find-start-problem.server.ts';
import { loadArtifact, type LoadableArtifact } from './load-artifact.server.ts';
import { createMockEgress } from './mock-egress.ts';
import { checkResult } from './tool-result.ts';

/** Place where a tool runs: its own isolate, or this one for a server without foreign code. */
export type Sandbox =
  | { kind: 'isolate'; loader: WorkerLoader; artifact: LoadableArtifact }
  | { kind: 'here'; definition: ServerDefinition };

/** Parameters that differ from call to call. */
export interface CallContext {
  client: ClientLink;
  /** Creates the outbound fetch, whose signal ends with the call; `mock`: there is none. */
  createEgress: 'mock' | ((signal: AbortSignal) => UpstreamFetch);
  /** Maximum size of the result in bytes. */
  maxResultBytes: number;
}

/**
 * Runs one tool call. It ends at the deadline, or at once if its client cancels; its result is checked, and
 * every failure of the tool is a result with `isError`.
 */
export async function callTool(
  sandbox: Sandbox,
  call: ToolCall,
  { client, createEgress, maxResultBytes }: CallContext,
): Promise<ToolResult> {
  const over = new AbortController();
  const signal = AbortSignal.any([client.signal, over.signal]);
  const egress = createEgress === 'mock' ? null : createEgress(signal);
  const linked = { ...client, signal };
  const stopped = Promise.withResolvers<ToolResult>();
  const stop = () => stopped.resolve(toFailure('The call was cancelled.'));
  if (client.signal.aborted) stop();
  // The signal may outlive the call, so its listener is removed with the call.
  client.signal.addEventListener('abort', stop);
  try {
    const running =
      sandbox.kind === 'isolate'
        ? callIsolate(sandbox, call, egress, linked)
        : runHere(sandbox.definition, call, egress, linked);
    // Nobody waits for the result of a call that was cancelled, or that has to ask the client first.
    const first = Promise.race([running, stopped.promise]);
    const result = await withDeadline(first, CALL_DEADLINE_MS);
    if (result === null)
      return toFailure(`The tool did not finish within ${CALL_DEADLINE_MS / 1_000} s.`);
    return checkResult(result, maxResultBytes);
  } finally {
    client.signal.removeEventListener('abort', stop);
    over.abort();
  }
}

function runHere(
  definition: ServerDefinition,
  call: ToolCall,
  egress: UpstreamFetch | null,
  client: ClientLink,
): Promise<ToolResult> {
  return runTool(definition, call, { ...client, fetch: egress ?? createMockEgress(definition) });
}

async function callIsolate(
  { loader, artifact }: Extract<Sandbox, { kind: 'isolate' }>,
  call: ToolCall,
  egress: UpstreamFetch | null,
  client: ClientLink,
): Promise<unknown> {
  try {
    const entry = await loadArtifact(loader, artifact);
    const link = new CallLink(egress ?? refuseAll, client);
    const text = await entry.callTool(JSON.stringify(call), link, egress === null);
    return JSON.parse(text);
  } catch (error) {
    // Only the foreign side of the call can fail here: the text is meant for its author.
    const text = error instanceof Error ? error.message : String(error);
    if (!text.includes('Failed to start Worker')) return toFailure(`The tool failed: ${text}`);
    const { file, line, column, message } = toStartProblem(await artifact.loadModules(), text);
    return toFailure(
      `The server does not start: ${file}, line ${line}, column ${column}: ${message}`,
    );
  }
}

/** Outbound fetch of a tool on the mock upstream, should it leave its isolate. */
const refuseAll: UpstreamFetch = () =>
  Promise.resolve({
    ok: false,
    reason: 'refused',
    message: 'Only the mock upstream can be called.',
  });

function toFailure(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
