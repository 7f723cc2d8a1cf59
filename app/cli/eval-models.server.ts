import { askBuiltIn } from '#app/evals/built-in/ask-built-in.ts';
import type { AskModel, ModelStep, StepAsked, StepFailure } from '#app/evals/loop/step.ts';
import type { EvalModel } from '#app/evals/runs/run-eval.ts';
import { BASE_URLS, type KeyKind } from '#app/builder/models/model-key.ts';
import { createFallbackModel } from '#app/builder/models/fallback-model.ts';
import { sendAnywhere } from '#app/builder/models/model-fetch.server.ts';
import { toModelPrice } from '#app/builder/models/model-price.ts';
import { streamModelStep } from '#app/builder/models/steps/model-step.ts';
import { openRemoteModel } from '#app/builder/models/steps/open-remote-model.server.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { EvalArguments } from './eval-arguments.server.ts';

type Variables = Record<string, string | undefined>;

/** A company's protocol, and the variables that hold its key and, if it is not the usual one, its address. */
const PROVIDERS: Readonly<Record<string, { kind: KeyKind; key: string; address: string }>> = {
  anthropic: { kind: 'anthropic', key: 'ANTHROPIC_API_KEY', address: 'ANTHROPIC_BASE_URL' },
  openai: { kind: 'openai-compatible', key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL' },
};

const BUILT_IN = 'built-in';
/** Tokens of one answer at most. */
const MAX_ANSWER_TOKENS = 8_192;
/** The time that one answer may take, retries and all, in milliseconds. */
const STEP_MS = 5 * 60_000;

/** Opens models by their names, such as `openai:gpt-5`, with the keys of the environment. */
export function openEvalModels(
  names: readonly string[],
  variables: Variables,
  price: EvalArguments['price'],
): Result<EvalModel[], { reason: 'noModel'; message: string }> {
  const models: EvalModel[] = [];
  for (const name of names) {
    const opened = name === BUILT_IN ? toBuiltIn() : openEvalModel(name, variables, price);
    if (typeof opened === 'string') return fail({ reason: 'noModel', message: opened });
    models.push(opened);
  }
  return succeed(models);
}

function toBuiltIn(): EvalModel {
  return { id: BUILT_IN, label: 'Built-in', begin: () => askBuiltIn };
}

/** The model, or a sentence that says what is missing. */
function openEvalModel(
  name: string,
  variables: Variables,
  given: EvalArguments['price'],
): EvalModel | string {
  const colon = name.indexOf(':');
  const model = name.slice(colon + 1);
  const provider = PROVIDERS[name.slice(0, colon)];
  if (provider === undefined || model === '') {
    const known = Object.keys(PROVIDERS).map((each) => `${each}:NAME`);
    return `"${name}" is no model: use ${known.join(', ')} or ${BUILT_IN}.`;
  }
  const { kind, key, address } = provider;
  const baseUrl = variables[address] || BASE_URLS[kind];
  const value = variables[key] ?? '';
  // A server of one's own may need none.
  if (value === '' && baseUrl === BASE_URLS[kind]) {
    return `Set ${key} to the key of ${name}, or ${address} to the address of a server that needs none.`;
  }
  const source = { kind, model, baseUrl, openKey: () => Promise.resolve(value) };
  const price = given === null ? null : toModelPrice(model, given);
  const named = { label: model, isOwn: true, isBuiltIn: false, price };
  const open = () => openRemoteModel(source, sendAnywhere);
  const begin = (): AskModel => (asked) => {
    const opened = createFallbackModel({
      candidates: [{ ...named, open }],
      report: ({ reason }) => asked.onWaiting?.(reason),
      onAnswer: () => undefined,
      deadline: Date.now() + STEP_MS,
    });
    return takeStep({ ...named, model: opened }, asked);
  };
  return { id: name, label: name, begin };
}

/** One step, gathered from its stream. */
async function takeStep(
  model: Parameters<typeof streamModelStep>[0],
  asked: StepAsked,
): Promise<Result<ModelStep, StepFailure>> {
  const startedAt = Date.now();
  let text = '';
  const calls: ModelStep['calls'] = [];
  const signal = AbortSignal.any([asked.signal, AbortSignal.timeout(STEP_MS)]);
  try {
    for await (const event of streamModelStep(model, { ...asked, signal }, MAX_ANSWER_TOKENS)) {
      if (event.type === 'text') text += event.delta;
      else if (event.type === 'call') calls.push(event.call);
      else if (event.type === 'error') return fail({ reason: 'failed', message: event.message });
      else if (event.type === 'end') {
        const { finish, usage } = event;
        return succeed({ text, calls, finish, usage, milliseconds: Date.now() - startedAt });
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return asked.signal.aborted
    ? fail({ reason: 'stopped', message: 'Stopped.' })
    : fail({ reason: 'failed', message: `${model.label} did not answer in time.` });
}
