import { isLoopbackHost } from '#app/platform/outbound/loopback.ts';

import { ACCOUNT_PLACEHOLDER, type ProviderPreset } from './provider-presets.ts';

/** What is typed into the connection window. */
export interface ConnectionFields {
  baseUrl: string;
  model: string;
  /** The key. */
  value: string;
}

/** Shorter ones are refused. */
const SHORTEST_KEY = 8;

/** What a provider's fields begin with. */
export function toFields({ baseUrl, models }: ProviderPreset): ConnectionFields {
  return { baseUrl, model: models[0] ?? '', value: '' };
}

/** Whether there is all that a provider needs to be asked. */
export function isReachable(preset: ProviderPreset, { baseUrl, value }: ConnectionFields): boolean {
  if (!URL.canParse(baseUrl) || baseUrl.includes(ACCOUNT_PLACEHOLDER)) return false;
  return value === '' ? preset.needsNoKey === true : value.length >= SHORTEST_KEY;
}

/** Whether an address is on the machine of the server. */
export function isLocalAddress(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && isLoopbackHost(new URL(baseUrl).hostname);
}
