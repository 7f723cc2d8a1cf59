import type {
  ClientLink,
  ServerDefinition,
  ToolCall,
  ToolResult,
  UpstreamFetch,
} from '#app/runtime/definition.ts';
import { isOutage } from '#app/platform/stores/store-outage.ts';
import { isTooDeep } from '#app/runtime/json-depth.ts';
import { NO_FIXTURES, type MockFixtures } from '#app/runtime/mock/mock-fixtures.ts';
import { needsConfirmation } from '#app/runtime/tools/confirm-call.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import { createAnswerReplay } from './answer-replay.ts';
import { createCallLife } from './call-life.ts';
import { CallLink } from './call-link.server.ts';
import { CALL_DEADLINE_MS } from './compatibility.ts';
import { firstOf } from './deadline.ts';
import { toStartProblem } from './find-start-problem.server.ts';
import { loadArtifact, replaceIsolate, type LoadableArtifact } from './load-artifact.server.ts';
import { createMockEgress } from './mock-egress.ts';
import type { RequestRecorder } from './request-recorder.ts';
import { checkResult } from './tool-result.ts';

const AWAY =
  'The tool could not be run at the moment: the place where it runs was lost. Try again in a few seconds.';

/** An isolate with an artifact's own modules. */
export interface IsolateSandbox {
  kind: 'isolate';
  loader: WorkerLoader;
  artifact: LoadableArtifact;
}

/**
 * Place where a tool runs: its own isolate, or this one for a server without foreign code; `hereFirst`: this one
 * as long as answers are small, so that nobody's answers fill the memory that all callers share.
 */
export type Sandbox =
  | IsolateSandbox
  | { kind: 'here'; definition: ServerDefinition }
  | { kind: 'hereFirst'; definition: ServerDefinition; isolate: IsolateSandbox };

/** Parameters that differ from call to call. */
export interface CallContext {
  client: ClientLink;
  /** Creates the outbound fetch, whose signal ends with the call; `mock`: nothing leaves. */
  createEgress: 'mock' | ((signal: AbortSignal) => UpstreamFetch);
  /** Answers of the mock beside those that it derives from the tools. */
  fixtures?: MockFixtures;
  /** Sees every request of the call; absent: nobody looks, which is faster on the mock. */
  recorder?: RequestRecorder;
  /** Maximum size of the result in bytes. */
  maxResultBytes: number;
  /** Says of a result of so many bytes why it is not taken; default: only that it is too large. */
  explainTooLarge?: (bytes: number) => string;
}

/**
 * Runs one tool call. It ends at the deadline, or at once if its client cancels; its result is checked, and
 * every failure of the tool is a result with `isError`.
 */
export async function callTool(
  sandbox: Sandbox,
  call: ToolCall,
  context: CallContext,
): Promise<ToolResult> {
  const { client, recorder, fixtures = NO_FIXTURES, createEgress } = context;
  const life = createCallLife(client.signal);
  const way =
    createEgress === 'mock'
      ? fixtures
      : withRecorder(
          openOnFirstUse(() => createEgress(life.signal())),
          recorder,
        );
  const linked: ClientLink = {
    ...client,
    get signal() {
      return life.signal();
    },
  };
  try {
    const running = runIn(sandbox, call, way, linked, context);
    const ended = await firstOf(running, client.signal, CALL_DEADLINE_MS);
    if (ended === 'late')
      return toFailure(`The tool did not finish within ${CALL_DEADLINE_MS / 1_000} s.`);
    // Nobody waits for the result of a call that was cancelled, or that has to ask the client first.
    return ended === 'stopped' ? toFailure('The call was cancelled.') : ended;
  } finally {
    life.end();
  }
}

/** Most tools of code send nothing. */
function openOnFirstUse(open: () => UpstreamFetch): UpstreamFetch {
  let opened: UpstreamFetch | undefined;
  return (...request) => {
    opened ??= open();
    return opened(...request);
  };
}

function withRecorder(egress: UpstreamFetch, recorder: RequestRecorder | undefined): UpstreamFetch {
  return recorder === undefined ? egress : recorder.wrap(egress);
}

function runIn(
  sandbox: Sandbox,
  call: ToolCall,
  way: UpstreamFetch | MockFixtures,
  client: ClientLink,
  context: CallContext,
): Promise<ToolResult> {
  switch (sandbox.kind) {
    case 'isolate':
      return callIsolate(sandbox, call, way, client, context);
    case 'here':
      return runHere(sandbox.definition, call, way, client, context);
    case 'hereFirst':
      return runHereFirst(sandbox, call, way, client, context);
  }
}

/** Runs a call here, and once more in its isolate with the same answers where these are too much for here. */
async function runHereFirst(
  { definition, isolate }: Extract<Sandbox, { kind: 'hereFirst' }>,
  call: ToolCall,
  way: UpstreamFetch | MockFixtures,
  client: ClientLink,
  context: CallContext,
): Promise<ToolResult> {
  const tool = definition.tools.find(({ name }) => name === call.name);
  // A user is not asked twice.
  const asks = tool !== undefined && needsConfirmation(tool, definition.policies);
  if (asks || typeof way !== 'function') return callIsolate(isolate, call, way, client, context);
  const replay = createAnswerReplay(way);
  try {
    const result = await runHere(definition, call, replay.first, client, context);
    if (!replay.isTooMuch()) return result;
  } catch (error) {
    if (!replay.isTooMuch()) throw error;
  }
  return callIsolate(isolate, call, replay.again, client, context);
}

async function runHere(
  definition: ServerDefinition,
  call: ToolCall,
  way: UpstreamFetch | MockFixtures,
  client: ClientLink,
  { recorder, maxResultBytes, explainTooLarge }: CallContext,
): Promise<ToolResult> {
  const isOut = typeof way === 'function';
  const fetch = isOut ? way : withRecorder(createMockEgress(definition, way), recorder);
  const result = await runTool(definition, call, { ...client, fetch });
  return checkText(JSON.stringify(result), maxResultBytes, explainTooLarge);
}

async function callIsolate(
  { loader, artifact }: IsolateSandbox,
  call: ToolCall,
  way: UpstreamFetch | MockFixtures,
  client: ClientLink,
  { recorder, maxResultBytes, explainTooLarge }: CallContext,
): Promise<ToolResult> {
  const isOut = typeof way === 'function';
  try {
    const entry = await loadArtifact(loader, artifact);
    const link = new CallLink(isOut ? way : refuseAll, client, recorder);
    // What leaves is recorded where it leaves; the mock answers inside, so its answers are told.
    const isTold = !isOut && recorder !== undefined;
    const text = await entry.callTool(JSON.stringify(call), link, isOut ? null : way, isTold);
    // The runtime inside has looked, but foreign code runs beside it.
    return checkText(text, maxResultBytes, explainTooLarge);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const isAway = isOutage(error);
    if (isAway || !text.includes('Failed to start Worker')) {
      // An isolate that was lost may stay so under its name.
      await replaceIsolate(artifact);
      // Only the foreign side of the call can fail here: the text is meant for its author.
      return toFailure(isAway ? AWAY : `The tool failed: ${text}`);
    }
    const { file, line, column, message } = toStartProblem(await artifact.loadModules(), text);
    return toFailure(
      `The server does not start: ${file}, line ${line}, column ${column}: ${message}`,
    );
  }
}

function checkText(
  text: string,
  maxBytes: number,
  explainTooLarge: CallContext['explainTooLarge'],
): ToolResult {
  if (isTooDeep(text)) return toFailure('The result of the tool is nested too deeply.');
  return checkResult(text, maxBytes, explainTooLarge);
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
