import { createUIMessageStream, hasToolCall, streamText, toUIMessageStream } from 'ai';
import type {
  LanguageModel,
  ModelMessage,
  UIMessage,
  UIMessageChunk,
  UIMessageStreamWriter,
} from 'ai';

import { LAST_STEP, toNote } from '#app/builder/models/draft-note.ts';
import { ModelError } from '#app/builder/models/model-fault.ts';
import { obeyToolChoice } from '#app/builder/models/obey-tool-choice.ts';
import { PROMPT } from '#app/builder/models/prompt.ts';
import type { TurnModel } from '#app/builder/models/resolve-model.server.ts';
import { BUILDER_TOOLS } from '#app/builder/tools/builder-tools.ts';
import type { Workspace } from '#app/builder/tools/workspace.ts';
import { systemClock } from '#app/platform/clock.ts';

import { boundAnswer } from './bound-answer.ts';
import { openPrompt } from './open-prompt.ts';
import { settleDraft } from './settle-draft.ts';
import { toToolSet } from './tool-set.ts';
import type { TurnBudget } from './turn-budget.ts';
import { TurnMeter } from './turn-meter.ts';
import { foldSteps } from './window-room.ts';

/** The tools that end a turn. */
const ASKING = BUILDER_TOOLS.flatMap(({ name, effect }) => (effect === 'asks' ? [name] : []));

/** Tokens of one answer at most: servers refuse what is above the most that their model can give. */
const MAX_ANSWER_TOKENS = 8_192;

const TOO_LARGE =
  'The rest of this answer is too large to store. Everything done so far is kept; continue to spend another turn on it.';

export interface TurnOptions {
  /** One model, or one made of several that follow each other. */
  model: LanguageModel | TurnModel;
  /** The branch up to and with the question. */
  messages: UIMessage[];
  /** Id of the message that the turn makes. */
  answer: string;
  workspace: Workspace;
  /** Changes that the person made by hand since the last turn, in sentences. */
  changedByHand?: readonly string[];
  budget: TurnBudget;
  signal: AbortSignal;
  onChunk: (chunk: UIMessageChunk) => void;
  /** Called when the model has finished, however it ended; the chunks it returns are sent last. */
  onEnd: () => Promise<UIMessageChunk[]>;
  /** Receives the error for the log; the person gets a sentence. */
  onError: (error: unknown) => void;
}

export interface TurnEnding {
  status: 'done' | 'stopped' | 'failed' | 'spent';
  /** No model was used: the built-in builder answered alone. */
  isFree: boolean;
}

interface TurnOutcome extends TurnEnding {
  message: UIMessage | null;
}

/** Lets a model work on a draft until it is done, stopped, out of budget or failed. */
export async function runTurn(options: TurnOptions): Promise<TurnOutcome> {
  const { messages, answer, signal, onChunk, onError } = options;
  const full = new AbortController();
  const time = AbortSignal.timeout(options.budget.milliseconds);
  const deadline = AbortSignal.any([time, full.signal]);
  const meter = new TurnMeter(options.budget, systemClock);
  let hasFailed = false;
  let message: UIMessage | null = null;
  const describe = (error: unknown) => {
    // A model that was cut off by the turn's own time, or size, has not failed.
    if (!signal.aborted && !deadline.aborted) {
      hasFailed = true;
      onError(error);
    }
    return describeFailure(error);
  };
  const stream = createUIMessageStream({
    originalMessages: messages,
    generateId: () => answer,
    execute: async ({ writer }) => {
      const history = await openPrompt(options, writer);
      // A model that is asked after the stop would fail with nobody to hear it.
      if (signal.aborted) return;
      const said = streamModel(options, history, meter, deadline, writer, describe);
      const kept = said.pipeThrough(boundAnswer(() => full.abort()));
      const ends = { time, full: full.signal };
      writer.merge(kept.pipeThrough(beforeTheEnd(meter, ends, options.onEnd)));
    },
    onError: describe,
    onEnd: ({ responseMessage }) => {
      message = responseMessage;
    },
  });
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      onChunk(next.value);
    }
  } finally {
    // A tool that takes no notice of the stop writes over nothing that comes later.
    options.workspace.end();
  }
  const { isFree } = meter;
  if (signal.aborted) return { message, status: 'stopped', isFree };
  if (hasFailed) return { message, status: 'failed', isFree };
  return { message, status: meter.isSpent || deadline.aborted ? 'spent' : 'done', isFree };
}

/** Adds more chunks before the one that marks the end of the stream, or before it just ends. */
function beforeTheEnd(
  meter: TurnMeter,
  { time, full }: { time: AbortSignal; full: AbortSignal },
  onEnd: () => Promise<UIMessageChunk[]>,
): TransformStream<UIMessageChunk, UIMessageChunk> {
  let isAsked = false;
  /** The last step has said something. */
  let hasSpoken = false;
  const add = async (controller: TransformStreamDefaultController<UIMessageChunk>) => {
    if (isAsked) return;
    isAsked = true;
    const isUntold = time.aborted || (meter.isSpent && !hasSpoken);
    const reason = full.aborted ? TOO_LARGE : isUntold ? outOfBudget(meter) : null;
    const summary = reason === null ? [] : toText(reason);
    for (const chunk of [...summary, ...(await onEnd())]) controller.enqueue(chunk);
  };
  return new TransformStream({
    async transform(chunk, controller) {
      if (chunk.type === 'start-step') hasSpoken = false;
      if (chunk.type === 'text-delta' && chunk.delta.trim() !== '') hasSpoken = true;
      if (chunk.type === 'finish' || chunk.type === 'abort') await add(controller);
      controller.enqueue(chunk);
    },
    flush: add,
  });
}

/** Text for a turn that ran out of time, or of steps or tokens before the model said anything. */
function outOfBudget(meter: TurnMeter): string {
  const { steps, of } = meter.usage;
  return `This turn is out of budget after ${steps} of ${of.steps} steps. Everything done so far is kept; continue to spend another turn on it.`;
}

function toText(delta: string): UIMessageChunk[] {
  const id = 'budget';
  return [
    { type: 'text-start', id },
    { type: 'text-delta', id, delta },
    { type: 'text-end', id },
  ];
}

function streamModel(
  options: TurnOptions,
  history: ModelMessage[],
  meter: TurnMeter,
  deadline: AbortSignal,
  writer: UIMessageStreamWriter,
  describe: (error: unknown) => string,
): ReadableStream<UIMessageChunk> {
  const { model, workspace, budget, signal } = options;
  const result = streamText({
    model: beginModel(model, budget, meter, writer),
    instructions: PROMPT,
    messages: history,
    tools: toToolSet({ workspace, signal, writer }),
    stopWhen: [() => meter.isSpent, hasToolCall(...ASKING)],
    abortSignal: AbortSignal.any([signal, deadline]),
    // The model retries by itself and informs the person.
    maxRetries: 0,
    onStepEnd: ({ usage }) => {
      meter.endStep(usage);
      writer.write({ type: 'data-usage', id: 'usage', data: meter.usage });
    },
    prepareStep: async ({ stepNumber, messages }) => {
      const note = stepNumber === 0 ? null : await settleDraft(workspace, writer);
      const isLast = meter.beginStep();
      const news = note === null ? [] : [{ type: 'text' as const, text: toNote(note) }];
      const content = [...news, ...(isLast ? [LAST_STEP] : [])];
      // In the last step the model calls nothing, and reports what was done. The tools stay: a prompt
      // that begins in another way is read anew by the provider, and paid for in full.
      return {
        maxOutputTokens: Math.max(1, Math.min(MAX_ANSWER_TOKENS, meter.tokensLeft)),
        ...(isLast ? { toolChoice: 'none' as const } : {}),
        // Notes are added at the end only, and stay where they are for the steps that follow.
        messages: [
          ...foldSteps(messages, model),
          ...(content.length === 0 ? [] : [{ role: 'user' as const, content }]),
        ],
      };
    },
    onError: () => {
      // Reported by the stream itself.
    },
  });
  return toUIMessageStream({ stream: result.stream, onError: describe, redactToolErrors: false });
}

/**
 * Prepares the model of this turn; waiting is reported while it lasts, and a model that stood in is
 * recorded.
 */
function beginModel(
  model: LanguageModel | TurnModel,
  { milliseconds }: TurnBudget,
  meter: TurnMeter,
  writer: UIMessageStreamWriter,
): LanguageModel {
  if (typeof model === 'string') return model;
  if (!('begin' in model)) {
    return model.specificationVersion === 'v4' ? obeyToolChoice(model) : model;
  }
  const begun = model.begin({
    deadline: Date.now() + milliseconds,
    onAnswer: (answering) => meter.setModel(answering),
    report: (state) =>
      writer.write({
        type: 'data-state',
        id: 'state',
        data: state,
        transient: state.kind !== 'fallback',
      }),
  });
  return obeyToolChoice(begun);
}

/** The text shown to the person when a model failed. */
function describeFailure(error: unknown): string {
  const kept = 'Everything done so far is kept; try again or continue.';
  if (error instanceof ModelError) return `${error.message} ${kept}`;
  if (error instanceof Error && error.name === 'TimeoutError')
    return 'This took too long and was cancelled.';
  return `The model failed. ${kept}`;
}
