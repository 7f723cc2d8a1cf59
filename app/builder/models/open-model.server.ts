import type { LanguageModelV4 } from '@ai-sdk/provider';

import type { SendOnce } from './model-fetch.server.ts';
import { openRemoteModel, type RemoteModelSource } from './steps/open-remote-model.server.ts';

/** A model with everything needed to call it. */
export interface ModelSource extends Omit<RemoteModelSource, 'kind'> {
  kind: RemoteModelSource['kind'] | 'workers-ai';
  /** Tokens that it can read, where the operator says so. */
  contextTokens?: number | undefined;
}

export interface ModelLinks {
  send: SendOnce;
  /** Cloudflare's own models; bound only when deployed. */
  ai?: Ai | undefined;
}

/** Opens a model. Each company's package is loaded on first use. */
export async function openModel(source: ModelSource, links: ModelLinks): Promise<LanguageModelV4> {
  const { kind, model } = source;
  if (kind !== 'workers-ai') return openRemoteModel({ ...source, kind }, links.send);
  if (links.ai === undefined)
    throw new Error('No AI binding: Workers AI is available only when deployed.');
  const { createWorkersAI } = await import('workers-ai-provider');
  return createWorkersAI({ binding: links.ai })(model);
}
