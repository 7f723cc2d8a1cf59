import type { AppContext } from '#app/platform/app-context.ts';
import { timedId } from '#app/platform/ids.ts';
import type { ToolRunner } from '#app/runtime/definition.ts';

import { askForCredentials } from '#app/hosting/credentials/missing-credentials.server.ts';
import type { HostedArtifact } from '#app/hosting/hosted-artifact.server.ts';
import { createServedRunner, type RunTerms } from '#app/hosting/served-runner.server.ts';
import type { ServedServer } from '#app/hosting/served-server.ts';
import { noteCall } from './call-buffer.server.ts';
import type { CallEnd } from './call-entry.ts';
import { createOutcomeWatch, endOfCall } from './call-outcome.ts';

/** The caller whose calls are recorded. */
export interface RecordedCaller {
  /** Id of the key; null: a visitor of a public endpoint. */
  key: string | null;
}

/** As `createServedRunner`, of a project: each call is noted in its log. */
export function createRecordedRunner(
  app: AppContext,
  server: ServedServer,
  artifact: HostedArtifact,
  terms: RunTerms,
  { key }: RecordedCaller,
): ToolRunner {
  return async (call, client) => {
    const watch = createOutcomeWatch();
    const at = Date.now();
    const note = (end: CallEnd, resultBytes: number) =>
      noteCall(app, server.id, {
        id: timedId(at),
        at,
        tool: call.name,
        key,
        version: server.version ?? 0,
        end,
        milliseconds: Date.now() - at,
        requestBytes: bytesOf(call.arguments),
        resultBytes,
      });
    const blueprint = await artifact.blueprint();
    const { user } = terms;
    const asked = { project: server.id, blueprint, tool: call.name, user };
    const missing = await askForCredentials(app, asked, client);
    if (missing !== null) {
      note('unauthorized', bytesOf(missing));
      return missing;
    }
    const run = createServedRunner(app, server, artifact, { ...terms, recorder: watch });
    try {
      const result = await run(call, client);
      const tool = blueprint.tools.find(({ name }) => name === call.name);
      const facts = { isKnown: tool !== undefined, isCode: tool?.action.kind === 'code' };
      const isStopped = client.signal.aborted;
      note(endOfCall({ ...facts, result, last: watch.last(), isStopped }), bytesOf(result));
      return result;
    } catch (error) {
      note('crashed', 0);
      throw error;
    }
  };
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value) ?? '').byteLength;
}
