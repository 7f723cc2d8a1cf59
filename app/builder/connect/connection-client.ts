import {
  jsonRequest,
  requestJson,
  sendRequest,
  type RequestFailure,
} from '#app/api-client/api-request.ts';
import type { ModelList } from '#app/builder/models/model-choice.ts';
import type { KeyKind, KeyPrice } from '#app/builder/models/model-key.ts';
import { TabModel } from '#app/builder/models/tab-model.ts';
import { OfferedModels, Trial } from '#app/builder/models/trial.ts';
import type { Result } from '#app/platform/result.ts';

import { keepTabModel } from './kept-tab-model.ts';

/** A model with everything needed to call it. */
export interface Connection {
  kind: KeyKind;
  baseUrl: string;
  model: string;
  /** The key; empty for a server without authentication. */
  value: string;
  /** US dollars for a million tokens; null: not known. */
  price: KeyPrice | null;
}

/** Loads the provider's own list of models. */
export function loadOffered({
  kind,
  baseUrl,
  value,
}: Connection): Promise<Result<OfferedModels, RequestFailure>> {
  return requestJson(
    OfferedModels,
    '/api/models/offered',
    jsonRequest('POST', { kind, baseUrl, value }),
  );
}

/** Lets the server ask the model to call a tool. */
export function testConnection({
  price: _price,
  ...connection
}: Connection): Promise<Result<Trial, RequestFailure>> {
  return requestJson(Trial, '/api/models/try', jsonRequest('POST', connection));
}

/** Stores a key in the account, or has it sealed for this tab. */
export async function keepConnection(
  keeps: ModelList['keeps'],
  { kind, ...connection }: Connection,
): Promise<Result<unknown, RequestFailure>> {
  if (keeps === 'account') {
    return sendRequest(`/api/models/keys/${kind}`, jsonRequest('PUT', connection));
  }
  const body = jsonRequest('POST', { kind, ...connection });
  const sealed = await requestJson(TabModel, '/api/models/tab', body);
  if (sealed.ok) keepTabModel(sealed.value);
  return sealed;
}
