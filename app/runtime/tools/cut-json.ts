import { isJsonObject, toText } from '../json.ts';
import type { JsonObject, JsonValue } from '../json.ts';

/** An omission at one place. */
export interface Cut {
  /** Tokens from the root. */
  path: string[];
  kept: number;
  total: number;
  unit: 'items' | 'properties' | 'characters';
}

/** Bytes of text in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/**
 * Shortens a value until its JSON has at most that many bytes, or as few as possible: lists lose items at the
 * end, long texts their tail, objects keep their small properties and shorten the large ones. The rest is
 * valid JSON of the same shape. Omissions are added to `cuts`.
 */
export function cutJson(
  value: JsonValue,
  maxBytes: number,
  cuts: Cut[],
  path: string[] = [],
): JsonValue {
  if (sizeOf(value) <= maxBytes) return value;
  if (typeof value === 'string') return cutString(value, maxBytes, cuts, path);
  if (Array.isArray(value)) return cutList(value, maxBytes, cuts, path);
  return isJsonObject(value) ? cutObject(value, maxBytes, cuts, path) : value;
}

function sizeOf(value: JsonValue): number {
  return byteLength(JSON.stringify(value));
}

function cutString(text: string, maxBytes: number, cuts: Cut[], path: string[]): string {
  const kept = cutToBytes(text, Math.max(0, maxBytes - 5));
  cuts.push({ path, kept: kept.length, total: text.length, unit: 'characters' });
  return `${kept}…`;
}

/** Longest prefix whose JSON fits into that many bytes; never half a character. */
export function cutToBytes(text: string, maxBytes: number): string {
  let low = 0;
  let high = Math.min(text.length, maxBytes);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (sizeOf(text.slice(0, middle)) - 2 <= maxBytes) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, low).replace(/[\uD800-\uDBFF]$/, '');
}

function cutList(list: JsonValue[], maxBytes: number, cuts: Cut[], path: string[]): JsonValue[] {
  const kept: JsonValue[] = [];
  let used = 2;
  for (const item of list) {
    const size = sizeOf(item) + 1;
    if (used + size > maxBytes) break;
    used += size;
    kept.push(item);
  }
  if (kept.length === 0 && typeof list[0] === 'object' && maxBytes > 64) {
    // One large item cut short says more than none.
    kept.push(cutJson(list[0], maxBytes - 2, cuts, [...path, '0']));
  }
  if (kept.length < list.length) {
    cuts.push({ path, kept: kept.length, total: list.length, unit: 'items' });
  }
  return kept;
}

function cutObject(object: JsonObject, maxBytes: number, cuts: Cut[], path: string[]): JsonObject {
  const sizes = Object.entries(object).map(([name, value]) => {
    const overhead = byteLength(toText(JSON.stringify(name))) + 2;
    return { name, overhead, size: sizeOf(value) };
  });
  // Small ones first: each may take an even share of what is left, so they stay whole.
  sizes.sort((a, b) => a.overhead + a.size - (b.overhead + b.size));
  const shares = new Map<string, number>();
  let left = maxBytes - 2;
  for (const [index, { name, overhead, size }] of sizes.entries()) {
    const share = Math.floor(left / (sizes.length - index)) - overhead;
    const used = Math.min(size, share);
    if (used < Math.min(size, MIN_SHARE)) continue;
    shares.set(name, used);
    left -= used + overhead;
  }
  const kept: JsonObject = {};
  for (const [name, value] of Object.entries(object)) {
    const share = shares.get(name);
    if (share !== undefined) kept[name] = cutJson(value, share, cuts, [...path, name]);
  }
  if (shares.size < sizes.length) {
    cuts.push({ path, kept: shares.size, total: sizes.length, unit: 'properties' });
  }
  return kept;
}

/** Below this only the property's name would be left. In bytes. */
const MIN_SHARE = 8;
