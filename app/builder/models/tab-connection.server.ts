import * as z from 'zod';

import type { Config } from '#app/platform/config.ts';
import { createSeal } from '#app/platform/seal.server.ts';

import { KeyKind, KeyPrice } from './model-key.ts';

/** A tab's token sent with a turn, and the session it came with. */
export interface TabConnection {
  token: string;
  guest: string;
}

const LIFETIME_MS = 12 * 60 * 60 * 1_000;

const Sealed = z.strictObject({
  kind: KeyKind,
  baseUrl: z.string(),
  model: z.string(),
  label: z.string(),
  value: z.string(),
  /** Absent: none was given. */
  price: z.optional(KeyPrice),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});
type Opened = Omit<z.infer<typeof Sealed>, 'expiresAt'>;

type App = { config: Pick<Config, 'SEAL_KEYS'> };

/**
 * Seals a key with its address and model into a token for one guest's tab. Nothing is stored here: the tab
 * holds the token, and only this guest's session can use it, until it expires.
 */
export async function sealTabConnection(
  { config }: App,
  guest: string,
  connection: Opened,
  now: number,
): Promise<{ token: string; expiresAt: number }> {
  const expiresAt = now + LIFETIME_MS;
  const text = JSON.stringify({ ...connection, expiresAt });
  return { token: await createSeal(config.SEAL_KEYS).seal(text, toPlace(guest)), expiresAt };
}

/** Content of a token; null if it was altered, has expired, or was made for another guest. */
export async function openTabConnection(
  { config }: App,
  { token, guest }: TabConnection,
  now: number,
): Promise<Opened | null> {
  const opened = await createSeal(config.SEAL_KEYS).open(token, toPlace(guest));
  if (!opened.ok) return null;
  const { expiresAt, ...connection } = Sealed.parse(JSON.parse(opened.value));
  return expiresAt > now ? connection : null;
}

function toPlace(guest: string) {
  return { table: 'tab_connections', row: guest, column: 'sealed' };
}
