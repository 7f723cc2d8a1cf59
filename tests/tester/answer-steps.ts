import { BUILT_IN, type ModelList } from '#app/builder/models/model-choice.ts';
import { NO_STEP_USAGE, type StepCall, type StepEvent } from '#app/evals/loop/step.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';

/** A step as a model takes it: words, then calls. */
export interface ToldStep {
  say?: string;
  calls?: [tool: string, input: StepCall['input']][];
  /** The stream stays open until the page leaves. */
  isEndless?: boolean;
  error?: string;
}

const MODELS: ModelList = {
  models: [
    { id: 'm', label: 'Model one', kind: 'openai-compatible', takesImages: false, own: false },
    BUILT_IN,
  ],
  default: 'm',
  keeps: 'tab',
  allowsLocal: false,
};

/** The body of a request for a step, as far as tests look at it. */
export interface AskedStep {
  model: string;
  ticket?: string;
  messages: { role: string }[];
  tools: { name: string }[];
}

/** Answers the models that may be chosen, and each step with the next of these. */
export function answerSteps(steps: readonly ToldStep[]): AskedStep[] {
  const asked: AskedStep[] = [];
  answerRequests(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/api/models') return Response.json(MODELS);
    if (pathname !== '/api/tester/steps') return undefined;
    const body: AskedStep = await request.json();
    asked.push(body);
    const step = steps[asked.length - 1] ?? { say: 'Done.' };
    return new Response(toStream(step, asked.length), {
      headers: { 'content-type': 'text/event-stream' },
    });
  });
  return asked;
}

function toStream(step: ToldStep, number: number): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const event of toEvents(step, number)) {
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
      }
      if (!step.isEndless) controller.close();
    },
  });
}

function toEvents(
  { say = '', calls = [], isEndless, error }: ToldStep,
  number: number,
): StepEvent[] {
  const events: StepEvent[] = calls.map(([tool, input], at) => ({
    type: 'call',
    call: { id: `c-${number}-${at}`, tool, input },
  }));
  const usage = { ...NO_STEP_USAGE, input: 1_000, output: 50, cost: 0.01 };
  const finish = calls.length > 0 ? 'calls' : 'stop';
  const end: StepEvent = { type: 'end', finish, usage, model: 'Model one', ticket: `t-${number}` };
  const last: StepEvent[] = error === undefined ? [end] : [{ type: 'error', message: error }];
  const said: StepEvent[] = say === '' ? [] : [{ type: 'text', delta: say }];
  return [...said, ...events, ...(isEndless ? [] : last)];
}
