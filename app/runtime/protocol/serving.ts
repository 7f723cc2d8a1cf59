import type { RequestStateCodec, ServerEventBus } from '@modelcontextprotocol/server';

import type { JsonObject } from '../json.ts';
import { loadOnce } from '../load-once.ts';
import type { ToolRunner } from '../tool-context.ts';

/** Dependencies of serving besides the definition. */
export interface Serving {
  runTool: ToolRunner;
  /** Seals a client's earlier answers, which come back through the client. */
  state: RequestStateCodec<JsonObject>;
  /** Publishes changes; absent if no client can be notified. */
  changes?: ServerEventBus;
}

/** Length of a generated key. */
const KEY_BYTES = 32;

/**
 * Seals with this key of at least 32 bytes; without one with a generated key, which suffices if a client's
 * next request reaches the same process. The SDK is loaded for the first seal.
 */
export function createStateSeal(
  key: Uint8Array | string = crypto.getRandomValues(new Uint8Array(KEY_BYTES)),
): RequestStateCodec<JsonObject> {
  const open = loadOnce(async () => {
    const { createStateCodec } = await import('./session/state-codec.ts');
    return createStateCodec(key);
  });
  return {
    mint: async (payload, context) => (await open()).mint(payload, context),
    verify: async (state, context) => (await open()).verify(state, context),
  };
}
