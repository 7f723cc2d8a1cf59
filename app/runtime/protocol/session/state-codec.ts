import { createRequestStateCodec } from '@modelcontextprotocol/server';
import type { RequestStateCodec } from '@modelcontextprotocol/server';

import type { JsonObject } from '../../json.ts';

/** Seals with a key of 32 bytes or more; what is sealed for one method opens for no other. */
export function createStateCodec(key: Uint8Array | string): RequestStateCodec<JsonObject> {
  return createRequestStateCodec<JsonObject>({ key, bind: ({ mcpReq }) => mcpReq.method });
}
