import type { LanguageModelV4 } from '@ai-sdk/provider';

import { markRequest } from './cache-breakpoints.ts';
import { createModelFetch, toCallError, type SendOnce } from './model-fetch.server.ts';

/** A model with everything needed to call it. */
export interface ModelSource {
  kind: 'anthropic' | 'openai-compatible' | 'workers-ai';
  model: string;
  baseUrl?: string | undefined;
  /** Tokens that it can read, where the operator says so. */
  contextTokens?: number | undefined;
  /** Reads the key; null if it is unreadable. Absent, or an empty key: the model needs none. */
  openKey?: (() => Promise<string | null>) | undefined;
}

export interface ModelLinks {
  send: SendOnce;
  /** Cloudflare's own models; bound only when deployed. */
  ai?: Ai | undefined;
}

/** Opens a model. Each company's package is loaded on first use. */
export async function openModel(source: ModelSource, links: ModelLinks): Promise<LanguageModelV4> {
  const { model, baseUrl } = source;
  const key = await source.openKey?.();
  if (key === null) throw toCallError(baseUrl ?? '', 'its key cannot be read.', false);
  const fetch = createModelFetch(links.send);
  switch (source.kind) {
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
    case 'workers-ai': {
      if (links.ai === undefined)
        throw new Error('No AI binding: Workers AI is available only when deployed.');
      const { createWorkersAI } = await import('workers-ai-provider');
      return createWorkersAI({ binding: links.ai })(model);
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
