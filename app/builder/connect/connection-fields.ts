import { isLoopbackHost } from '#app/platform/outbound/loopback.ts';

import { ACCOUNT_PLACEHOLDER, type ProviderPreset } from './provider-presets.ts';

/** Values of the connection form. */
export interface ConnectionFields {
  baseUrl: string;
  model: string;
  /** The key. */
  value: string;
}

/** Minimum length of a key. */
const SHORTEST_KEY = 8;

/** Initial values for a provider. */
export function toFields({ baseUrl, models }: ProviderPreset): ConnectionFields {
  return { baseUrl, model: models[0] ?? '', value: '' };
}

/** Whether the fields needed to reach a provider are filled in. */
export function isReachable(preset: ProviderPreset, { baseUrl, value }: ConnectionFields): boolean {
  if (!URL.canParse(baseUrl) || baseUrl.includes(ACCOUNT_PLACEHOLDER)) return false;
  return value === '' ? preset.needsNoKey === true : value.length >= SHORTEST_KEY;
}

/** Whether an address is on the server's own machine. */
export function isLocalAddress(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && isLoopbackHost(new URL(baseUrl).hostname);
}
