import type { AppContext } from '#app/platform/app-context.ts';
import { timedId } from '#app/platform/ids.ts';
import type { ToolCall, ToolRunner, UpstreamOutcome } from '#app/runtime/definition.ts';

import {
  askAgain,
  askForCredentials,
} from '#app/hosting/credentials/missing-credentials.server.ts';
import type { HostedArtifact } from '#app/hosting/hosted-artifact.server.ts';
import { createServedRunner, type RunTerms } from '#app/hosting/served-runner.server.ts';
import type { ServedServer } from '#app/hosting/served-server.ts';
import { noteCall } from './call-buffer.server.ts';
import { causeOfCall, statusOfCall } from './call-cause.ts';
import type { CallEntry } from './call-entry.ts';
import { createOutcomeWatch, endOfCall } from './call-outcome.ts';
import { showArguments } from './shown-arguments.server.ts';

/** The caller whose calls are recorded. */
export interface RecordedCaller {
  /** Id of the key or the connected app; null: a visitor of a public endpoint. */
  key: string | null;
  /** The connected app by the name that it gave itself; null: it is none. */
  app: string | null;
  /** Tells visitors apart while a rollout is judged. */
  visitor?: string | undefined;
}

/** As `createServedRunner`, of a project: each call is noted in its log. */
export function createRecordedRunner(
  app: AppContext,
  server: ServedServer,
  artifact: HostedArtifact,
  terms: RunTerms,
  caller: RecordedCaller,
): ToolRunner {
  return async (call, client) => {
    const watch = createOutcomeWatch();
    const at = Date.now();
    const note = (ended: Ended) => {
      const milliseconds = Date.now() - at;
      const recorded = { server, call, caller };
      const facts = { ...ended, at, milliseconds };
      if (server.keepsArguments) {
        // After the answer: nobody waits for what is only logged.
        const shown = showArguments(app, server, artifact, call);
        app.waitUntil(shown.then((kept) => noteEnded(app, recorded, facts, kept)));
      } else noteEnded(app, recorded, facts, null);
    };
    const blueprint = await artifact.blueprint();
    const asked = { project: server.id, blueprint, tool: call.name, user: terms.user };
    const missing = await askForCredentials(app, asked, client);
    if (missing !== null) {
      note({ end: 'unauthorized', status: null, cause: null, resultBytes: bytesOf(missing) });
      return missing;
    }
    const run = createServedRunner(app, server, artifact, {
      ...terms,
      recorder: watch,
      isRecorded: true,
    });
    try {
      const result = await run(call, client);
      const over = lacksCredential(watch.last()) ? await askAgain(app, asked, client) : null;
      if (over !== null) {
        note({ end: 'unauthorized', status: null, cause: null, resultBytes: bytesOf(over) });
        return over;
      }
      const tool = blueprint.tools.find(({ name }) => name === call.name);
      const known = { isKnown: tool !== undefined, isCode: tool?.action.kind === 'code' };
      const facts = { ...known, result, last: watch.last(), isStopped: client.signal.aborted };
      const end = endOfCall(facts);
      const terms = { sent: call.arguments, isKept: server.keepsArguments === true };
      const [status, cause] = [statusOfCall(facts), causeOfCall(end, facts, terms)];
      note({ end, status, cause, resultBytes: bytesOf(result) });
      return result;
    } catch (error) {
      note({ end: 'crashed', status: null, cause: null, resultBytes: 0 });
      throw error;
    }
  };
}

/** Whether a request was not sent because its credential is missing, or ended when it was to be used. */
function lacksCredential(last: UpstreamOutcome | null): boolean {
  return last?.ok === false && (last.reason === 'secretMissing' || last.reason === 'authFailed');
}

type Ended = Pick<CallEntry, 'end' | 'status' | 'cause' | 'resultBytes'>;

interface RecordedCall {
  server: ServedServer;
  call: ToolCall;
  caller: RecordedCaller;
}

function noteEnded(
  app: AppContext,
  { server, call, caller }: RecordedCall,
  ended: Ended & Pick<CallEntry, 'at' | 'milliseconds'>,
  kept: string | null,
): void {
  noteCall(app, server.id, {
    id: timedId(ended.at),
    ...ended,
    ...caller,
    tool: call.name,
    version: server.version ?? 0,
    requestBytes: bytesOf(call.arguments),
    request: app.requestId,
    arguments: kept,
  });
}

const ENCODER = new TextEncoder();

function bytesOf(value: unknown): number {
  return ENCODER.encode(JSON.stringify(value) ?? '').byteLength;
}
