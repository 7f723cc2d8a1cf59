import type { DraftHead } from '#app/drafts/draft-state.ts';
import type { DraftEnvironment } from '#app/drafts/draft-environment.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import type { ToolRunner } from '#app/runtime/definition.ts';
import type { RequestRecorder } from '#app/sandbox/request-recorder.ts';

import type { HostedArtifact } from './hosted-artifact.server.ts';
import { createServedRunner } from './served-runner.server.ts';
import { toServedDraft } from './served-server.ts';

/**
 * Runs the tools of a draft for one caller.
 *
 * @param recorder sees the requests of all calls; default: nobody does.
 */
export function createDraftRunner(
  app: AppContext,
  head: DraftHead,
  artifact: HostedArtifact,
  environment: DraftEnvironment,
  recorder?: RequestRecorder,
): ToolRunner {
  const terms = { environment, ...(recorder && { recorder }) };
  return createServedRunner(app, toServedDraft(head), artifact, terms);
}
