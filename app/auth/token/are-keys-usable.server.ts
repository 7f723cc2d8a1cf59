import { authEmulatorHost } from 'virtual:build';

import type { AppContext } from '#app/platform/app-context.ts';
import { systemClock } from '#app/platform/clock.ts';

import { fetchGoogleKeys } from './key-set-google.server.ts';
import { keepKeys, readKeptKeys } from './key-set-kv.server.ts';

/**
 * Whether an isolate that begins now could verify tokens: with the keys in KV, or with those that Google gives out.
 * Null: the emulator signs nothing.
 */
export async function areKeysUsable(
  app: Pick<AppContext, 'env' | 'log' | 'waitUntil'>,
): Promise<boolean | null> {
  if (authEmulatorHost !== '') return null;
  if ((await readKeptKeys(app, systemClock)) !== null) return true;
  const fetched = await fetchGoogleKeys(systemClock);
  if (fetched.ok) keepKeys(app, fetched.value, systemClock);
  return fetched.ok;
}
