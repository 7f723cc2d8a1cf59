import { hashCallBasis } from '#app/builder/calls/call-basis.ts';
import type { RunOptions, ToolRun } from '#app/builder/tools/workspace-ports.ts';
import type { DraftHead } from '#app/drafts/draft-state.ts';
import { openArtifact } from '#app/hosting/hosted-artifact.server.ts';
import { createDraftRunner } from '#app/hosting/run-draft-tool.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { QUIET_CLIENT } from '#app/runtime/protocol/quiet-client.ts';
import type { ToolCall } from '#app/runtime/tool-context.ts';
import { createAnswerRecorder } from '#app/sandbox/answer-recorder.ts';
import { createRequestRecorder, type RequestRecorder } from '#app/sandbox/request-recorder.ts';

/** A tool's run in the builder ends after so long. */
const RUN_TIMEOUT_MS = 20_000;

/** Runs a tool of a draft, and records the requests that it sends; of the real API the answers, too. */
export async function runDraft(
  app: AppContext,
  head: DraftHead,
  call: ToolCall,
  { upstream = 'mock', link, secrets, basis }: RunOptions,
): Promise<ToolRun> {
  const artifact = openArtifact(app.env, head);
  const blueprint = await artifact.blueprint();
  // Of the very server that is about to run: it cannot be another one any more.
  if (basis !== undefined && (await hashCallBasis(blueprint, call.name)) !== basis) {
    const text = `Nothing was sent: ${call.name} was changed after this call was approved.`;
    return { content: [{ type: 'text', text }], isError: true };
  }
  const environment = upstream === 'real' ? 'test' : 'mock';
  const isSet = secrets && ((name: string) => secrets.includes(name));
  const requests = createRequestRecorder(blueprint.upstreams, environment, isSet);
  const answers = createAnswerRecorder();
  const recorder: RequestRecorder =
    upstream === 'real'
      ? { ...requests, wrap: (send) => answers.wrap(requests.wrap(send)) }
      : requests;
  const run = createDraftRunner(app, head, artifact, environment, recorder);
  const signal = AbortSignal.timeout(RUN_TIMEOUT_MS);
  const result = await run(call, link?.(signal) ?? { ...QUIET_CLIENT, signal });
  return {
    ...result,
    requests: requests.requests,
    leftOut: requests.countLeftOut(),
    ...(upstream === 'real' ? { answers: answers.answers } : {}),
  };
}
