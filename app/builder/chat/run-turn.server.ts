import {
  convertToModelMessages,
  createUIMessageStream,
  hasToolCall,
  isStepCount,
  streamText,
  toUIMessageStream,
} from 'ai';
import type {
  LanguageModel,
  ModelMessage,
  UIMessage,
  UIMessageChunk,
  UIMessageStreamWriter,
} from 'ai';

import { answerReport } from '#app/builder/tools/run-checks.ts';
import type { Workspace } from '#app/builder/tools/workspace.ts';
import { toNote } from '#app/builder/model/draft-note.ts';
import { builtInModel } from '#app/builder/model/built-in-model.ts';
import { ModelError } from '#app/builder/model/model-fault.ts';
import { PROMPT } from '#app/builder/model/prompt.ts';
import type { TurnModel } from '#app/builder/model/resolve-model.server.ts';
import { TurnTrust } from '#app/builder/model/turn-trust.ts';

import { toToolSet } from './tool-set.ts';
import type { TurnBudget } from './turn-budget.ts';

export interface TurnOptions {
  /** One model, or one made of several that follow each other. */
  model: LanguageModel | TurnModel;
  /** The branch up to and with the question. */
  messages: UIMessage[];
  /** Id of the message that the turn makes. */
  answer: string;
  workspace: Workspace;
  budget: TurnBudget;
  signal: AbortSignal;
  onChunk: (chunk: UIMessageChunk) => void;
  /** Called when the model has said all, whatever became of it; what it gives is said last. */
  onEnd: () => Promise<UIMessageChunk[]>;
  /** What failed, for the log; the person gets a sentence. */
  onError: (error: unknown) => void;
}

export interface TurnOutcome {
  message: UIMessage | null;
  status: 'done' | 'stopped' | 'failed' | 'spent';
}

/** Lets a model work on a draft until it is done, stopped, out of budget or failed. */
export async function runTurn(options: TurnOptions): Promise<TurnOutcome> {
  const { messages, answer, signal, onChunk, onError } = options;
  let hasFailed = false;
  let message: UIMessage | null = null;
  const describe = (error: unknown) => {
    if (!signal.aborted) {
      hasFailed = true;
      onError(error);
    }
    return describeFailure(error);
  };
  const stream = createUIMessageStream({
    originalMessages: messages,
    generateId: () => answer,
    execute: async ({ writer }) => {
      const history = await convertToModelMessages(messages, { ignoreIncompleteToolCalls: true });
      // A model that is asked after the stop would fail with nobody to hear it.
      if (signal.aborted) return;
      const said = streamModel(options, history, writer, describe);
      writer.merge(said.pipeThrough(beforeTheEnd(options.onEnd)));
    },
    onError: describe,
    onEnd: ({ responseMessage }) => {
      message = responseMessage;
    },
  });
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) onChunk(next.value);
  return { message, status: signal.aborted ? 'stopped' : hasFailed ? 'failed' : 'done' };
}

/** Says something more before the stream tells that it is over, or just is. */
function beforeTheEnd(
  onEnd: () => Promise<UIMessageChunk[]>,
): TransformStream<UIMessageChunk, UIMessageChunk> {
  let isAsked = false;
  const add = async (controller: TransformStreamDefaultController<UIMessageChunk>) => {
    if (isAsked) return;
    isAsked = true;
    for (const chunk of await onEnd()) controller.enqueue(chunk);
  };
  return new TransformStream({
    async transform(chunk, controller) {
      if (chunk.type === 'finish' || chunk.type === 'abort') await add(controller);
      controller.enqueue(chunk);
    },
    flush: add,
  });
}

function streamModel(
  options: TurnOptions,
  history: ModelMessage[],
  writer: UIMessageStreamWriter,
  describe: (error: unknown) => string,
): ReadableStream<UIMessageChunk> {
  const { model, workspace, budget, signal } = options;
  const trust = followsPersonOnly(model) ? null : new TurnTrust(options.messages);
  const result = streamText({
    model: beginModel(model, budget, writer),
    instructions: PROMPT,
    messages: history,
    tools: toToolSet({ workspace, signal, writer, trust }),
    stopWhen: [isStepCount(budget.steps), hasToolCall('ask_user'), () => trust?.hasAsked === true],
    abortSignal: AbortSignal.any([signal, AbortSignal.timeout(budget.milliseconds)]),
    maxOutputTokens: budget.outputTokens,
    // The model tries again by itself, and tells the person.
    maxRetries: 0,
    prepareStep: async ({ stepNumber, messages }) => {
      const note = stepNumber === 0 ? null : await settleDraft(workspace, writer);
      // The last step has no tools, so that it tells what was done.
      const isLast = stepNumber === budget.steps - 1;
      return {
        ...(isLast ? { activeTools: [] } : {}),
        ...(note === null
          ? {}
          : { messages: [...messages, { role: 'user' as const, content: toNote(note) }] }),
      };
    },
    onError: () => {
      // Told by the stream itself.
    },
  });
  return toUIMessageStream({ stream: result.stream, onError: describe, redactToolErrors: false });
}

/** The model of this turn; what it waits for is told while it waits, and who stood in for it is kept. */
function beginModel(
  model: LanguageModel | TurnModel,
  { milliseconds }: TurnBudget,
  writer: UIMessageStreamWriter,
): LanguageModel {
  if (typeof model === 'string' || !('begin' in model)) return model;
  return model.begin({
    deadline: Date.now() + milliseconds,
    report: (state) =>
      writer.write({
        type: 'data-state',
        id: 'state',
        data: state,
        transient: state.kind !== 'fallback',
      }),
  });
}

/** The built-in builder reads sentences of the person, and takes orders from no other text. */
function followsPersonOnly(model: LanguageModel | TurnModel): boolean {
  if (typeof model === 'string') return false;
  return 'begin' in model ? model.followsPersonOnly : model === builtInModel;
}

/** Makes the step's edits the draft; what a model should know of it, or null. */
async function settleDraft(
  workspace: Workspace,
  writer: UIMessageStreamWriter,
): Promise<string | null> {
  const wasDirty = workspace.isDirty;
  if (!wasDirty) return null;
  const problems = await workspace.settle();
  if (problems.length > 0) {
    return `The server cannot run as it is: ${JSON.stringify(problems.slice(0, 10))}`;
  }
  const report = await workspace.ports.report();
  writer.write({ type: 'data-draft', id: 'draft', data: { score: report.score } });
  const { score, fails } = answerReport(report);
  const found = fails.map(({ id, evidence, fix }) => ({ id, evidence, fix })).slice(0, 10);
  return fails.length === 0
    ? `The server runs. Score ${score}, nothing fails.`
    : `The server runs. Score ${score}. What fails: ${JSON.stringify(found)}`;
}

/** What a person is told of a model that failed. */
function describeFailure(error: unknown): string {
  const kept = 'What was done until then is kept; try again or go on.';
  if (error instanceof ModelError) return `${error.message} ${kept}`;
  if (error instanceof Error && error.name === 'TimeoutError')
    return 'This took too long and was ended.';
  return `The model failed. ${kept}`;
}
