import type { LanguageModelV4 } from '@ai-sdk/provider';

import { markRequest } from '#app/builder/models/cache-breakpoints.ts';
import {
  createModelFetch,
  toCallError,
  type SendOnce,
} from '#app/builder/models/model-fetch.server.ts';

/** A model of a company, or of anybody's server, reached over HTTP. */
export interface RemoteModelSource {
  kind: 'anthropic' | 'openai-compatible';
  model: string;
  baseUrl?: string | undefined;
  /** Reads the key; null if it is unreadable. Absent, or an empty key: the model needs none. */
  openKey?: (() => Promise<string | null>) | undefined;
}

/** Opens a model that is reached over HTTP. Each company's package is loaded on first use. */
export async function openRemoteModel(
  { kind, model, baseUrl, openKey }: RemoteModelSource,
  send: SendOnce,
): Promise<LanguageModelV4> {
  const key = await openKey?.();
  if (key === null) throw toCallError(baseUrl ?? '', 'its key cannot be read.', false);
  const fetch = createModelFetch(send);
  switch (kind) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      // Without a key the package would read one from the process's variables.
      const place = baseUrl === undefined ? {} : { baseURL: baseUrl };
      return createAnthropic({ ...place, apiKey: key || 'none', fetch })(model);
    }
    case 'openai-compatible': {
      if (baseUrl === undefined) throw new Error('This model has no address.');
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const secret = key === undefined || key === '' ? {} : { apiKey: key };
      const name = 'builder';
      const place = { name, baseURL: baseUrl, includeUsage: true, fetch };
      const dialect = dialectOf(baseUrl, model);
      return createOpenAICompatible({ ...place, ...secret, ...dialect }).chatModel(model);
    }
  }
}

/** How an address wants a request that others would refuse. */
function dialectOf(
  baseUrl: string,
  model: string,
): { transformRequestBody?: (body: Record<string, unknown>) => Record<string, unknown> } {
  const { hostname } = new URL(baseUrl);
  if (hostname === 'api.openai.com') return { transformRequestBody: renameLimit };
  // Other models cache by themselves; other gateways pass parts of tools' results on where none may be.
  const isClaude = hostname === 'openrouter.ai' && /^~?anthropic\//.test(model);
  return isClaude ? { transformRequestBody: markRequest } : {};
}

/** OpenAI's newer models reject `max_tokens`; other providers may not know its new name. */
function renameLimit({ max_tokens: limit, ...body }: Record<string, unknown>) {
  return limit === undefined ? body : { ...body, max_completion_tokens: limit };
}
