import {
  convertToModelMessages,
  createUIMessageStream,
  hasToolCall,
  isStepCount,
  jsonSchema,
  streamText,
  tool,
  toUIMessageStream,
} from 'ai';
import type {
  LanguageModel,
  ModelMessage,
  ToolSet,
  UIMessage,
  UIMessageChunk,
  UIMessageStreamWriter,
  JSONSchema7,
  Schema,
} from 'ai';
import * as z from 'zod';

import type { BuilderTool } from '#app/builder/tools/builder-tool.ts';
import { BUILDER_TOOLS } from '#app/builder/tools/builder-tools.ts';
import { answerReport } from '#app/builder/tools/run-checks.ts';
import type { Workspace } from '#app/builder/tools/workspace.ts';
import { toNote } from '#app/builder/model/draft-note.ts';
import { ModelError } from '#app/builder/model/model-fault.ts';
import { PROMPT } from '#app/builder/model/prompt.ts';
import type { TurnModel } from '#app/builder/model/resolve-model.server.ts';

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
  const result = streamText({
    model: beginModel(model, budget, writer),
    instructions: PROMPT,
    messages: history,
    tools: toToolSet(workspace, signal, writer),
    stopWhen: [isStepCount(budget.steps), hasToolCall('ask_user')],
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

function toToolSet(
  workspace: Workspace,
  signal: AbortSignal,
  writer: UIMessageStreamWriter,
): ToolSet {
  const tools = BUILDER_TOOLS.map((each) => [
    each.name,
    tool({
      description: each.description,
      inputSchema: toInputSchema(each),
      execute: (input: unknown, { toolCallId }) =>
        each.run(input, {
          workspace,
          signal,
          onProgress: (progress) =>
            writer.write({
              type: 'data-progress',
              id: toolCallId,
              data: progress,
              transient: true,
            }),
        }),
    }),
  ]);
  return Object.fromEntries(tools);
}

/** The schema as a model gets it; a value of any JSON is left open. */
function toInputSchema({ input }: BuilderTool): Schema<unknown> {
  const schema = z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' });
  return jsonSchema<unknown>(schema as JSONSchema7, {
    validate: (value) => {
      const parsed = input.safeParse(value);
      return parsed.success
        ? { success: true, value: parsed.data }
        : { success: false, error: parsed.error };
    },
  });
}

/** What a person is told of a model that failed. */
function describeFailure(error: unknown): string {
  const kept = 'What was done until then is kept; try again or go on.';
  if (error instanceof ModelError) return `${error.message} ${kept}`;
  if (error instanceof Error && error.name === 'TimeoutError')
    return 'This took too long and was ended.';
  return `The model failed. ${kept}`;
}
