import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';

import type { SendOnce } from './model-fetch.server.ts';
import type { NewConnection } from './new-model-key.ts';
import { openModel } from './open-model.server.ts';
import { refuseEmpty, toTrialFailure } from './trial-failure.ts';
import type { Trial } from './trial.ts';

/** Shorter than the page's own time-out, in milliseconds. */
const TRIAL_MS = 25_000;
/** Reasoning models need some hundred tokens before they answer. */
const TRIAL_TOKENS = 1_024;

const TOOL = 'report_ready';

const CALL: LanguageModelV4CallOptions = {
  prompt: [
    {
      role: 'user',
      content: [{ type: 'text', text: `Call the tool ${TOOL} with the word "ready" now.` }],
    },
  ],
  tools: [
    {
      type: 'function',
      name: TOOL,
      description: 'Reports that you can call tools.',
      inputSchema: {
        type: 'object',
        properties: { word: { type: 'string', description: 'The word "ready".' } },
        required: ['word'],
      },
    },
  ],
  // As in a turn of the builder: servers that support only forced calls would not do.
  toolChoice: { type: 'auto' },
  maxOutputTokens: TRIAL_TOKENS,
};

/** Asks a model to call a tool, as a turn of the builder does, and reports the outcome. */
export async function tryConnection(
  send: SendOnce,
  { kind, baseUrl, model, value }: NewConnection,
): Promise<Trial> {
  const openKey = () => Promise.resolve(value);
  try {
    const opened = await openModel({ kind, model, baseUrl, openKey }, { send });
    const abortSignal = AbortSignal.timeout(TRIAL_MS);
    const { stream } = await opened.doStream({ ...CALL, abortSignal });
    let hasCalled = false;
    let hasSpoken = false;
    for await (const part of stream) {
      if (part.type === 'error') throw part.error;
      hasCalled ||= part.type === 'tool-call' && part.toolName === TOOL;
      hasSpoken ||= part.type === 'text-start' || part.type === 'reasoning-start';
    }
    if (hasCalled) return { ok: true };
    if (!hasSpoken) return refuseEmpty(baseUrl);
    const detail = `${model} answered, but did not call the tool that it was asked to call. The builder works with tools only: choose a model that supports them.`;
    return { ok: false, failed: 'tools', detail };
  } catch (error) {
    return toTrialFailure(error, { baseUrl, model, value });
  }
}
