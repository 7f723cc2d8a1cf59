import { APICallError } from '@ai-sdk/provider';
import * as z from 'zod';

import { createModelFetch, TooLargeError, type SendOnce } from './model-fetch.server.ts';
import type { NewProvider } from './new-model-key.ts';
import { KeyPrice } from './model-key.ts';
import { toTrialFailure } from './trial-failure.ts';
import type { OfferedModel, OfferedModels } from './trial.ts';

const LIST_MS = 15_000;
const MAX_MODELS = 1_000;
/** Several times the longest known list; it is read whole, so it has to fit into memory. In bytes. */
const MAX_LIST_BYTES = 4_000_000;
const ANTHROPIC_VERSION = '2023-06-01';

/** An entry of `GET /models` in the formats of OpenAI, Anthropic, OpenRouter and Mistral. */
const Entry = z.looseObject({
  id: z.string().min(1).max(200),
  name: z.string().optional().catch(undefined),
  display_name: z.string().optional().catch(undefined),
  /** OpenRouter. */
  supported_parameters: z.array(z.string()).optional().catch(undefined),
  /** Mistral. */
  capabilities: z
    .looseObject({ function_calling: z.boolean().optional() })
    .optional()
    .catch(undefined),
  /** OpenRouter: US dollars for one token, as text; −1 where the price depends on the request. */
  pricing: z
    .looseObject({ prompt: z.string(), completion: z.string() })
    .optional()
    .catch(undefined),
});
const List = z.looseObject({ data: z.array(z.unknown()) });

/** Usual names of models that are not for conversation. */
const OTHER_WORK =
  /embed|whisper|tts|dall-e|moderation|transcri|image|realtime|-audio|rerank|guard|ocr|speech|sora|veo|imagen/i;

/** Reads a provider's list of models; those known not to support tools are left out. */
export async function listOffered(
  send: SendOnce,
  { kind, baseUrl, value }: NewProvider,
): Promise<OfferedModels> {
  const url = `${baseUrl.replace(/\/+$/, '')}/models${kind === 'anthropic' ? '?limit=1000' : ''}`;
  try {
    const signal = AbortSignal.timeout(LIST_MS);
    const ask = createModelFetch(send, MAX_LIST_BYTES);
    const response = await ask(url, { headers: toHeaders(kind, value), signal });
    const responseBody = await response.text();
    const list = List.safeParse(parseJson(responseBody));
    if (!response.ok || !list.success) {
      const { status: statusCode } = response;
      const parts = { url, statusCode, responseBody, message: '', requestBodyValues: {} };
      throw new APICallError(parts);
    }
    return { ok: true, models: list.data.data.flatMap(toOffered).slice(0, MAX_MODELS) };
  } catch (error) {
    if (error instanceof TooLargeError) {
      const detail = `The response of ${new URL(url).host} is too large for a list of models.`;
      return { ok: false, failed: 'address', detail };
    }
    return toTrialFailure(error, { baseUrl, model: 'The list of models', value });
  }
}

function toHeaders(kind: NewProvider['kind'], value: string): Record<string, string> {
  if (kind === 'anthropic') return { 'x-api-key': value, 'anthropic-version': ANTHROPIC_VERSION };
  return value === '' ? {} : { authorization: `Bearer ${value}` };
}

function toOffered(value: unknown): OfferedModel[] {
  const entry = Entry.safeParse(value);
  if (!entry.success) return [];
  const { id, name, display_name: displayName } = entry.data;
  const { supported_parameters: parameters, capabilities, pricing } = entry.data;
  const hasNoTools =
    parameters?.includes('tools') === false || capabilities?.function_calling === false;
  if (hasNoTools || OTHER_WORK.test(id)) return [];
  // Prefix of names in Google's own API.
  const shortId = id.replace(/^models\//, '');
  const shown = displayName ?? name;
  const price = pricing && toPrice(pricing);
  return [
    {
      id: shortId,
      ...(shown === undefined || shown === shortId ? {} : { name: shown }),
      ...(price && { price }),
    },
  ];
}

/** The price for a million tokens; undefined where the list gives none that always holds. */
function toPrice({ prompt, completion }: { prompt: string; completion: string }) {
  const [input, output] = [prompt, completion].map(toMillion);
  return KeyPrice.safeParse({ input, output }).data;
}

/** Of 0.000003 dollars for a token 3 for a million, without what is lost in between. */
function toMillion(price: string): number {
  return price.trim() === '' ? Number.NaN : Number((Number(price) * 1e6).toPrecision(12));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
