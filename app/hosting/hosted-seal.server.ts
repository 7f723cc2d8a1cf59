import type { Config } from '#app/platform/config.ts';
import { createSigner } from '#app/platform/signer.server.ts';
import { createStateSeal, type Serving } from '#app/runtime/protocol/serving.ts';

/**
 * Seals what travels through clients of a draft, with a key that every isolate derives alike. It is
 * derived when it is first needed: few requests ask their client anything.
 */
export function createHostedSeal(
  config: Pick<Config, 'SEAL_KEYS'>,
  draft: string,
): Serving['state'] {
  let opened: Promise<Serving['state']> | undefined;
  const open = () =>
    (opened ??= createSigner(config.SEAL_KEYS, 'mcp-state').sign(draft).then(createStateSeal));
  return {
    mint: async (payload, context) => (await open()).mint(payload, context),
    verify: async (state, context) => (await open()).verify(state, context),
  };
}
