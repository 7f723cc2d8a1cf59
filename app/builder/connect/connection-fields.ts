import { KeyPrice } from '#app/builder/models/model-key.ts';
import { isLoopbackHost } from '#app/platform/outbound/loopback.ts';

import { ACCOUNT_PLACEHOLDER, type ProviderPreset } from './provider-presets.ts';

/** Values of the connection form. */
export interface ConnectionFields {
  baseUrl: string;
  model: string;
  /** The key. */
  value: string;
  /** US dollars for a million tokens, as they are typed; empty: not given. */
  inputPrice: string;
  outputPrice: string;
}

/** Minimum length of a key. */
const SHORTEST_KEY = 8;

/** Initial values for a provider. */
export function toFields({ baseUrl, models }: ProviderPreset): ConnectionFields {
  return { baseUrl, model: models[0] ?? '', value: '', ...NO_PRICE };
}

/** The fields of a price that nobody knows. */
export const NO_PRICE = { inputPrice: '', outputPrice: '' };

/** The price in its fields; null where none is given, undefined where they are no price. */
export function readPrice(fields: ConnectionFields): KeyPrice | null | undefined {
  const [input, output] = [fields.inputPrice, fields.outputPrice].map((text) => text.trim());
  if (input === '' && output === '') return null;
  const price = { input: toNumber(input), output: toNumber(output) };
  return KeyPrice.safeParse(price).data;
}

/** A comma is a point for most of Europe. */
function toNumber(text: string | undefined): number {
  return text === undefined || text === '' ? Number.NaN : Number(text.replace(',', '.'));
}

/** Whether the fields needed to reach a provider are filled in. */
export function isReachable(
  preset: ProviderPreset,
  { baseUrl, value }: Pick<ConnectionFields, 'baseUrl' | 'value'>,
): boolean {
  if (!URL.canParse(baseUrl) || baseUrl.includes(ACCOUNT_PLACEHOLDER)) return false;
  return value === '' ? preset.needsNoKey === true : value.length >= SHORTEST_KEY;
}

/** Whether an address is on the server's own machine. */
export function isLocalAddress(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && isLoopbackHost(new URL(baseUrl).hostname);
}
