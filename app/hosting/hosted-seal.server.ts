import type { Config } from '#app/platform/config.ts';
import { createSigner } from '#app/platform/signer.server.ts';
import { createStateSeal, type Serving } from '#app/runtime/protocol/serving.ts';

/**
 * Seals what travels through clients of a served server, with a key that every isolate derives alike. It is
 * derived when it is first needed: few requests ask their client anything.
 */
export function createHostedSeal(
  config: Pick<Config, 'SEAL_KEYS'>,
  server: string,
): Serving['state'] {
  let opened: Promise<Serving['state']> | undefined;
  const open = () =>
    (opened ??= createSigner(config.SEAL_KEYS, 'mcp-state').sign(server).then(createStateSeal));
  return {
    mint: async (payload, context) => (await open()).mint(payload, context),
    verify: async (state, context) => (await open()).verify(state, context),
  };
}
