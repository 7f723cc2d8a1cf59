import { readToken, toId, writeToken } from '#app/platform/checksummed-token.ts';
import type { Config } from '#app/platform/config.ts';
import { fromBase64, toBase64Url } from '#app/platform/text/encoding.ts';
import { createSigner } from '#app/platform/signer.server.ts';

const PREFIX = 'mcpb_draft_';

/**
 * The bearer token of a draft. Derived from the key ring and the id, never stored, so that its
 * owner can always be shown it; a key that leaves the ring ends the tokens it made.
 */
export async function toDraftToken(config: Pick<Config, 'SEAL_KEYS'>, id: string): Promise<string> {
  const signature = await createSigner(config.SEAL_KEYS, 'draft-token').sign(id);
  return writeToken(PREFIX, requireBytes(signature));
}

/** Whether a text is the token of this draft, under any key of the ring. */
export async function isDraftToken(
  config: Pick<Config, 'SEAL_KEYS'>,
  id: string,
  token: string,
): Promise<boolean> {
  const bytes = readToken(PREFIX, token);
  if (bytes === null) return false;
  return createSigner(config.SEAL_KEYS, 'draft-token').verify(id, toBase64Url(bytes));
}

/** The id that an owner's `Idempotency-Key` always leads to; nobody else can guess it. */
export async function toIdempotentId(
  config: Pick<Config, 'SEAL_KEYS'>,
  owner: string,
  key: string,
): Promise<string> {
  const signer = createSigner(config.SEAL_KEYS, 'draft-idempotency');
  return toId(requireBytes(await signer.sign(`${owner}|${key}`)));
}

function requireBytes(signature: string): Uint8Array {
  const bytes = fromBase64(signature);
  if (bytes === null) throw new Error('A signature is base64url.');
  return bytes;
}
