import { fail, succeed, type Result } from '#app/platform/result.ts';
import { isJsonObject, valueOf } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import type { CallFailure } from './call-failure.ts';
import type { ConnectionScope } from './connection-scope.ts';
import type { Dialogue } from './dialogue.ts';
import { withEnvelope } from './envelope.ts';
import type { CallOptions } from './open-call.ts';

/** Rounds of questions after which a server is taken to ask for ever. */
const MAX_ROUNDS = 50;

type Outcome = Result<JsonObject, CallFailure>;

/**
 * Sends a request of the era without sessions. Where the server needs input it ends the request, and gets it
 * with the next one; each of these requests is shown in the log.
 */
export async function askWithRounds(
  scope: ConnectionScope,
  dialogue: Dialogue,
  method: string,
  params: JsonObject,
  options: CallOptions,
): Promise<Outcome> {
  let asked = params;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    let sentAt = 0;
    const onSent = (frameId: number) => void (sentAt = frameId);
    const whole = withEnvelope(asked, scope.introduction, scope.logLevel);
    const outcome = await dialogue.call(method, whole, { ...options, onSent });
    if (!outcome.ok || outcome.value['resultType'] !== 'input_required') return outcome;
    const { inputRequests, requestState } = outcome.value;
    const inputs = await answerAll(scope, inputRequests ?? {}, sentAt, options.signal);
    if (!inputs.ok) return inputs;
    asked = {
      ...params,
      inputResponses: inputs.value,
      ...(requestState === undefined ? {} : { requestState }),
    };
  }
  const message = `The server asked for input ${MAX_ROUNDS} times without an end.`;
  return fail({ reason: 'invalid-message', message });
}

/** Asks the person everything at once that one answer of the server needs. */
async function answerAll(
  scope: ConnectionScope,
  requests: JsonValue,
  askedAt: number,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  if (!isJsonObject(requests)) {
    const message = 'The inputRequests of the answer are not an object.';
    return fail({ reason: 'invalid-message', message });
  }
  const ended = new AbortController();
  const signals = [ended.signal, ...(signal === undefined ? [] : [signal])];
  const answers = Object.entries(requests).map(async ([key, request]) => {
    const { method, params } = isJsonObject(request) ? request : {};
    const asked = {
      method: typeof method === 'string' ? method : '',
      params: isJsonObject(params) ? params : {},
      askedAt,
    };
    const answer = await scope.answer(asked, AbortSignal.any(signals));
    const result = answer === null ? undefined : valueOf(answer, 'result');
    if (result === undefined) ended.abort();
    return { key, result, error: answer === null ? undefined : valueOf(answer, 'error') };
  });
  const all = await Promise.all(answers);
  const refused = all.find(({ error }) => error !== undefined);
  if (refused !== undefined) {
    const said = isJsonObject(refused.error) ? JSON.stringify(refused.error['message']) : '';
    return fail({
      reason: 'cancelled',
      message: `The server needs an input that it did not get: ${said}`,
    });
  }
  const given = all.flatMap(({ key, result }) =>
    result === undefined ? [] : [[key, result] as const],
  );
  if (given.length < all.length) {
    return fail({ reason: 'cancelled', message: 'You cancelled the request.' });
  }
  return succeed(Object.fromEntries(given));
}
