import { jsonRequest, sendRequest, type RequestFailure } from '#app/api-client/api-request.ts';
import { readEventStream } from '#app/api-client/event-stream.ts';
import { StepEvent } from '#app/evals/loop/step.ts';
import type { AskModel, ModelStep, StepAsked, StepFailure } from '#app/evals/loop/step.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { readJson } from '#app/platform/shape.ts';

/** The model of the steps. */
export interface NamedModel {
  model: string;
  /** Sealed token of the connection that a guest has made in their tab. */
  connection?: string;
}

const CUT = 'The connection broke in the middle of the answer.';
/** A rate that starts again is waited for, and not longer than this. */
const MAX_WAIT_SECONDS = 60;

type Answered = Result<ModelStep, StepFailure>;

/** Asks a model through our API; one conversation holds one of these, for its tickets. */
export function createAskModel(named: NamedModel): AskModel {
  let ticket: string | undefined;
  return async (asked) => {
    const isTurn = asked.messages.at(-1)?.role === 'user';
    const { instructions, messages, tools, signal } = asked;
    const body = {
      ...named,
      instructions,
      messages,
      tools,
      ...(isTurn || ticket === undefined ? {} : { ticket }),
    };
    const startedAt = Date.now();
    const sent = await sendPatiently({ ...jsonRequest('POST', body), signal }, asked);
    if (!sent.ok) return toStepFailure(sent, signal);
    const read = await readStep(sent.value, asked, startedAt);
    if (!read.ok) return read;
    ticket = read.value.ticket;
    return succeed(read.value.step);
  };
}

/** Sends, and once more where only the rate of requests was too high. */
async function sendPatiently(
  init: RequestInit,
  { onWaiting, signal }: StepAsked,
): Promise<Result<Response, RequestFailure>> {
  const sent = await sendRequest('/api/tester/steps', init);
  if (sent.ok || sent.reason !== 'problem') return sent;
  const { status, limit } = sent.problem;
  if (status !== 429 || limit !== undefined) return sent;
  onWaiting?.(`Too many requests in a minute: waiting ${MAX_WAIT_SECONDS} seconds.`);
  await waitFor(MAX_WAIT_SECONDS * 1_000, signal);
  return sendRequest('/api/tester/steps', init);
}

function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}

async function readStep(
  response: Response,
  { onText, onWaiting, signal }: StepAsked,
  startedAt: number,
): Promise<Result<{ step: ModelStep; ticket: string | undefined }, StepFailure>> {
  const said: string[] = [];
  const calls: ModelStep['calls'] = [];
  try {
    if (response.body === null) return failed(CUT);
    // A stop ends the reading whatever becomes of the request.
    const body = response.body.pipeThrough(new TransformStream(), { signal });
    for await (const { data } of readEventStream(body)) {
      const event = readJson(StepEvent, data);
      if (event === null) return failed('The answer cannot be read: reload the page.');
      if (event.type === 'error') return failed(event.message);
      if (event.type === 'waiting') onWaiting?.(event.reason);
      else if (event.type === 'call') calls.push(event.call);
      else if (event.type === 'text') {
        said.push(event.delta);
        onText?.(event.delta);
      } else {
        const { finish, usage, ticket } = event;
        const milliseconds = Date.now() - startedAt;
        const step = { text: said.join(''), calls, finish, usage, milliseconds };
        return succeed({ step, ticket });
      }
    }
  } catch {
    return signal.aborted ? fail({ reason: 'stopped', message: 'Stopped.' }) : failed(CUT);
  }
  return signal.aborted ? fail({ reason: 'stopped', message: 'Stopped.' }) : failed(CUT);
}

function toStepFailure(failure: RequestFailure, signal: AbortSignal): Answered {
  if (signal.aborted || failure.reason === 'aborted') {
    return fail({ reason: 'stopped', message: 'Stopped.' });
  }
  if (failure.reason === 'problem') {
    return fail({ reason: 'refused', message: failure.problem.detail });
  }
  return failed('The model could not be asked: check your connection, and try again.');
}

function failed(message: string) {
  return fail({ reason: 'failed' as const, message });
}
