import { openArtifact } from '#app/hosting/hosted-artifact.server.ts';
import { createServedRunner } from '#app/hosting/served-runner.server.ts';
import type { ServedServer } from '#app/hosting/served-server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { redact, redactText } from '#app/platform/redact.ts';
import type { ProjectTest, TestEnvironment } from '#app/projects/tests/project-test.ts';
import type { NewTestResult } from '#app/projects/tests/test-store.server.ts';
import type { ClientLink, ToolResult } from '#app/runtime/definition.ts';
import { findUnmet, toCheckedValue } from '#app/runtime/expectations/find-unmet.ts';
import { isJsonObject, toText } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';
import { QUIET_CLIENT } from '#app/runtime/protocol/quiet-client.ts';
import { printValue } from '#app/runtime/schema/describe-schema.ts';
import type { ServedDefinition } from '#app/runtime/served-definition.ts';
import { createRequestRecorder, type RequestRecorder } from '#app/sandbox/request-recorder.ts';

/** Time limit of one call. A test cannot allow more (`TEST_LIMITS.maxMs`). */
const CALL_TIMEOUT_MS = 20_000;
/** Of one test that are kept, and of each. */
const MAX_REASONS = 10;
const MAX_REASON_CHARACTERS = 400;
const MAX_EVIDENCE_CHARACTERS = 500;
/** A larger answer is not searched for credentials, so nothing of it is kept. */
const MAX_SEARCHED_CHARACTERS = 200_000;

/** Runs one saved test on a server. Never rejects: what goes wrong is in the result. */
export async function runSavedTest(
  app: AppContext,
  server: ServedServer,
  environment: TestEnvironment,
  { id, revision, test }: ProjectTest,
): Promise<NewTestResult> {
  const client = { ...QUIET_CLIENT, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) };
  const ranAt = Date.now();
  const about = { test: id, revision, environment, ranAt };
  let called: Called;
  try {
    called = await call(app, server, environment, test, client);
  } catch (error) {
    app.log.warn('test.unanswered', { server: server.id, tool: test.tool, error });
    const reason = client.signal.aborted
      ? `The call was not answered within ${CALL_TIMEOUT_MS / 1_000} s.`
      : 'The call broke off without an answer.';
    const milliseconds = Date.now() - ranAt;
    return { ...about, hasPassed: false, reasons: [reason], evidence: null, milliseconds };
  }
  const { result, served, recorder } = called;
  const milliseconds = Date.now() - ranAt;
  const status = recorder.requests.findLast((request) => request.status !== undefined)?.status;
  const unmet = findUnmet(
    test.expect,
    { result, status: status ?? null, milliseconds },
    {
      schema: served.tools.find(({ name }) => name === test.tool)?.outputSchema,
      definitions: served.definitions,
    },
    showBlanked,
  );
  const hasPassed = unmet.length === 0;
  const reasons = unmet
    .slice(0, MAX_REASONS)
    .map((reason) => cut(redactText(reason), MAX_REASON_CHARACTERS));
  return {
    ...about,
    hasPassed,
    reasons,
    evidence: hasPassed ? null : toEvidence(result),
    milliseconds,
  };
}

interface Called {
  result: ToolResult;
  served: ServedDefinition;
  recorder: RequestRecorder;
}

/** Loads the server, and calls the tool. */
async function call(
  app: AppContext,
  server: ServedServer,
  environment: TestEnvironment,
  test: ProjectTest['test'],
  client: ClientLink,
): Promise<Called> {
  const artifact = openArtifact(app.env, server);
  const [{ upstreams }, served] = await Promise.all([artifact.blueprint(), artifact.served()]);
  const recorder = createRequestRecorder(upstreams, environment);
  const run = createServedRunner(app, server, artifact, { environment, recorder });
  const result = await run({ name: test.tool, arguments: test.arguments }, client);
  return { result, served, recorder };
}

/** The beginning of a value, blanked where its name or its shape says that it is a credential. */
function showBlanked(value: JsonValue | undefined, name: string | null): string {
  const shown = blank({ [name ?? 'value']: value ?? null });
  return typeof shown === 'string' ? shown : printValue(Object.values(shown)[0]);
}

/** The beginning of an answer, credentials blanked by their names and by their shape. */
function toEvidence(result: ToolResult): string {
  const shown = blank({ answer: toCheckedValue(result) });
  if (typeof shown === 'string') return shown;
  return cut(toText(shown['answer'] ?? null), MAX_EVIDENCE_CHARACTERS);
}

/** A copy without credentials; of what is too large to be searched for some, its size in words. */
function blank(value: JsonObject): JsonObject | string {
  const { length } = JSON.stringify(value);
  const shown = length > MAX_SEARCHED_CHARACTERS ? null : redact(value);
  return isJsonObject(shown) ? shown : `(${length} characters of JSON)`;
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`;
}
