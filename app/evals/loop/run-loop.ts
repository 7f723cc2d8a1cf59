import type { JsonObject } from '#app/runtime/json.ts';

import type { AskModel, ModelStep, StepCall, StepMessage } from './step.ts';
import { toStepTools, type CatalogTool } from './tool-catalog.ts';
import { toToldText, type CallTool, type LoopOutcome } from './call-outcome.ts';

/** A call of the loop; `tool` is null where the model made its name up. */
export interface LoopCall {
  id: string;
  wire: string;
  tool: CatalogTool | null;
  input: JsonObject;
  /** Of arguments that are no JSON object: as the model wrote them. */
  unread: string | null;
  /** Null while it runs, or waits for the person. */
  outcome: LoopOutcome | null;
}

/** How a loop ended. */
export interface LoopEnd {
  /** `refused`: the model may not be asked, now and again. */
  status: 'done' | 'stopped' | 'failed' | 'refused' | 'spent';
  /** Why it failed, or what it spent, for people; null where it is done. */
  message: string | null;
}

export interface LoopOptions {
  ask: AskModel;
  call: CallTool;
  catalog: readonly CatalogTool[];
  instructions: string;
  /** The conversation up to the question. */
  messages: readonly StepMessage[];
  maxSteps: number;
  signal: AbortSignal;
  /** Asked before each call: a sentence why it is not made, or null. */
  refuse?: (call: LoopCall) => Promise<string | null>;
  onText?: (delta: string) => void;
  onWaiting?: (reason: string) => void;
  onStep?: (step: ModelStep) => void;
  /** Called when a call begins, and again with its outcome. */
  onCall?: (call: LoopCall) => void;
  /** Called for each message that the conversation grows by. */
  onMessage?: (message: StepMessage) => void;
}

/** Lets a model answer with tools: asks, calls what it asks for, one after the other, and asks again. */
export async function runLoop(options: LoopOptions): Promise<LoopEnd> {
  const { ask, catalog, instructions, maxSteps, signal, onText, onWaiting } = options;
  const messages = [...options.messages];
  const tools = toStepTools(catalog);
  const add = (message: StepMessage) => {
    messages.push(message);
    options.onMessage?.(message);
  };
  for (let count = 0; count < maxSteps; count += 1) {
    if (signal.aborted) return STOPPED;
    const asked = await ask({
      instructions,
      messages,
      tools,
      signal,
      ...(onText && { onText }),
      ...(onWaiting && { onWaiting }),
    });
    if (!asked.ok) {
      return { status: asked.reason, message: asked.message };
    }
    const step = asked.value;
    options.onStep?.(step);
    add({ role: 'assistant', text: step.text, calls: step.calls });
    if (step.finish === 'length' && step.calls.length === 0) {
      return { status: 'spent', message: 'The answer was cut off by its limit of tokens.' };
    }
    if (step.calls.length === 0) return { status: 'done', message: null };
    const results = [];
    for (const each of step.calls) results.push(await runCall(each, options));
    add({ role: 'tool', results });
  }
  return signal.aborted
    ? STOPPED
    : { status: 'spent', message: `It was not done after ${maxSteps} steps.` };
}

const STOPPED: LoopEnd = { status: 'stopped', message: 'Stopped.' };

async function runCall(asked: StepCall, options: LoopOptions) {
  const { id, tool: wire, input, unread = null } = asked;
  const tool = options.catalog.find((each) => each.wire === wire) ?? null;
  const begun: LoopCall = { id, wire, tool, input, unread, outcome: null };
  options.onCall?.(begun);
  const outcome = await findOutcome(begun, options);
  options.onCall?.({ ...begun, outcome });
  return { id, tool: wire, text: toToldText(outcome), isError: outcome.isError };
}

async function findOutcome(call: LoopCall, options: LoopOptions): Promise<LoopOutcome> {
  const { signal } = options;
  const refused = await findRefusal(call, options);
  // After a stop each call still gets a result: a conversation with an open call cannot go on.
  if (signal.aborted) return toRefused('Not called: the person stopped it.');
  if (refused !== null || call.tool === null) return toRefused(refused ?? 'There is no such tool.');
  return options.call(call.tool, call.input, signal);
}

async function findRefusal(call: LoopCall, { refuse, signal }: LoopOptions) {
  if (signal.aborted) return null;
  if (call.tool === null) return `There is no tool called ${call.wire}.`;
  if (call.unread !== null) return 'Not called: the arguments are not a JSON object.';
  return refuse ? refuse(call) : null;
}

function toRefused(problem: string): LoopOutcome {
  return { result: null, problem, isError: true, milliseconds: 0 };
}
