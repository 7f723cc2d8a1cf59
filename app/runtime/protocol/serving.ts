import type { RequestStateCodec, ServerEventBus } from '@modelcontextprotocol/server';

import type { JsonObject } from '../json.ts';
import { loadOnce } from '../load-once.ts';
import type { ToolRunner } from '../tool-context.ts';

/** What serving needs besides what is served. */
export interface Serving {
  runTool: ToolRunner;
  /** Seals what a client answered so far: it comes back through the client. */
  state: RequestStateCodec<JsonObject>;
  /** Who hears that something changed; absent where nobody could be told. */
  changes?: ServerEventBus;
}

/** Bytes of a key that was drawn because none was given. */
const KEY_BYTES = 32;

/**
 * Seals with this key, at least 32 bytes; without one with a key of its own, which is enough where
 * a client's next request reaches the same process. The SDK is loaded for the first seal.
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
