import { createRequestStateCodec } from '@modelcontextprotocol/server';
import type { RequestStateCodec } from '@modelcontextprotocol/server';

import type { JsonObject } from '../../json.ts';

/** Seals with a key of 32 bytes or more; a state sealed for one method does not open for another. */
export function createStateCodec(key: Uint8Array | string): RequestStateCodec<JsonObject> {
  return createRequestStateCodec<JsonObject>({ key, bind: ({ mcpReq }) => mcpReq.method });
}
