import { createUIMessageStream, hasToolCall, streamText, toUIMessageStream } from 'ai';
import type {
  LanguageModel,
  ModelMessage,
  StepResult,
  ToolSet,
  UIMessage,
  UIMessageChunk,
  UIMessageStreamWriter,
} from 'ai';

import { LAST_STEP, SPEAK, toNote } from '#app/builder/models/draft-note.ts';
import { ModelError } from '#app/builder/models/model-fault.ts';
import { obeyToolChoice } from '#app/builder/models/obey-tool-choice.ts';
import { PROMPT } from '#app/builder/models/prompt.ts';
import type { TurnModel } from '#app/builder/models/resolve-model.server.ts';
import { cutReply } from '#app/chat/secrets/cut-reply.ts';
import { BUILDER_TOOLS } from '#app/builder/tools/builder-tools.ts';
import type { Workspace } from '#app/builder/tools/workspace.ts';
import { systemClock } from '#app/platform/clock.ts';

import { boundAnswer } from './bound-answer.ts';
import { endsPlan } from './ends-plan.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { withLastWords } from './last-words.ts';
import { openPrompt } from './open-prompt.ts';
import { settleDraft } from './settle-draft.ts';
import { tellChanges } from './tell-changes.ts';
import { estimateTools, toToolSet } from './tool-set.ts';
import type { TurnBudget } from './turn-budget.ts';
import { countOutput, tellRequest } from './usage/tell-usage.ts';
import { TurnMeter } from './usage/turn-meter.ts';
import { shortenTurn } from './window-room.ts';

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
      const stage = { history, meter, deadline, writer, describe };
      const { said, ask } = streamModel(options, stage);
      const kept = said.pipeThrough(cutReply()).pipeThrough(boundAnswer(() => full.abort()));
      const lastWords = withLastWords({
        isCutShort: () => signal.aborted || hasFailed,
        isUnfinished: () => deadline.aborted,
        // Where the budget ended it was asked already; the built-in builder says all it knows at once.
        ask: () => (meter.isSpent || meter.isFree ? null : ask()),
        tell: () =>
          full.signal.aborted ? TOO_LARGE : tellEnd(meter, options.workspace, time.aborted),
        close: options.onEnd,
      });
      writer.merge(kept.pipeThrough(lastWords));
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

/** Text for a turn that ended without words of the model, or before the model was done. */
function tellEnd(meter: TurnMeter, workspace: Workspace, isOutOfTime: boolean): string {
  const { steps, of } = meter.usage;
  const changes = tellChanges(workspace);
  return meter.isSpent || isOutOfTime
    ? `This turn is out of budget after ${steps} of ${of.steps} steps. Everything done so far is kept; continue to spend another turn on it. ${changes}`
    : `The model ended without a word. ${changes}`;
}

interface Stage {
  history: ModelMessage[];
  meter: TurnMeter;
  deadline: AbortSignal;
  writer: UIMessageStreamWriter;
  describe: (error: unknown) => string;
}

/** The steps of a model, and one more request for its words, where they end without any. */
function streamModel(
  options: TurnOptions,
  { history, meter, deadline, writer, describe }: Stage,
): { said: ReadableStream<UIMessageChunk>; ask: () => ReadableStream<UIMessageChunk> } {
  const { model, workspace, budget, signal } = options;
  /** The messages of the last request, and the answer to it. */
  let told: ModelMessage[] = history;
  const { tools, repairToolCall, forget } = toToolSet({ workspace, signal, writer });
  const headTokens = estimateTokens(PROMPT) + estimateTools(tools);
  const shorten = shortenTurn(model, writer, forget);
  const asking = {
    model: beginModel(model, budget, meter, writer),
    instructions: PROMPT,
    // The tools stay in every request: a prompt that begins in another way is read anew by the provider,
    // and paid for in full.
    tools,
    repairToolCall,
    abortSignal: AbortSignal.any([signal, deadline]),
    // The model retries by itself and informs the person.
    maxRetries: 0,
    onStepEnd: ({ usage, response }: StepResult<ToolSet>) => {
      told = [...told, ...response.messages];
      meter.endStep(usage);
      writer.write({ type: 'data-usage', id: 'usage', data: meter.usage });
    },
    onError: () => {
      // Reported by the stream itself.
    },
  };
  const result = streamText({
    ...asking,
    messages: history,
    stopWhen: [() => meter.isSpent, hasToolCall(...ASKING), endsPlan],
    prepareStep: async ({ stepNumber, messages }) => {
      const note = stepNumber === 0 ? null : await settleDraft(workspace, writer);
      const isLast = meter.beginStep();
      // Notes are added at the end only, and stay where they are for the steps that follow.
      told = [...shorten(messages), ...toNotes(note, isLast)];
      tellRequest(meter, headTokens + estimateTokens(told), writer);
      // In the last step the model calls nothing, and reports what was done.
      return { ...limitAnswer(meter, isLast), messages: told };
    },
  });
  const said = toUIMessageStream({
    stream: result.stream,
    onError: describe,
    redactToolErrors: false,
  }).pipeThrough(countOutput(meter, writer));
  const ask = () => {
    const messages = [...told, { role: 'user' as const, content: [SPEAK] }];
    const { stream } = streamText({ ...asking, ...limitAnswer(meter, true), messages });
    // Who hears nothing from the model hears it from the product: the turn itself has not failed.
    const words = { stream, onError: String, sendStart: false, sendFinish: false };
    return toUIMessageStream(words).pipeThrough(cutReply());
  };
  return { said, ask };
}

/** The message before a step: what became of the draft, and that the step is the last one. */
function toNotes(note: string | null, isLast: boolean): ModelMessage[] {
  const news = note === null ? [] : [{ type: 'text' as const, text: toNote(note) }];
  const content = [...news, ...(isLast ? [LAST_STEP] : [])];
  return content.length === 0 ? [] : [{ role: 'user', content }];
}

/** Limits of one answer; in the last one the model calls nothing. */
function limitAnswer(meter: TurnMeter, isLast: boolean) {
  return {
    maxOutputTokens: Math.max(1, Math.min(MAX_ANSWER_TOKENS, meter.tokensLeft)),
    ...(isLast ? { toolChoice: 'none' as const } : {}),
  };
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
  const { choice, followsPersonOnly: isBuiltIn, price = null } = model;
  meter.expectModel({ label: choice.label, isBuiltIn, price });
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
